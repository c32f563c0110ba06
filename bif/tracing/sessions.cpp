// Sessions of the module `trace`: handles, creating and destroying them, what belongs to each, and
// trace:delivered/2.
#include "bif/tracing/trace_terms.h"
#include "vm/code/tables.h"
#include "vm/heap/magic_ref.h"
#include "vm/term/map.h"

#include <algorithm>

namespace bif {

using tracing::Session;
using tracing::Tracer;
using tracing::Tracing;
using vm::SharedRef;

Tracing& tracing_of(Process& p) { return Tracing::of(p.vm); }

bool is_one_of(Term t, std::initializer_list<Term> terms) {
  return std::ranges::find(terms, t) != terms.end();
}

std::optional<vm::Mfa> mfa_from(Term t) {
  if (!t.is_tuple_of(3)) return std::nullopt;
  const vm::Tuple& mfa = t.as_tuple();
  const Term arity = mfa.elements[2];
  if (!mfa.elements[0].is_atom() || !mfa.elements[1].is_atom() || !arity.is_small())
    return std::nullopt;
  return vm::Mfa{mfa.elements[0], mfa.elements[1], static_cast<Word>(arity.as_small())};
}

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

BifResult refused(Process& p, bool is_legacy, Term cause) {
  p.badarg();
  HeapBuilder builder(p);
  const Term module = is_legacy ? am::erl_erts_errors : am::erl_kernel_errors;
  vm::MapPair pairs[] = {{am::cause, cause}, {am::module, module}};
  p.raising.exception.error_info = vm::map_from_pairs(builder, pairs);
  return Term::none();
}

BifResult no_session(Process& p) { return refused(p, false, am::session); }

namespace {

/// Whether this is, or was, a session's strong handle.
bool is_strong_handle(Term handle) {
  return handle.is_tuple_of(2) && handle.as_tuple().elements[1].is_tuple_of(2) &&
         vm::magic_object<tracing::SessionHandle>(handle.as_tuple().elements[0]) != nullptr;
}

/// What of events a session gets: {max_arg, Bytes}, {arg, N}, {result, false}. False: another
/// option, or a bad value.
bool capture_option(Term name, Term value, tracing::Capture* capture) {
  const std::string_view text = name.is_atom() ? vm::atom_text(name) : "";
  if (text == "result") {
    capture->has_result = value != am::false_;
    return value == am::true_ || value == am::false_;
  }
  if (!value.is_small() || value.as_small() <= 0) return false;
  const auto number = static_cast<Word>(value.as_small());
  if (text == "max_arg") {
    capture->max_bytes = number;
    return number <= tracing::Capture::kMaxBytes;
  }
  if (text == "arg") {
    capture->argument = number;
    return number <= 255;
  }
  return false;
}

/// {uncounted, return_from | exception_from}. False: another option, or a bad value.
bool uncounted_option(Term name, Term value, tracing::BoundOptions* options) {
  if (!name.is_atom() || vm::atom_text(name) != "uncounted") return false;
  if (value == am::return_from) options->counts_returns = false;
  if (value == am::exception_from) options->counts_exceptions = false;
  return value == am::return_from || value == am::exception_from;
}

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
    if (name.is_atom() && vm::atom_text(name) == "tail_calls") {
      options->keeps_tail_calls = value == am::true_;
      if (value != am::true_ && value != am::false_) return false;
      continue;
    }
    Word* const place = name == am::queue_limit  ? &options->queue_limit
                        : name == am::max_events ? &options->max_events
                        : name == am::max_rate   ? &options->max_rate
                        : name == am::stop_after ? &options->stop_after_ms
                                                 : nullptr;
    const bool is_taken = place != nullptr ? number(value, place)
                                           : capture_option(name, value, &options->capture) ||
                                                 uncounted_option(name, value, options);
    if (!is_taken) return false;
  }
  return list.is_nil();
}

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
  return p.suspend_on(tracing_of(p).cleaner().destroy(p, std::move(session)));
}

BifResult trace_session_info_1(Process& p, const Args<1>& a) {
  Tracing& tracing = tracing_of(p);
  if (a[0].is_local_pid()) return p.suspend_on(tracing.info().sessions_of_process(p, a[0]));
  if (a[0].is_local_port()) return tracing.info().sessions_of_port(p, a[0]);
  if (a[0].is_tuple()) {
    const std::optional<vm::Mfa> function = mfa_from(a[0]);
    return function ? p.suspend_on(tracing.info().sessions_of_function(p, *function)) : p.badarg();
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

}  // namespace bif
