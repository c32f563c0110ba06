// Natives of sequential tracing and of system events: what seq_trace, erlang:system_monitor and
// trace:system/3 stand on. Each decodes its terms and leaves the rest to tracing.
#include "bif/natives.h"
#include "bif/system/system_flags.h"
#include "bif/tracing/trace_terms.h"
#include "vm/heap/list_view.h"
#include "vm/proc/process_table.h"

namespace bif {

namespace {

using tracing::Tracer;
using tracing::WatchSettings;

tracing::SeqTrace& seq_of(Process& p) { return tracing_of(p).seq(); }

}  // namespace

// --- sequential tracing ---

BifResult erlang_seq_trace_2(Process& p, const Args<2>& a) {
  const Term before = seq_of(p).set(p, a[0], a[1]);
  return before.has_value() ? before : p.badarg();
}

BifResult erlang_seq_trace_info_1(Process& p, const Args<1>& a) {
  const Term value = seq_of(p).info(p, a[0]);
  if (value.is_none()) return p.badarg();
  if (value.is_nil() && !seq_of(p).has_token(p)) return value;
  return HeapBuilder(p).tuple(a[0], value);
}

BifResult erlang_seq_trace_print_1(Process& p, const Args<1>& a) {
  return vm::make_boolean(seq_of(p).print(p, Term::none(), a[0]));
}

BifResult erlang_seq_trace_print_2(Process& p, const Args<2>& a) {
  return vm::make_boolean(seq_of(p).print(p, a[0], a[1]));
}

Term sequential_tracer(Process& p) {
  const Tracer tracer = seq_of(p).tracer();
  HeapBuilder builder(p);
  return tracer.is_none() ? Term(am::false_) : tracer.to_term(builder);
}

Term set_sequential_tracer(Process& p, Term term) {
  Tracer tracer;
  const bool is_tracer =
      tracing::tracer_from(p.vm, term, &tracer) && tracing::is_alive(p.vm, tracer, Term::none());
  if (!is_tracer && term != am::false_) return p.badarg();
  const Term before = sequential_tracer(p);
  seq_of(p).set_tracer(tracer);
  return before;
}

/// sonde_native:seq_trace_to(Session) -> ok: the session's tracer becomes the system tracer, and
/// the session's bounds hold for its events, as for others of the session. A process or port gets
/// the monotonic time of each, whatever its token says; a log has times of its own.
BifResult native_seq_trace_to_1(Process& p, const Args<1>& a) {
  const vm::SharedRef<tracing::Session> session = session_of(p, a[0]);
  if (!session || session->tracer.is_none()) return p.badarg();
  seq_of(p).set_tracer(session->tracer,
                       session->tracer.module ? 0U : std::uint32_t{vm::kTraceMonotonicTimestamp});
  return am::ok;
}

Term reset_sequential_trace(Process& p) {
  seq_of(p).reset();
  return am::true_;
}

// --- system events ---

namespace {

/// The options of erlang:system_monitor/2. False: badarg.
bool read_monitor_list(Term list, WatchSettings* settings) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option.is_atom()) {
      if (!tracing::set_watched_event(*settings, option, am::true_)) return false;
      continue;
    }
    if (!option.is_tuple_of(2)) return false;
    const Term value = option.as_tuple().elements[1];
    // Switches have no pair here, and nothing is turned off by name.
    if (value.is_atom() ||
        !tracing::set_watched_event(*settings, option.as_tuple().elements[0], value))
      return false;
  }
  return list.is_nil();
}

Term present_monitor(Process& p) {
  const tracing::SystemWatch& watch = tracing_of(p).watch();
  const Tracer monitor = watch.monitor();
  if (monitor.is_none()) return am::undefined;
  HeapBuilder builder(p);
  return builder.tuple(monitor.id, tracing::SystemWatch::to_list(builder, watch.settings(nullptr)));
}

BifResult change_monitor(Process& p, Term pid, Term list) {
  Tracer tracer;
  WatchSettings settings;
  if (!read_monitor_list(list, &settings)) return p.badarg();
  if (pid.is_local_pid() && p.vm.processes->find(pid) != nullptr) {
    tracer.id = pid;
  } else if (pid != am::undefined) {
    return p.badarg();
  }
  const Term before = present_monitor(p);
  tracing_of(p).watch().set({}, tracer, tracer.is_none() ? WatchSettings{} : settings);
  return before;
}

}  // namespace

BifResult system_monitor_0(Process& p, const Args<0>&) { return present_monitor(p); }

BifResult system_monitor_1(Process& p, const Args<1>& a) {
  if (a[0] == am::undefined) return change_monitor(p, a[0], Term::nil());
  if (!a[0].is_tuple_of(2)) return p.badarg();
  return change_monitor(p, a[0].as_tuple().elements[0], a[0].as_tuple().elements[1]);
}

BifResult system_monitor_2(Process& p, const Args<2>& a) { return change_monitor(p, a[0], a[1]); }

// --- profiling of the system ---

BifResult system_profile_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return tracing_of(p).profile().to_term(builder);
}

BifResult system_profile_2(Process& p, const Args<2>& a) {
  tracing::ProfileSettings settings;
  Tracer tracer;
  Term list = a[1];
  for (; list.is_cons(); list = list.as_cons().tail) {
    if (!tracing::set_profile_option(settings, list.as_cons().head)) return p.badarg();
  }
  if (!list.is_nil()) return p.badarg();
  if (a[0].is_local_pid() && p.vm.processes->find(a[0]) != nullptr) {
    tracer.id = a[0];
  } else if (a[0] != am::undefined) {
    return p.badarg();
  }
  const Term before = system_profile_0(p, Args<0>(nullptr));
  const bool tells =
      settings.processes || settings.ports || settings.schedulers || settings.exclusive;
  tracing_of(p).profile().set(tells ? tracer : Tracer{}, settings);
  return before;
}

// --- erts_trace_cleaner: the machine removes ended sessions itself, so OTP's process for it has
// nothing to do, and no other process may call these ---

BifResult trace_cleaner_check_0(Process&, const Args<0>&) { return am::false_; }
BifResult trace_cleaner_send_1(Process& p, const Args<1>&) { return p.notsup(); }

BifResult trace_system_3(Process& p, const Args<3>& a) {
  const vm::SharedRef<tracing::Session> session = session_of(p, a[0]);
  if (!session || session->tracer.id.is_none()) return p.badarg();
  tracing::SystemWatch& watch = tracing_of(p).watch();
  WatchSettings settings = watch.settings(session.get());
  if (!tracing::set_watched_event(settings, a[1], a[2])) return p.badarg();
  watch.set(session, session->tracer, settings);
  return am::ok;
}

Term system_event_info(Process& p, const tracing::Session& session) {
  HeapBuilder builder(p);
  const Term list =
      tracing::SystemWatch::to_list(builder, tracing_of(p).watch().settings(&session));
  return builder.tuple(Term(am::system), list);
}

}  // namespace bif
