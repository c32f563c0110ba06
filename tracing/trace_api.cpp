// What trace:* and the legacy functions do, in C++ terms.
#include "tracing/trace_api.h"

#include "tracing/delivery.h"
#include "tracing/event_hooks.h"
#include "tracing/flag_signal.h"
#include "tracing/function_report.h"
#include "tracing/option_flags.h"
#include "tracing/port_tracee.h"
#include "vm/code/tables.h"
#include "vm/proc/code_permission.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/term/copy.h"

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
                         exported->leads_to_stub(vm.code_index.active());
  return is_native ? &exported->info : nullptr;
}

/// The cleaner looks again after this time at the latest, as a receive waits no longer than weeks.
constexpr Word kLongestSweepMs = 86'400'000;

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

/// Answers an InfoSignal's asker: what sessions have set on a process, as a list of {SessionId,
/// Flags, TracerPid}.
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

 public:
  static Term settings_of(vm::HeapBuilder& builder, Process& p) {
    // An entry whose tracer is gone goes now (S7).
    for_entries_with(p, ~std::uint32_t{0}, [&](const TraceeEntry& entry) {
      return is_alive(p.vm, entry.setting.tracer);
    });
    Term list = Term::nil();
    if (p.tracing.state == nullptr) return list;
    for (const TraceeEntry& entry : p.tracing.state->entries) {
      list = builder.cons(builder.tuple(Term::small(static_cast<SWord>(entry.session->id)),
                                        Term::small(static_cast<SWord>(entry.setting.flags)),
                                        entry.setting.tracer.id),
                          list);
    }
    return list;
  }

 private:
  Vm& vm_;
  const Term asker_;
  const Word wait_;
  Term value_ = Term::none();
  vm::HeapFragment* fragment_ = nullptr;
};

/// Tells who asked for `delivered` when it is destroyed: by then all that the tracee had to tell is
/// in the tracer's queue.
class DeliveredSignal final : public vm::CallSignal {
 public:
  DeliveredSignal(Vm& vm, Term asker, Term tracee, Term ref)
      : vm::CallSignal([](Process&, vm::CallSignal&) {}), vm_(vm), asker_(asker) {
    vm::HeapBuilder builder(Word{16});
    value_ =
        builder.tuple(Term(vm::am::trace_delivered), tracee, vm::copy_term(builder, ref, nullptr));
    fragment_ = builder.take_fragments();
  }
  ~DeliveredSignal() override {
    vm::send_from_machine(vm_, Term::none(), asker_, value_, fragment_);
  }

 private:
  Vm& vm_;
  const Term asker_;
  Term value_;
  vm::HeapFragment* fragment_;
};

}  // namespace

Tracing::Tracing(Vm& vm)
    : vm_(vm),
      seq_(vm),
      watch_(vm),
      accounts_(std::make_unique<AccountTable>(*vm.progress, vm.schedulers->count())) {}
// The machine ends, nobody runs: what is still set goes with the code it is set on.
Tracing::~Tracing() {
  const auto drop = [this](vm::FuncInfo& info) {
    free_breakpoint(Breakpoint::of(info));
    info.breakpoint.store(nullptr, vm::kRelaxed);  // relaxed: the schedulers were joined
  };
  vm_.modules->for_each([&](vm::Module& module) {
    for (vm::FuncInfo* info : module.functions) drop(*info);
  });
  vm_.exports->for_each([&](vm::Export& e) { drop(e.info); });
}

CounterTable& Tracing::counters() {
  if (!counters_) counters_ = std::make_unique<CounterTable>(vm_.schedulers->count());
  return *counters_;
}

// --- sessions ---

/// The session is dead and in no table from here on.
bool Tracing::finish(Session& session) {
  if (!session.end()) return false;
  sessions_.remove(session);
  watch_.set(SharedRef<Session>(&session), {}, {});
  if (session.tracer.bounds) session.tracer.bounds->finish();
  return true;
}

bool Tracing::end_session(Session& session) {
  if (!finish(session)) return false;
  // acq_rel: who sweeps sees that the session is dead; one message for all that end until then.
  if (!needs_sweep_.exchange(true, vm::kAcqRel)) wake_cleaner();
  return true;
}

void Tracing::wake_cleaner() {
  const Term cleaner = cleaner_.load(vm::kRelaxed);  // relaxed: a value of its own
  if (cleaner.has_value())
    vm::send_from_machine(vm_, Term::none(), cleaner, vm::intern_atom("sweep").value(), nullptr);
}

vm::Operation Tracing::sweep(Process& p) {
  cleaner_.store(p.pid, vm::kRelaxed);  // relaxed: a value of its own
  std::optional<Word> next_ms;
  for (const SharedRef<Session>& session : sessions_.all()) {
    if (!session->tracer.bounds) continue;
    if (const auto ms = session->tracer.bounds->ms_left())
      next_ms = std::min(*ms, next_ms.value_or(kLongestSweepMs));
  }
  // acq_rel: pairs with end_session(). What ends from now on is for the next sweep.
  if (needs_sweep_.exchange(false, vm::kAcqRel)) {
    {
      vm::MutexLock lock(on_load_mutex_);
      std::erase_if(on_load_, [](const OnLoad& o) { return !o.spec.session->is_alive(); });
    }
    vm::Operation change = remove_dead_actions(p);
    while (!change.step()) co_await std::suspend_always{};
  }
  co_return next_ms ? Term::small(static_cast<SWord>(*next_ms)) : Term(vm::am::infinity);
}

vm::Operation Tracing::remove_dead_actions(Process& p) {
  BpSpec spec;
  spec.how = BpHow::kOff;
  spec.of_dead_sessions = true;
  return change_breakpoints(p, *this, {}, std::move(spec));
}

vm::Operation Tracing::destroy_session(Process& p, SharedRef<Session> session) {
  if (!finish(*session)) co_return vm::am::false_;
  // Flags first: nobody looks at breakpoints of a session without a flagged process. Entries of
  // dead sessions go with any change.
  const FlagChange change{session, false, ~std::uint32_t{0}, {}};
  const std::vector<Term> pids = vm_.processes->pids();
  auto countdown =
      vm::make_shared_ref<Countdown>(vm_, p.pid, vm::next_operation_wait(p), pids.size());
  for (const Term pid : pids) {
    if (pid == p.pid) {
      apply_change(p, change);
      countdown->arrive();
    } else {
      vm::push_signal(vm_, pid, std::make_unique<FlagSignal>(change, countdown));
    }
  }
  if (!countdown->arrive_as_waiter()) {
    while (!countdown->is_done()) co_await vm::woken(p);
  }
  if (vm_.ports != nullptr) change_port_flags(vm_.ports->all(), change);
  vm::Operation removal = remove_dead_actions(p);
  while (!removal.step()) co_await std::suspend_always{};
  co_return vm::am::true_;
}

// --- processes ---

vm::Operation Tracing::change_flags(Process& p, std::vector<Term> pids, FlagChange change,
                                    bool must_exist, Word already) {
  auto countdown =
      vm::make_shared_ref<Countdown>(vm_, p.pid, vm::next_operation_wait(p), pids.size());
  for (const Term pid : pids) {
    if (pid == p.pid) {
      if (apply_change(p, change)) countdown->count_success();
      countdown->arrive();
    } else {
      vm::push_signal(vm_, pid, std::make_unique<FlagSignal>(change, countdown));
    }
  }
  if (!countdown->arrive_as_waiter()) {
    while (!countdown->is_done()) co_await vm::woken(p);
  }
  if (must_exist && countdown->successes() == 0) co_return p.badarg();
  co_return Term::small(static_cast<SWord>(already + countdown->successes()));
}

bool Tracing::change_setting(TraceeSetting& setting, const FlagChange& change,
                             std::uint32_t meant) {
  setting = live_setting(setting);
  if (change.on) {
    if (!is_alive(vm_, change.tracer)) return false;
    setting.flags |= change.flags & meant;
    setting.tracer = change.tracer;
  } else {
    setting.flags &= ~change.flags;
  }
  if (setting.flags == 0) setting.tracer = {};
  return true;
}

void Tracing::change_new_processes(const FlagChange& change) {
  TraceeSetting setting = change.session->new_processes();
  if (!change_setting(setting, change, ~kPortFlags | kModifierFlags)) return;
  change.session->set_new_processes(setting);
  any_new_.store(true, vm::kRelaxed);  // relaxed: who creates a process meanwhile did so before
}

void Tracing::on_created(Process& p) {
  if (!any_new_.load(vm::kRelaxed)) return;  // relaxed: as above
  bool any = false;
  for (const SharedRef<Session>& session : sessions_.all()) {
    const TraceeSetting setting = live_setting(session->new_processes());
    if (setting.flags == 0) continue;
    any = true;
    apply_change(p, {session, true, setting.flags, setting.tracer});
  }
  if (!any) any_new_.store(false, vm::kRelaxed);  // relaxed: as above
}

TraceeSetting Tracing::live_setting(const TraceeSetting& setting) {
  return is_alive(vm_, setting.tracer) ? setting : TraceeSetting{};
}

Term Tracing::setting_info(Process& p, const TraceeSetting& given, Term item) {
  const TraceeSetting setting = live_setting(given);
  vm::HeapBuilder builder(p);
  if (item == vm::am::flags) return builder.tuple(item, flag_list(builder, setting.flags));
  return builder.tuple(
      item, setting.flags == 0 || setting.tracer.is_none() ? Term::nil() : setting.tracer.id);
}

Term Tracing::settings_or_ask(Process& p, Term pid) {
  if (pid == p.pid) {
    vm::HeapBuilder builder(p);
    return InfoSignal::settings_of(builder, p);
  }
  const Word wait = vm::next_operation_wait(p);
  vm::push_signal(vm_, pid, std::make_unique<InfoSignal>(vm_, p.pid, wait));
  return Term::none();
}

vm::Operation Tracing::process_info(Process& p, Term pid, SharedRef<Session> session, Term item) {
  Term settings = settings_or_ask(p, pid);
  if (settings.is_none()) settings = co_await vm::reply(p);
  if (settings.is_none()) co_return vm::am::undefined;
  TraceeSetting setting;
  for (; settings.is_cons(); settings = settings.as_cons().tail) {
    const vm::Tuple& entry = settings.as_cons().head.as_tuple();
    if (entry.elements[0].as_small() != static_cast<SWord>(session->id)) continue;
    setting = {static_cast<std::uint32_t>(entry.elements[1].as_small()), {entry.elements[2]}};
  }
  co_return setting_info(p, setting, item);
}

vm::Operation Tracing::sessions_of_process(Process& p, Term pid) {
  Term settings = settings_or_ask(p, pid);
  if (settings.is_none()) settings = co_await vm::reply(p);
  if (settings.is_none()) co_return vm::am::undefined;
  vm::HeapBuilder builder(p);
  Term list = Term::nil();
  for (; settings.is_cons(); settings = settings.as_cons().tail) {
    const auto id = static_cast<Word>(settings.as_cons().head.as_tuple().elements[0].as_small());
    const SharedRef<Session> session = sessions_.find(id);
    if (session) list = builder.cons(weak_handle(builder, *session), list);
  }
  co_return list;
}

// --- ports ---

Word Tracing::change_port_flags(const std::vector<Term>& ports, const FlagChange& change) {
  Word successes = 0;
  for (const Term port : ports) {
    vm_.ports->with_tracee(
        port, [&](vm::PortTracee& p) { successes += apply_change(p, change) ? 1 : 0; });
  }
  return successes;
}

void Tracing::change_new_ports(const FlagChange& change) {
  TraceeSetting setting = change.session->new_ports();
  if (change_setting(setting, change, kPortFlags)) change.session->set_new_ports(setting);
}

void Tracing::on_port_created(vm::PortTracee& p) {
  for (const SharedRef<Session>& session : sessions_.all()) {
    const TraceeSetting setting = live_setting(session->new_ports());
    if (setting.flags != 0) apply_change(p, {session, true, setting.flags, setting.tracer});
  }
}

Term Tracing::port_info(Process& p, Term port, const Session& session, Term item) {
  TraceeSetting setting;
  const bool is_open = vm_.ports->with_tracee(
      port, [&](vm::PortTracee& tracee) { setting = setting_of(tracee, session); });
  return is_open ? setting_info(p, setting, item) : Term(vm::am::undefined);
}

Term Tracing::sessions_of_port(Process& p, Term port) {
  std::vector<SharedRef<Session>> sessions;
  const bool is_open = vm_.ports->with_tracee(port, [&](vm::PortTracee& tracee) {
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

// --- functions ---

vm::Operation Tracing::function_info(Process& p, SharedRef<Session> session, vm::Mfa mfa,
                                     Term item) {
  const vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  FunctionReport report(p, FunctionReport::About::kFunction, item);
  for_actions(vm_, mfa, [&](const BpAction& action) {
    if (action.session == session) report.add(action);
  });
  co_return report.make(find_function(vm_, mfa) != nullptr);
}

vm::Operation Tracing::sessions_of_function(Process& p, vm::Mfa mfa) {
  const vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  if (find_function(vm_, mfa) == nullptr) co_return vm::am::undefined;
  std::vector<const Session*> seen;
  for_actions(vm_, mfa, [&](const BpAction& action) {
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

Term Tracing::delivered(Process& p, Term pid) {
  const Term ref = vm::make_ref(p);
  if (pid.has_value()) {
    vm::push_signal(vm_, pid, std::make_unique<DeliveredSignal>(vm_, p.pid, pid, ref));
  } else {
    // Every process that was telling something has left off when all schedulers have reported.
    auto* signal = new DeliveredSignal(vm_, p.pid, vm::am::all, ref);  // owner: the action below
    vm_.progress->later([signal] { delete signal; });                  // owner: this action
  }
  return ref;
}

// --- odds and ends ---

vm::MatchFunctionLookup Tracing::guard_lookup() {
  return [this](Term name, Word arity) -> vm::BifFn {
    const vm::Export* exported = vm_.exports->find(vm::am::erlang, name, arity);
    return exported == nullptr ? nullptr : exported->bif;
  };
}

Term Tracing::weak_handle(vm::HeapBuilder& builder, const Session& session) {
  if (session.is_legacy) return builder.tuple(Term(vm::am::legacy), Term(vm::am::default_));
  return builder.tuple(session.name, builder.unsigned_integer(session.id));
}

void install(Vm& vm) {
  auto tracing = std::make_unique<Tracing>(vm);
  vm.trace = std::make_unique<EventHooks>(*tracing);
  vm.code_observer = tracing.get();
  vm.tracing = std::move(tracing);
}

}  // namespace tracing
