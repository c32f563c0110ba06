// The part of the seam that ports report through (O2). Messages of a port pass a session's filter
// of `send` only where it lets none through; its match specs are for processes, as in OTP.
#include "tracing/delivery.h"
#include "tracing/event_hooks.h"
#include "tracing/port_tracee.h"
#include "vm/heap/binary.h"
#include "vm/proc/process_table.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

/// The event that `make` builds to all sessions that have the flag on the port, whose tracers want
/// it, and for which `wants` holds. `make` is called for the first of them.
template <class Wants, class Make>
void report_if(PortTracee& p, vm::TraceFlag flag, Term tag, Wants&& wants, Make&& make) {
  const TracerFamily family = family_of(flag);
  if (p.tracing.state == nullptr) return;
  std::optional<TraceEvent> event;
  const auto made = [&] {
    if (!event) event = make(family);
    return *event;
  };
  bool changed = false;
  for (TraceeEntry& entry : p.tracing.state->entries) {
    if ((entry.setting.flags & flag) == 0) continue;
    const bool is_there =
        entry.session->is_alive() &&
        (!wants(*entry.session) || report(p.vm, entry.setting, p.id, family, tag, made));
    if (!is_there) entry.setting.flags = 0;
    changed = changed || !is_there;
  }
  if (changed) update_flags(p);
}

bool every_session(const Session&) { return true; }

}  // namespace

void EventHooks::report_event(PortTracee& p, vm::TraceFlag flag, Term tag, Term first,
                              Term second) {
  report_if(p, flag, tag, every_session, [&](TracerFamily family) {
    return TraceEvent{family, tag, first, second, Term::none()};
  });
}

void EventHooks::on_port_created(PortTracee& p) { tracing_.tracees().on_created(p); }

void EventHooks::on_port_freed(PortTracee& p) {
  p.tracing.state.reset();
  p.tracing.flags.store(0, vm::kRelaxed);  // relaxed: under the port's lock
}

void EventHooks::on_port_in(PortTracee& p, Term what) {
  report_event(p, vm::kTraceRunningPorts, vm::am::in, what);
  if (is_watched(p.vm, vm::kWatchPortRuns)) tracing_.profile().port_runs(p.id, true);
}

void EventHooks::on_port_out(PortTracee& p, Term what) {
  report_event(p, vm::kTraceRunningPorts, vm::am::out, what);
  if (is_watched(p.vm, vm::kWatchPortRuns)) tracing_.profile().port_runs(p.id, false);
}

void EventHooks::on_port_event_end(PortTracee& p, Term what, SWord start_ns) {
  tracing_.watch().port_event_ended(p.id, what, p.vm.schedulers->clock().monotonic_ns() - start_ns);
}

void EventHooks::on_port_open(PortTracee& p, Term owner, Term name) {
  report_event(p, vm::kTracePorts, vm::am::open, owner, name);
}

void EventHooks::on_port_command(PortTracee& p, Term caller, std::string_view bytes) {
  HeapBuilder builder(Word{0});
  report_if(p, vm::kTraceReceive, vm::am::receive, every_session, [&](TracerFamily family) {
    const auto* data = reinterpret_cast<const vm::Byte*>(bytes.data());
    const Term request =
        builder.tuple(Term(vm::am::command), vm::make_binary(builder, data, bytes.size()));
    return TraceEvent{family, vm::am::receive, builder.tuple(caller, request), Term::none(),
                      Term::none()};
  });
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void EventHooks::on_port_request(PortTracee& p, Term caller, Term what, Term argument) {
  HeapBuilder builder(Word{0});
  report_if(p, vm::kTraceReceive, vm::am::receive, every_session, [&](TracerFamily family) {
    const Term request = argument.is_none() ? what : builder.tuple(what, argument);
    const Term received = caller.is_none() ? request : builder.tuple(caller, request);
    return TraceEvent{family, vm::am::receive, received, Term::none(), Term::none()};
  });
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void EventHooks::on_port_send(PortTracee& p, Term to, Term message) {
  const auto lets_some_through = [](const Session& session) {
    return session.filter(vm::kTraceSend).kind != MessageFilter::Kind::kNone;
  };
  const bool is_gone = to.is_local_pid() && p.vm.processes->find(to) == nullptr;
  const Term tag = is_gone ? Term(vm::am::send_to_non_existing_process) : Term(vm::am::send);
  report_if(p, vm::kTraceSend, tag, lets_some_through, [&](TracerFamily family) {
    return TraceEvent{family, tag, message, to, Term::none()};
  });
}

}  // namespace tracing
