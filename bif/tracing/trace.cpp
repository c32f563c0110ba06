// Natives of tracing: trace:*, the legacy erlang:trace/3 family, match_spec_test/3. Each decodes
// its terms into values of tracing/trace_api.h and leaves the rest to it.
#include "bif/natives.h"
#include "bif/tracing/trace_session.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/operation.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"
#include "vm/term/print.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>

namespace bif {

namespace {

using tracing::Session;
using tracing::Tracer;
using tracing::Tracing;
using vm::SharedRef;

Tracing& tracing_of(Process& p) { return Tracing::of(p.vm); }

BifResult run(Process& p, vm::Operation operation) {
  return p.suspend_on(std::make_unique<vm::Operation>(std::move(operation)));
}

// --- sessions ---

/// Whether this is, or was, a session's strong handle.
bool is_strong_handle(Term handle) {
  return handle.is_tuple_of(2) && handle.as_tuple().elements[1].is_tuple_of(2) &&
         vm::magic_object<tracing::SessionHandle>(handle.as_tuple().elements[0]) != nullptr;
}

}  // namespace

SharedRef<Session> session_of(Process& p, Term handle) {
  if (!handle.is_tuple_of(2)) return {};
  const vm::Tuple& pair = handle.as_tuple();
  if (pair.elements[1].is_tuple_of(2)) {
    const auto* strong = vm::magic_object<tracing::SessionHandle>(pair.elements[0]);
    if (strong == nullptr || !strong->session()->is_alive()) return {};
    return strong->session();
  }
  if (pair.elements[0] == am::legacy && pair.elements[1] == am::default_) {
    return SharedRef<Session>(&tracing_of(p).sessions().legacy());
  }
  if (!pair.elements[1].is_small() || pair.elements[1].as_small() < 0) return {};
  SharedRef<Session> session =
      tracing_of(p).sessions().find(static_cast<Word>(pair.elements[1].as_small()));
  return session && session->name == pair.elements[0] ? session : SharedRef<Session>();
}

namespace {

/// The bounds that a session may have (Z4); OTP knows no options. False: badarg.
bool bound_options(Term list, tracing::BoundOptions* options) {
  const auto number = [](Term value, Word* place) {
    *place = value.is_small() ? static_cast<Word>(value.as_small()) : 0;
    return value.is_small() && value.as_small() > 0;
  };
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (!option.is_tuple_of(2)) return false;
    const Term name = option.as_tuple().elements[0];
    const Term value = option.as_tuple().elements[1];
    if (name == am::overload) {
      if (!value.is_atom()) return false;
      const auto overload = tracing::overload_from(vm::atom_text(value));
      if (!overload) return false;
      options->overload = *overload;
      continue;
    }
    Word* const place = name == am::queue_limit  ? &options->queue_limit
                        : name == am::max_events ? &options->max_events
                        : name == am::max_rate   ? &options->max_rate
                        : name == am::stop_after ? &options->stop_after_ms
                                                 : nullptr;
    if (place == nullptr || !number(value, place)) return false;
  }
  return list.is_nil();
}

/// badarg with what is wrong, as the module that describes the errors of `trace` knows it, or that
/// of the functions in `erlang`, for the legacy session.
BifResult refused(Process& p, bool is_legacy, Term cause) {
  p.badarg();
  HeapBuilder builder(p);
  const Term module = is_legacy ? am::erl_erts_errors : am::erl_kernel_errors;
  vm::MapPair pairs[] = {{am::cause, cause}, {am::module, module}};
  p.raising.exception.error_info = vm::map_from_pairs(builder, pairs);
  return Term::none();
}
BifResult no_session(Process& p) { return refused(p, false, am::session); }

}  // namespace

BifResult trace_session_create_3(Process& p, const Args<3>& a) {
  Tracer tracer;
  tracing::BoundOptions bounds;
  // As OTP, which does not document it: with `undefined`, options name tracers as in the legacy
  // session.
  const bool is_tracer = a[1] == am::undefined || tracing::tracer_from(p.vm, a[1], &tracer);
  if (!a[0].is_atom() || !is_tracer || !bound_options(a[2], &bounds)) return p.badarg();
  if (a[2].is_cons() && !tracer.is_none())
    tracer.bounds = vm::make_shared_ref<tracing::Bounds>(p.vm, tracer.id, tracer.module, bounds);
  SharedRef<Session> session = tracing_of(p).sessions().create(a[0], tracer);
  if (bounds.stop_after_ms != 0) tracing_of(p).cleaner().wake();
  HeapBuilder builder(p);
  const Term weak = tracing::weak_handle(builder, *session);
  const auto handle = vm::make_shared_ref<tracing::SessionHandle>(tracing_of(p), session);
  return builder.tuple(vm::make_magic_ref(p.vm, builder, *handle, sizeof(Session)), weak);
}

BifResult trace_session_destroy_1(Process& p, const Args<1>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  // A strong handle whose session is gone was one once.
  if (!session)
    return is_strong_handle(a[0]) ? BifResult(am::false_) : refused(p, false, am::badopt);
  if (session->is_legacy) return refused(p, false, am::badopt);
  return run(p, tracing_of(p).cleaner().destroy(p, std::move(session)));
}

// --- processes ---

namespace {

bool is_one_of(Term t, std::initializer_list<Term> terms) {
  for (const Term term : terms) {
    if (t == term) return true;
  }
  return false;
}

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
  if (!processes) return Term::small(static_cast<SWord>(changed));
  if (tracees.to_come) return run(p, tracing.tracees().change_all(p, std::move(change), changed));
  return run(p, tracing.tracees().change(p, p.vm.processes->pids(), std::move(change),
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
    return run(p,
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

BifResult trace_process_4(Process& p, const Args<4>& a) {
  const Term target = name_among(a[1], am::processes, am::existing_processes, am::new_processes);
  if (!target.is_local_pid() && (!tracees_from(target).processes)) return p.badarg();
  SharedRef<Session> session = session_of(p, a[0]);
  if (!session) return no_session(p);
  return set_trace_flags(p, std::move(session), target, a[2], a[3]);
}

BifResult trace_port_4(Process& p, const Args<4>& a) {
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
  if (!function_options(p, list, &spec)) return refused(p, is_legacy, am::badopt);
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
  return run(p, tracing::change_breakpoints(p, tracing_of(p), pattern, std::move(spec)));
}

}  // namespace

BifResult trace_function_4(Process& p, const Args<4>& a) {
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

/// sonde_native:trace_sweep() -> Ms | infinity: removes what ended sessions have left, ends those
/// whose time is over, and returns when the time of the next one is over. The caller gets the
/// message `sweep` if it must call earlier.
BifResult native_trace_sweep_0(Process& p, const Args<0>&) {
  return run(p, tracing_of(p).cleaner().sweep(p));
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

/// sonde_native:create_file(Name) -> Fd | {error, errno}: an empty file for sonde_native:write/2.
BifResult native_create_file_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!vm::append_iodata(a[0], name)) return p.badarg();
  const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd >= 0) return Term::small(fd);
  HeapBuilder builder(p);
  return builder.tuple(Term(am::error), Term::small(errno));
}

// --- messages ---

namespace {

BifResult set_filter(Process& p, SharedRef<Session> session, vm::TraceFlag which, Term match_spec,
                     Term options) {
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
  if (!options.is_nil()) return refused(p, session->is_legacy, am::badopt);
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

// --- what is set ---

namespace {

bool is_mfa(Term t) {
  return t.is_tuple_of(3) && t.as_tuple().elements[0].is_atom() &&
         t.as_tuple().elements[1].is_atom() && t.as_tuple().elements[2].is_small();
}

BifResult trace_info(Process& p, SharedRef<Session> session, Term what, Term name) {
  Tracing& tracing = tracing_of(p);
  const bool is_process_item = name == am::flags || name == am::tracer;
  if (what.is_local_pid()) {
    return is_process_item ? run(p, tracing.info().of_process(p, what, std::move(session), name))
                           : p.badarg();
  }
  if (what.is_local_port()) {
    return is_process_item ? tracing.info().of_port(p, what, *session, name) : p.badarg();
  }
  if (is_one_of(what, {am::new_, am::new_processes, am::new_ports})) {
    if (!is_process_item) return p.badarg();
    const bool is_ports = what == am::new_ports;
    return tracing.info().of_new(
        p, is_ports ? tracing::TraceeKind::kPort : tracing::TraceeKind::kProcess, *session, name);
  }
  if (what == am::system) return name == am::all ? system_event_info(p, *session) : p.badarg();
  if (what == am::send || what == am::receive) {
    if (name != am::match_spec) return p.badarg();
    HeapBuilder builder(p);
    const tracing::MessageFilter& filter =
        session->filter(what == am::send ? vm::kTraceSend : vm::kTraceReceive);
    using Kind = tracing::MessageFilter::Kind;
    const Term value = filter.kind == Kind::kProgram
                           ? vm::copy_term(builder, filter.program->source(), p.vm.literals.get())
                           : vm::make_boolean(filter.kind == Kind::kAll);
    return builder.tuple(name, value);
  }
  const bool is_function = is_mfa(what);
  if (!is_function && what.is_tuple()) return p.badarg();
  if (!is_function && what != am::on_load) return refused(p, session->is_legacy, am::badopt);
  if (what == am::on_load) return tracing.info().of_on_load(p, *session, name);
  const vm::Tuple& mfa = what.as_tuple();
  const vm::Mfa function{mfa.elements[0], mfa.elements[1],
                         static_cast<Word>(mfa.elements[2].as_small())};
  return run(p, tracing.info().of_function(p, std::move(session), function, name));
}

}  // namespace

BifResult trace_info_3(Process& p, const Args<3>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  return session ? trace_info(p, std::move(session), a[1], a[2]) : no_session(p);
}

BifResult erlang_trace_info_2(Process& p, const Args<2>& a) {
  return trace_info(p, SharedRef<Session>(&tracing_of(p).sessions().legacy()), a[0], a[1]);
}

BifResult trace_session_info_1(Process& p, const Args<1>& a) {
  Tracing& tracing = tracing_of(p);
  if (a[0].is_local_pid()) return run(p, tracing.info().sessions_of_process(p, a[0]));
  if (a[0].is_local_port()) return tracing.info().sessions_of_port(p, a[0]);
  if (a[0].is_tuple()) {
    if (!is_mfa(a[0])) return p.badarg();
    const vm::Tuple& mfa = a[0].as_tuple();
    return run(
        p, tracing.info().sessions_of_function(p, {mfa.elements[0], mfa.elements[1],
                                                   static_cast<Word>(mfa.elements[2].as_small())}));
  }
  const bool is_new = a[0] == am::new_ || a[0] == am::new_processes;
  if (!is_new && !is_one_of(a[0], {am::all, am::send, am::receive, am::new_ports, am::on_load}))
    return refused(p, false, am::badopt);
  const std::vector<SharedRef<Session>> sessions = tracing.sessions().all();
  HeapBuilder builder(p);
  Term list = Term::nil();
  for (std::size_t n = sessions.size(); n-- > 0;) {
    if (is_new && sessions[n]->new_tracees(tracing::TraceeKind::kProcess).flags == 0) continue;
    if (a[0] == am::new_ports && sessions[n]->new_tracees(tracing::TraceeKind::kPort).flags == 0)
      continue;
    if (a[0] == am::on_load && !tracing.on_load().has(*sessions[n])) continue;
    list = builder.cons(tracing::weak_handle(builder, *sessions[n]), list);
  }
  return list;
}

BifResult trace_delivered_2(Process& p, const Args<2>& a) {
  if (const SharedRef<Session> session = session_of(p, a[0]); session && session->tracer.bounds)
    session->tracer.bounds->flush();
  // What a session that is gone has sent may still be on its way.
  if (!a[1].is_local_pid() && a[1] != am::all) {
    // The legacy function refuses it, as in OTP.
    return p.trap(p.vm.exports->get_or_create(am::erlang, am::trace_delivered, 1), {a[1]});
  }
  return tracing::request_delivered(p, a[1] == am::all ? Term::none() : a[1]);
}

BifResult erlang_trace_delivered_1(Process& p, const Args<1>& a) {
  if (!a[0].is_local_pid() && a[0] != am::all) return p.badarg();
  return tracing::request_delivered(p, a[0] == am::all ? Term::none() : a[0]);
}

// --- match_spec_test/3 ---

namespace {

/// As if nothing were traced, except that {display, T} displays.
class TestHost final : public vm::MatchHost {
 public:
  void display(Process&, Term value) override {
    const std::string text = vm::term_to_text(value, vm::PrintStyle::kDisplay) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
};

}  // namespace

BifResult erlang_match_spec_test_3(Process& p, const Args<3>& a) {
  const bool is_trace = a[2] == am::trace;
  if (!is_trace && a[2] != am::table) return p.badarg();
  auto program = vm::compile_match_spec(a[1], is_trace ? vm::MatchUse::kCall : vm::MatchUse::kTable,
                                        tracing_of(p).guard_lookup());
  if (!program.ok()) {
    HeapBuilder builder(p);
    std::vector<Term> messages;
    for (const std::string& text : program.error().messages) {
      messages.push_back(builder.tuple(Term(am::error), builder.string(text)));
    }
    return builder.tuple(Term(am::error), builder.list_from(messages));
  }
  std::vector<Term> arguments;
  if (is_trace) {
    Term rest = a[0];
    // As OTP: how the list ends does not matter, but it must be one.
    if (!rest.is_cons() && !rest.is_nil()) return p.badarg();
    for (; rest.is_cons(); rest = rest.as_cons().tail) arguments.push_back(rest.as_cons().head);
  }
  vm::MatchOutcome outcome;
  if (is_trace) {
    TestHost host;
    outcome = (*program)->run(p, arguments, host);
  } else {
    outcome.result = (*program)->run_on_object(p, a[0]);
  }
  HeapBuilder builder(p);
  Term flags = Term::nil();
  if (outcome.exception_trace) flags = builder.cons(am::exception_trace, flags);
  if (outcome.return_trace) flags = builder.cons(am::return_trace, flags);
  // The program goes now, and what it holds with it.
  const Term result = outcome.result.is_none()
                          ? Term(am::false_)
                          : vm::copy_term(builder, outcome.result, p.vm.literals.get());
  return builder.tuple(Term(am::ok), result, flags, Term::nil());
}

}  // namespace bif
