// Putting together what trace:info/3 and trace:session_info/1 return.
#include "tracing/trace_info.h"

#include "tracing/delivery.h"
#include "tracing/function_report.h"
#include "tracing/option_flags.h"
#include "tracing/port_tracee.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/proc/code_permission.h"
#include "vm/proc/ports.h"
#include "vm/proc/question.h"
#include "vm/proc/send.h"
#include "vm/term/number.h"

#include <algorithm>

namespace tracing {

namespace {

/// The entry word's FuncInfo of a function: in its module, or the export's own for what is native
/// and in no module. Null where there is no such function.
vm::FuncInfo* find_function(Vm& vm, const vm::Mfa& mfa) {
  if (const vm::Module* module = vm.modules->current(mfa.module)) {
    if (vm::FuncInfo* info = module->find_function(mfa.function, mfa.arity)) return info;
  }
  vm::Export* exported = vm.exports->find(mfa.module, mfa.function, mfa.arity);
  const bool is_native = exported != nullptr && exported->bif != nullptr &&
                         exported->is_at_stub(vm.code_index.active());
  return is_native ? &exported->info : nullptr;
}

/// Calls f(action) for all active actions of a function: at its own word and at its export's.
template <class F>
void for_actions(Vm& vm, const vm::Mfa& mfa, F&& f) {
  vm::FuncInfo* own = find_function(vm, mfa);
  vm::Export* exported = vm.exports->find(mfa.module, mfa.function, mfa.arity);
  vm::FuncInfo* words[] = {
      own, exported == nullptr || &exported->info == own ? nullptr : &exported->info};
  for (vm::FuncInfo* info : words) {
    if (info == nullptr) continue;
    const Breakpoint* bp = Breakpoint::of(*info);
    if (bp == nullptr) continue;
    const unsigned generation = vm.bp_index.active();
    // relaxed: written by holders of the permission
    const bool exports_ended = bp->exports_ended[generation].load(vm::kRelaxed);
    for (const BpAction& action : bp->generations[generation]) {
      if (!exports_ended || !kinds_with(kAtExport).has(action.kind)) f(action);
    }
  }
}

/// What sessions have set on a process, as a list of {SessionId, Flags, Tracer}.
Term settings_of(vm::HeapBuilder& builder, Process& p) {
  // An entry whose tracer is gone goes now (S7).
  remove_entries_without_tracer(p, ~std::uint32_t{0});
  Term list = Term::nil();
  if (p.tracing.state == nullptr) return list;
  for (const TraceeEntry& entry : p.tracing.state->entries) {
    list =
        builder.cons(builder.tuple(vm::number(entry.session->id), vm::number(entry.setting.flags),
                                   entry.setting.tracer.to_term(builder)),
                     list);
  }
  return list;
}

/// Asks another process for its settings; the reply is none() where it is gone.
class InfoSignal final : public vm::CallSignal {
 public:
  InfoSignal(Vm& vm, Term asker, Word wait)
      : vm::CallSignal(&InfoSignal::answer), vm_(vm), asker_(asker), wait_(wait) {}
  ~InfoSignal() override {
    auto reply = std::make_unique<vm::ReplySignal>();
    reply->wait = wait_;
    reply->value = value_;
    reply->fragment = fragment_;
    vm::push_signal(vm_, asker_, std::move(reply));
  }

 private:
  static void answer(Process& receiver, vm::CallSignal& self) {
    auto& signal = static_cast<InfoSignal&>(self);
    vm::HeapBuilder builder(Word{32});
    signal.value_ = settings_of(builder, receiver);
    signal.fragment_ = builder.take_fragments();
  }

  Vm& vm_;
  const Term asker_;
  const Word wait_;
  Term value_ = Term::none();
  vm::HeapFragment* fragment_ = nullptr;
};

/// A process's settings of all sessions; none(): it was asked by a signal, and the operation that
/// calls this gets them as its reply.
Term settings_or_ask(Process& p, Term pid) {
  if (pid == p.pid) {
    vm::HeapBuilder builder(p);
    return settings_of(builder, p);
  }
  const Word wait = vm::next_operation_wait(p);
  vm::push_question(p, pid, std::make_unique<InfoSignal>(p.vm, p.pid, wait));
  return Term::none();
}

/// {flags, [...]} or {tracer, T}; `tracer` none(): there is none.
Term setting_term(vm::HeapBuilder& builder, std::uint32_t flags, Term tracer, Term item) {
  if (item == vm::am::flags) return builder.tuple(item, flag_list(builder, flags));
  return builder.tuple(item, flags == 0 || tracer.is_none() ? Term::nil() : tracer);
}
Term setting_term(Process& p, const TraceeSetting& setting, Term item) {
  vm::HeapBuilder builder(p);
  return setting_term(builder, setting.flags, setting.tracer.to_term(builder), item);
}

}  // namespace

vm::Operation TraceInfo::of_process(Process& p, Term pid, SharedRef<Session> session, Term item) {
  Term settings = settings_or_ask(p, pid);
  if (settings.is_none()) settings = co_await vm::reply(p);
  if (settings.is_none()) co_return vm::am::undefined;
  std::uint32_t flags = 0;
  Term tracer = Term::none();
  for (; settings.is_cons(); settings = settings.as_cons().tail) {
    const vm::Tuple& entry = settings.as_cons().head.as_tuple();
    if (entry.elements[0].as_small() != static_cast<SWord>(session->id)) continue;
    flags = static_cast<std::uint32_t>(entry.elements[1].as_small());
    tracer = entry.elements[2];
  }
  vm::HeapBuilder builder(p);
  co_return setting_term(builder, flags, tracer, item);
}

vm::Operation TraceInfo::sessions_of_process(Process& p, Term pid) {
  Term settings = settings_or_ask(p, pid);
  if (settings.is_none()) settings = co_await vm::reply(p);
  if (settings.is_none()) co_return vm::am::undefined;
  vm::HeapBuilder builder(p);
  Term list = Term::nil();
  for (; settings.is_cons(); settings = settings.as_cons().tail) {
    const auto id = static_cast<Word>(settings.as_cons().head.as_tuple().elements[0].as_small());
    const SharedRef<Session> session = tracing_.sessions().find(id);
    if (session) list = builder.cons(weak_handle(builder, *session), list);
  }
  co_return list;
}

Term TraceInfo::of_port(Process& p, Term port, const Session& session, Term item) {
  TraceeSetting setting;
  const bool is_open = tracing_.vm().ports->with_tracee(
      port, [&](vm::PortTracee& tracee) { setting = setting_of(tracee, session); });
  return is_open ? setting_term(p, setting, item) : Term(vm::am::undefined);
}

Term TraceInfo::of_new(Process& p, TraceeKind kind, Session& session, Term item) {
  return setting_term(p, tracing_.tracees().new_setting(kind, session), item);
}

Term TraceInfo::sessions_of_port(Process& p, Term port) {
  std::vector<SharedRef<Session>> sessions;
  const bool is_open = tracing_.vm().ports->with_tracee(port, [&](vm::PortTracee& tracee) {
    update_flags(tracee);
    if (const vm::PortTraceState* state = tracee.tracing.state.get()) {
      for (const TraceeEntry& entry : state->entries) sessions.push_back(entry.session);
    }
  });
  if (!is_open) return vm::am::undefined;
  vm::HeapBuilder builder(p);
  Term list = Term::nil();
  for (std::size_t n = sessions.size(); n-- > 0;)
    list = builder.cons(weak_handle(builder, *sessions[n]), list);
  return list;
}

vm::Operation TraceInfo::of_function(Process& p, SharedRef<Session> session, vm::Mfa mfa,
                                     Term item) {
  const vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  // What a call has measured is added when it returns, or its process's time slice ends. A process
  // that has sent a message continues while the receiver asks here: as in OTP, the figures come
  // after the end of all time slices that run now.
  const bool is_measured =
      item == vm::am::call_time || item == vm::am::call_memory || item == vm::am::all;
  bool is_traced = false;
  for_actions(tracing_.vm(), mfa,
              [&](const BpAction& action) { is_traced |= action.session == session; });
  if (is_measured && is_traced) co_await vm::thread_progress(p);
  FunctionReport report(p, FunctionReport::About::kFunction, item);
  for_actions(tracing_.vm(), mfa, [&](const BpAction& action) {
    if (action.session == session) report.add(action);
  });
  co_return report.make(find_function(tracing_.vm(), mfa) != nullptr);
}

Term TraceInfo::of_on_load(Process& p, const Session& session, Term item) {
  FunctionReport report(p, FunctionReport::About::kCodeToCome, item);
  const std::vector<BpAction> actions = tracing_.on_load().actions_of(session);
  for (const BpAction& action : actions) report.add(action);
  return report.make(true);
}

vm::Operation TraceInfo::sessions_of_function(Process& p, vm::Mfa mfa) {
  const vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  if (find_function(tracing_.vm(), mfa) == nullptr) co_return vm::am::undefined;
  std::vector<const Session*> seen;
  for_actions(tracing_.vm(), mfa, [&](const BpAction& action) {
    if (!action.session->is_alive()) return;
    if (std::ranges::find(seen, action.session.get()) == seen.end()) {
      seen.push_back(action.session.get());
    }
  });
  vm::HeapBuilder builder(p);
  Term list = Term::nil();
  for (const Session* session : seen) list = builder.cons(weak_handle(builder, *session), list);
  co_return list;
}

}  // namespace tracing
