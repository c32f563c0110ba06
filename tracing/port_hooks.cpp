// The part of the seam that ports report through (O2). Messages of a port pass a session's filter
// of `send` only where it lets none through; its match specs are for processes, as in OTP.
#include "tracing/delivery.h"
#include "tracing/event_hooks.h"
#include "tracing/port_tracee.h"
#include "vm/heap/binary.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

/// The event to all sessions that have the flag on the port and for which `wants` holds.
template <class Wants>
void report_if(PortTracee& p, vm::TraceFlag flag, Wants&& wants, const TraceEvent& event) {
  const vm::PortTraceState* state = p.tracing.state.get();
  if (state == nullptr) return;
  bool changed = false;
  for (const TraceeEntry& entry : state->entries) {
    if ((entry.setting.flags & flag) == 0) continue;
    const bool is_there = entry.session->is_alive() &&
                          (!wants(*entry.session) ||
                           deliver(p.vm, entry.setting.tracer, p.id, entry.setting.flags, event));
    changed = changed || !is_there;
  }
  if (changed) update_flags(p);
}

}  // namespace

void EventHooks::report_event(PortTracee& p, vm::TraceFlag flag, Term tag, Term first,
                              Term second) {
  report_if(p, flag, [](const Session&) { return true; }, {tag, first, second, Term::none()});
}

void EventHooks::on_port_created(PortTracee& p) { tracing_.tracees().on_created(p); }

void EventHooks::on_port_freed(PortTracee& p) {
  p.tracing.state.reset();
  p.tracing.flags.store(0, vm::kRelaxed);  // relaxed: under the port's lock
}

void EventHooks::on_port_open(PortTracee& p, Term owner, Term name) {
  report_event(p, vm::kTracePorts, vm::am::open, owner, name);
}

void EventHooks::on_port_command(PortTracee& p, Term caller, std::string_view bytes) {
  HeapBuilder builder(Word{16});
  const auto* data = reinterpret_cast<const vm::Byte*>(bytes.data());
  on_port_request(p, caller, vm::am::command, vm::make_binary(builder, data, bytes.size()));
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void EventHooks::on_port_request(PortTracee& p, Term caller, Term what, Term argument) {
  HeapBuilder builder(Word{8});
  const Term request = argument.is_none() ? what : builder.tuple(what, argument);
  report_event(p, vm::kTraceReceive, vm::am::receive, builder.tuple(caller, request));
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void EventHooks::on_port_send(PortTracee& p, Term to, Term message) {
  const auto lets_some_through = [](const Session& session) {
    return session.filter(vm::kTraceSend).kind != MessageFilter::Kind::kNone;
  };
  report_if(p, vm::kTraceSend, lets_some_through, {vm::am::send, message, to, Term::none()});
}

}  // namespace tracing
