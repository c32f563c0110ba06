// What is traced: trace:info/3 and the functions of `erlang`.
#include "bif/tracing/trace_terms.h"
#include "vm/term/copy.h"

namespace bif {

using tracing::Session;
using tracing::Tracer;
using tracing::Tracing;
using vm::SharedRef;

namespace {

BifResult trace_info(Process& p, SharedRef<Session> session, Term what, Term name) {
  Tracing& tracing = tracing_of(p);
  const bool is_process_item = name == am::flags || name == am::tracer;
  if (what.is_local_pid()) {
    return is_process_item
               ? p.suspend_on(tracing.info().of_process(p, what, std::move(session), name))
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
  if (what == am::on_load) return tracing.info().of_on_load(p, *session, name);
  const std::optional<vm::Mfa> function = mfa_from(what);
  if (function)
    return p.suspend_on(tracing.info().of_function(p, std::move(session), *function, name));
  return what.is_tuple() ? p.badarg() : refused(p, session->is_legacy, am::badopt);
}

}  // namespace

BifResult trace_info_3(Process& p, const Args<3>& a) {
  SharedRef<Session> session = session_of(p, a[0]);
  return session ? trace_info(p, std::move(session), a[1], a[2]) : no_session(p);
}

BifResult erlang_trace_info_2(Process& p, const Args<2>& a) {
  return trace_info(p, SharedRef<Session>(&tracing_of(p).sessions().legacy()), a[0], a[1]);
}

}  // namespace bif
