// What is to be traced: the flags of processes and ports, functions, messages; by the module
// `trace` and the functions of `erlang`. Each BIF decodes its terms into values of
// tracing/trace_api.h and leaves the rest to it.
#include "bif/data/numbers.h"
#include "bif/tracing/trace_terms.h"
#include "vm/code/tables.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"

namespace bif {

using tracing::Session;
using tracing::Tracer;
using tracing::Tracing;
using vm::SharedRef;

// --- processes and ports ---

namespace {

/// The processes and ports that a name in place of a pid or port means.
struct Tracees {
  bool processes = false;
  bool ports = false;
  bool existing = false;
  bool to_come = false;
  bool is_known() const { return existing || to_come; }
};

Tracees tracees_from(Term name) {
  const bool only_processes =
      is_one_of(name, {am::processes, am::existing_processes, am::new_processes});
  const bool only_ports = is_one_of(name, {am::ports, am::existing_ports, am::new_ports});
  const bool all = is_one_of(name, {am::all, am::processes, am::ports});
  Tracees tracees;
  tracees.existing =
      all || is_one_of(name, {am::existing, am::existing_processes, am::existing_ports});
  tracees.to_come = all || is_one_of(name, {am::new_, am::new_processes, am::new_ports});
  tracees.processes = tracees.is_known() && !only_ports;
  tracees.ports = tracees.is_known() && !only_processes;
  return tracees;
}

/// Those that exist, as far as the flags say something of them: flags of processes alone leave
/// ports out, and the reverse.
BifResult set_existing(Process& p, const Tracees& tracees, tracing::FlagChange change) {
  using tracing::kModifierFlags;
  using tracing::kPortFlags;
  Tracing& tracing = tracing_of(p);
  const bool modifies = (change.flags & kModifierFlags) != 0;
  const bool processes = tracees.processes && (modifies || (change.flags & ~kPortFlags) != 0);
  const bool ports =
      tracees.ports && (modifies || (change.flags & kPortFlags & ~kModifierFlags) != 0);
  const Word changed = ports ? tracing.tracees().change_ports(p.vm.ports->all(), change) : 0;
  if (!processes) return number(changed);
  if (tracees.to_come)
    return p.suspend_on(tracing.tracees().change_all(p, std::move(change), changed));
  return p.suspend_on(tracing.tracees().change(p, p.vm.processes->pids(), std::move(change),
                                               tracing::MustExist::kNo, changed));
}

BifResult set_trace_flags(Process& p, SharedRef<Session> session, Term target, Term how,
                          Term list) {
  tracing::TraceOptions options;
  const auto names_tracer = static_cast<tracing::NamesTracer>(!session->has_own_tracer());
  if (!tracing::parse_trace_options(p.vm, list, names_tracer, &options))
    return refused(p, session->is_legacy, am::badopt);
  if (how != am::true_ && how != am::false_) return p.badarg();
  // The processor's time is everybody's, so it is for the one session that all share (P13).
  if (options.processor_time && (!session->is_legacy || target != am::all)) return p.badarg();
  Tracer tracer = session->has_own_tracer() ? session->tracer : options.tracer;
  if (tracer.is_none()) tracer.id = p.pid;
  tracing::FlagChange change{session, how == am::true_, options.flags, tracer};
  Tracing& tracing = tracing_of(p);
  if (target.is_local_pid()) {
    if (p.vm.processes->find(target) == nullptr) return p.badarg();
    return p.suspend_on(
        tracing.tracees().change(p, {target}, std::move(change), tracing::MustExist::kYes));
  }
  if (target.is_local_port()) {
    if (tracing.tracees().change_ports({target}, change) == 0) return p.badarg();
    return Term::small(1);
  }
  const Tracees tracees = tracees_from(target);
  if (!tracees.is_known()) return p.badarg();
  if (options.processor_time) tracing.clock().stamp_processor_time(how == am::true_);
  if (tracees.to_come && tracees.processes)
    tracing.tracees().change_new(tracing::TraceeKind::kProcess, change);
  if (tracees.to_come && tracees.ports)
    tracing.tracees().change_new(tracing::TraceeKind::kPort, change);
  return tracees.existing ? set_existing(p, tracees, std::move(change)) : Term::small(0);
}

/// trace:process/4 and trace:port/4 say `all` for what all of their kind are called elsewhere.
Term name_among(Term name, Term all, Term existing, Term to_come) {
  return name == am::all        ? all
         : name == am::existing ? existing
         : name == am::new_     ? to_come
                                : name;
}

}  // namespace

namespace {

/// As OTP's module `trace`: the first tracer module that `options` name and that is not loaded is
/// loaded, by calling its function enabled/3. Then trace:`function` is called again with
/// `arguments`. False: there is nothing to load, and nothing has happened.
bool load_tracer(Process& p, Term options, Term name, Term function, const Args<4>& arguments) {
  const SharedRef<Session> session = session_of(p, arguments[0]);
  if (session && session->has_own_tracer()) return false;  // options may not name another
  for (; options.is_cons(); options = options.as_cons().tail) {
    const Term option = options.as_cons().head;
    if (!option.is_tuple_of(3) || option.as_tuple().elements[0] != name) continue;
    const Term module = option.as_tuple().elements[1];
    if (!module.is_atom()) continue;
    p.see_newest_code();
    if (p.vm.modules->current(module, p.code_index) != nullptr) continue;
    const Term list = HeapBuilder(p).list_from({arguments.begin(), arguments.end()});
    p.trap(p.vm.exports->get_or_create(am::sonde_internals, am::with_tracer_module, 4),
           {module, option.as_tuple().elements[2], function, list});
    return true;
  }
  return false;
}

}  // namespace

BifResult trace_process_4(Process& p, const Args<4>& a) {
  if (load_tracer(p, a[3], am::tracer, am::process, a)) return Term::none();
  const Term target = name_among(a[1], am::processes, am::existing_processes, am::new_processes);
  if (!target.is_local_pid() && (!tracees_from(target).processes)) return p.badarg();
  SharedRef<Session> session = session_of(p, a[0]);
  if (!session) return no_session(p);
  return set_trace_flags(p, std::move(session), target, a[2], a[3]);
}

BifResult trace_port_4(Process& p, const Args<4>& a) {
  if (load_tracer(p, a[3], am::tracer, am::port, a)) return Term::none();
  const Term target = name_among(a[1], am::ports, am::existing_ports, am::new_ports);
  if (!target.is_local_port() && !tracees_from(target).ports) return p.badarg();
  SharedRef<Session> session = session_of(p, a[0]);
  if (!session) return no_session(p);
  return set_trace_flags(p, std::move(session), target, a[2], a[3]);
}

BifResult erts_internal_trace_3(Process& p, const Args<3>& a) {
  return set_trace_flags(p, SharedRef<Session>(&tracing_of(p).sessions().legacy()), a[0], a[1],
                         a[2]);
}

BifResult erts_internal_trace_4(Process& p, const Args<4>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  return session ? set_trace_flags(p, std::move(session), a[1], a[2], a[3]) : no_session(p);
}

// --- functions ---

namespace {

/// A program, or what went wrong in the process.
bool compile(Process& p, const Session& session, Term source, vm::MatchUse use,
             SharedRef<vm::MatchProgram>* program) {
  auto result = vm::compile_match_spec(source, use, tracing_of(p).guard_lookup());
  if (result.ok()) {
    *program = std::move(result).value();
    return true;
  }
  static_cast<void>(result.error().too_deep ? p.system_limit()
                                            : refused(p, session.is_legacy, am::match_spec));
  return false;
}

/// Whether a pattern is for code that is loaded, or for what will be.
enum class CodeToCome : bool { kNo, kYes };

bool pattern_from(Term mfa, tracing::BpPattern* pattern) {
  if (!mfa.is_tuple_of(3)) return false;
  const vm::Tuple& parts = mfa.as_tuple();
  const Term module = parts.elements[0], function = parts.elements[1], arity = parts.elements[2];
  if (!module.is_atom() || !function.is_atom() || !(arity.is_small() || arity == am::underscore))
    return false;
  // A wildcard makes all that follows one (F1).
  if (module == am::underscore && (function != am::underscore || arity != am::underscore))
    return false;
  if (function == am::underscore && arity != am::underscore) return false;
  if (module != am::underscore) pattern->module = module;
  if (function != am::underscore) pattern->function = function;
  if (arity.is_small()) {
    if (arity.as_small() < 0)
      pattern->arity = SWord{1} << 40;  // matches nothing
    else
      pattern->arity = arity.as_small();
  }
  return true;
}

/// The kinds that a list of options names. False: badopt.
bool function_options(Process& p, Term list, tracing::BpSpec* spec) {
  using tracing::BpKind;
  const bool has_tracer = spec->session->has_own_tracer();
  const tracing::BpKindSet with_tracer = kinds_with(tracing::kOwnTracer);
  for (; list.is_cons(); list = list.as_cons().tail) {
    Term option = list.as_cons().head;
    // Without a tracer of the session, options name that of a kind that has its own.
    Tracer tracer = has_tracer ? spec->session->tracer : Tracer{p.pid};
    const bool names_tracer = !has_tracer && (option.is_tuple_of(2) || option.is_tuple_of(3));
    if (names_tracer) {
      const Term name = option.as_tuple().elements[0];
      if (!tracing::tracer_from_option(p.vm, option, name, &tracer)) return false;
      option = name;
    }
    const std::optional<BpKind> kind = tracing::kind_of_option(option);
    if (!kind || (names_tracer && !with_tracer.has(*kind))) return false;
    spec->kinds.insert(*kind);
    if (with_tracer.has(*kind)) spec->own_tracer = tracer;
  }
  if (spec->kinds.is_empty()) spec->kinds.insert(BpKind::global);
  // What sits at exports excludes the rest (F3).
  const bool is_mixed = !(spec->kinds - kinds_with(tracing::kAtExport)).is_empty();
  return list.is_nil() && !(is_mixed && spec->is_at_exports());
}

BifResult set_functions(Process& p, SharedRef<Session> session, Term mfa, Term match_spec,
                        Term list, CodeToCome code = CodeToCome::kNo) {
  tracing::BpPattern pattern;
  tracing::BpSpec spec;
  spec.session = std::move(session);
  const bool is_legacy = spec.session->is_legacy;
  if (!function_options(p, list, &spec)) return refused(p, is_legacy, am::badopt);
  if (match_spec == am::false_) {
    spec.how = tracing::BpHow::kOff;
  } else if (match_spec == am::restart) {
    spec.how = tracing::BpHow::kRestart;
  } else if (match_spec == am::pause) {
    spec.how = tracing::BpHow::kPause;
  } else if (match_spec.is_cons()) {
    if (!compile(p, *spec.session, match_spec, vm::MatchUse::kCall, &spec.program))
      return Term::none();
  } else if (match_spec != am::true_ && !match_spec.is_nil()) {
    return refused(p, is_legacy, am::match_spec);
  }
  // Figures alone are of all calls.
  if (spec.program && !spec.turns_on_reports()) return refused(p, is_legacy, am::call_count);
  if (mfa == am::on_load) {
    tracing_of(p).on_load().set({}, std::move(spec));
    return Term::small(0);
  }
  if (!pattern_from(mfa, &pattern)) return refused(p, is_legacy, am::none);
  if (code == CodeToCome::kYes) {
    tracing_of(p).on_load().set(pattern, std::move(spec));
    return am::ok;
  }
  return p.suspend_on(tracing::change_breakpoints(p, tracing_of(p), pattern, std::move(spec)));
}

}  // namespace

BifResult trace_function_4(Process& p, const Args<4>& a) {
  if (load_tracer(p, a[3], am::meta, am::function, a)) return Term::none();
  SharedRef<Session> session = session_of(p, a[0]);
  return session ? set_functions(p, std::move(session), a[1], a[2], a[3]) : no_session(p);
}

/// sonde_native:trace_on_load(Session, Mfa, MatchSpec, Options) -> ok: as trace:function/4, for
/// code that is loaded from now on.
BifResult native_trace_on_load_4(Process& p, const Args<4>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  if (!session) return p.badarg();
  return set_functions(p, std::move(session), a[1], a[2], a[3], CodeToCome::kYes);
}

/// sonde_native:trace_call_counts(Session) -> [{{M, F, A}, N}]: see tracing::call_counts().
BifResult native_trace_call_counts_1(Process& p, const Args<1>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  if (!session) return p.badarg();
  return p.suspend_on(tracing::call_counts(p, tracing_of(p), std::move(session)));
}

/// sonde_native:trace_sweep() -> Ms | infinity: removes what ended sessions have left, ends those
/// whose time is over, and returns when the time of the next one is over. The caller gets the
/// message `sweep` if it must call earlier.
BifResult native_trace_sweep_0(Process& p, const Args<0>&) {
  return p.suspend_on(tracing_of(p).cleaner().sweep(p));
}

/// sonde_native:trace_step_times() -> {Steps, LongestNs} of changes of breakpoints since the
/// last call.
BifResult native_trace_step_times_0(Process& p, const Args<0>&) {
  tracing::StepTimes& times = tracing_of(p).step_times();
  HeapBuilder builder(p);
  const Term result = builder.tuple(builder.unsigned_integer(times.batches()),
                                    builder.unsigned_integer(times.longest_ns()));
  times.reset();
  return result;
}

/// sonde_native:trace_steps(IsOn) -> [{Change, Step, StartNs, Ns, Sites, [Scheduler]}]: the steps
/// of changes of breakpoints that have ended since the last call, while it said `true`; of a wait,
/// the schedulers that ran a process when it began.
BifResult native_trace_steps_1(Process& p, const Args<1>& a) {
  if (!is_one_of(a[0], {am::true_, am::false_})) return p.badarg();
  const auto steps = tracing_of(p).step_log().turn(a[0] == am::true_);
  HeapBuilder builder(p);
  std::vector<Term> terms;
  for (const tracing::ChangeStep& step : steps) {
    std::vector<Term> schedulers;
    for (const unsigned index : step.waits_for) schedulers.push_back(number(index));
    terms.push_back(builder.tuple(builder.unsigned_integer(step.change), number(step.number),
                                  builder.integer(step.start_ns), builder.integer(step.ns),
                                  builder.unsigned_integer(step.sites),
                                  builder.list_from(schedulers)));
  }
  return builder.list_from(terms);
}

/// sonde_native:breakpoints() -> [{{M, F, A}, Place, Engine, Before, Now, [{Session, Kind,
/// IsPaused}]}]: see tracing::list_breakpoints().
BifResult native_breakpoints_0(Process& p, const Args<0>&) {
  return p.suspend_on(tracing::list_breakpoints(p, tracing_of(p)));
}

// --- messages ---

namespace {

BifResult set_filter(Process& p, SharedRef<Session> session, vm::TraceFlag which, Term match_spec,
                     Term options) {
  if (!options.is_nil()) return refused(p, session->is_legacy, am::badopt);
  tracing::MessageFilter filter;
  if (match_spec == am::false_) {
    filter.kind = tracing::MessageFilter::Kind::kNone;
  } else if (match_spec.is_cons()) {
    filter.kind = tracing::MessageFilter::Kind::kProgram;
    const vm::MatchUse use = which == vm::kTraceSend ? vm::MatchUse::kSend : vm::MatchUse::kReceive;
    if (!compile(p, *session, match_spec, use, &filter.program)) return Term::none();
  } else if (match_spec != am::true_ && !match_spec.is_nil()) {
    return refused(p, session->is_legacy, am::match_spec);
  }
  session->set_filter(p.vm, which, std::move(filter));
  return Term::small(1);
}

/// trace_pattern of the legacy API and of OTP's own `trace` module: events and functions in one.
BifResult set_pattern(Process& p, SharedRef<Session> session, Term what, Term match_spec,
                      Term options) {
  if (what == am::send)
    return set_filter(p, std::move(session), vm::kTraceSend, match_spec, options);
  if (what == am::receive)
    return set_filter(p, std::move(session), vm::kTraceReceive, match_spec, options);
  return set_functions(p, std::move(session), what, match_spec, options);
}

}  // namespace

BifResult trace_send_3(Process& p, const Args<3>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  return session ? set_filter(p, std::move(session), vm::kTraceSend, a[1], a[2]) : no_session(p);
}

BifResult trace_recv_3(Process& p, const Args<3>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  return session ? set_filter(p, std::move(session), vm::kTraceReceive, a[1], a[2]) : no_session(p);
}

BifResult erts_internal_trace_pattern_3(Process& p, const Args<3>& a) {
  return set_pattern(p, SharedRef<Session>(&tracing_of(p).sessions().legacy()), a[0], a[1], a[2]);
}

BifResult erts_internal_trace_pattern_4(Process& p, const Args<4>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  return session ? set_pattern(p, std::move(session), a[1], a[2], a[3]) : no_session(p);
}

}  // namespace bif
