// Changes of flags, on existing processes and ports and on those to come.
#include "tracing/tracees.h"

#include "tracing/delivery.h"
#include "tracing/flag_signal.h"
#include "tracing/trace_api.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/question.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/number.h"

#include <algorithm>

namespace tracing {

vm::Operation Tracees::change(Process& p, std::vector<Term> pids, FlagChange change,
                              MustExist must_exist, Word already) {
  Vm& vm = tracing_.vm();
  auto countdown =
      vm::make_shared_ref<Countdown>(vm, p.pid, vm::next_operation_wait(p), pids.size());
  for (const Term pid : pids) {
    if (pid == p.pid) {
      if (apply_change(p, change)) countdown->count_success();
      countdown->arrive();
    } else {
      vm::push_question(p, pid, std::make_unique<FlagSignal>(change, countdown));
    }
  }
  // The last arrival sends a wake-up. The operation waits for it even if it is on its way by now:
  // one that was left behind would end the next operation's wait, which has the same number.
  if (!countdown->arrive_as_waiter()) {
    p.scheduler->stress_delay();
    co_await vm::woken(p);
  }
  VM_ASSERT(countdown->is_done(), "only the last arrival ends the wait");
  if (must_exist == MustExist::kYes && countdown->successes() == 0) co_return p.badarg();
  co_return vm::number(already + countdown->successes());
}

vm::Operation Tracees::change_all(Process& p, FlagChange change, Word already) {
  // Wait: a process that was created with the previous setting for new processes is in the table
  // when the scheduler that created it next reports progress.
  co_await vm::thread_progress(p);
  co_return co_await this->change(p, tracing_.vm().processes->pids(), std::move(change),
                                  MustExist::kNo, already);
}

Word Tracees::change_ports(const std::vector<Term>& ports, const FlagChange& change) {
  Word successes = 0;
  for (const Term port : ports) {
    tracing_.vm().ports->with_tracee(
        port, [&](vm::PortTracee& p) { successes += apply_change(p, change) ? 1 : 0; });
  }
  return successes;
}

void Tracees::change_new(TraceeKind kind, const FlagChange& change) {
  const std::uint32_t meant =
      kind == TraceeKind::kProcess ? ~kPortFlags | kModifierFlags : kPortFlags;
  TraceeSetting old, setting;
  do {
    old = change.session->new_tracees(kind);
    // As OTP: an old module is not asked, and is not known to be gone before something is created.
    setting = is_gone(tracing_.vm(), old.tracer) ? TraceeSetting{} : old;
    if (change.on) {
      if (!is_alive(tracing_.vm(), change.tracer, Term::none())) return;
      setting.flags |= change.flags & meant;
      setting.tracer = change.tracer;
    } else {
      setting.flags &= ~change.flags;
    }
    if (setting.flags == 0) setting.tracer = {};
  } while (!change.session->replace_new_tracees(kind, old, setting));
  publish(kind);
}

bool Tracees::is_given(TraceeKind kind, Session& session, const TraceeSetting& setting) {
  if (is_alive(tracing_.vm(), setting.tracer, Term::none())) return true;
  // A module may come back, and does not get its tracees again. A change meanwhile is newer.
  if (session.replace_new_tracees(kind, setting, {})) publish(kind);
  return false;
}

TraceeSetting Tracees::new_setting(TraceeKind kind, Session& session) {
  TraceeSetting setting = session.new_tracees(kind);
  return !setting.tracer.is_none() && is_given(kind, session, setting) ? setting : TraceeSetting{};
}

Tracees::~Tracees() {
  // relaxed: no other thread has this object any more
  for (auto& gifts : gifts_) delete gifts.load(vm::kRelaxed);  // owner: this object
}

std::unique_ptr<Tracees::Gifts> Tracees::gifts_of_sessions(TraceeKind kind) const {
  auto gifts = std::make_unique<Gifts>();
  for (const SharedRef<Session>& session : tracing_.sessions().all()) {
    TraceeSetting setting = session->new_tracees(kind);
    if (setting.flags != 0) gifts->push_back({session, std::move(setting)});
  }
  if (gifts->empty()) gifts.reset();
  return gifts;
}

void Tracees::publish(TraceeKind kind) {
  // A list that is seen here is not freed, so that no new one lies where it was.
  const vm::ThreadProgress::Visit visit(*tracing_.vm().progress);
  auto& place = gifts_[static_cast<unsigned>(kind)];
  bool has_ended = false;
  do {
    const Gifts* old = place.load(vm::kAcquire);  // acquire: what it was made from is seen below
    std::unique_ptr<Gifts> made = gifts_of_sessions(kind);
    // acq_rel: pairs with give_new(); as above.
    while (!place.compare_exchange_strong(old, made.get(), vm::kAcqRel, vm::kAcquire))
      made = gifts_of_sessions(kind);   // another thread may not have seen what this one has
    const Gifts* now = made.release();  // owner: this object
    if (old != nullptr) tracing_.vm().progress->delete_later(const_cast<Gifts*>(old));
    // One that ended before its list was there has not removed it.
    has_ended = now != nullptr && std::ranges::any_of(*now, [](const Gift& gift) {
                  return !gift.session->is_alive();
                });
  } while (has_ended);
}

void Tracees::forget_ended() {
  for (const TraceeKind kind : {TraceeKind::kProcess, TraceeKind::kPort}) {
    // relaxed: a list with the session was there before it ended
    if (gifts_[static_cast<unsigned>(kind)].load(vm::kRelaxed) != nullptr) publish(kind);
  }
}

template <class Tracee>
void Tracees::give_new(TraceeKind kind, Tracee& p) {
  auto& place = gifts_[static_cast<unsigned>(kind)];
  if (place.load(vm::kRelaxed) == nullptr) return;  // relaxed: not followed
  const vm::ThreadProgress::Visit visit(*tracing_.vm().progress);
  const Gifts* gifts = place.load(vm::kAcquire);  // acquire: pairs with publish()
  if (gifts == nullptr) return;
  for (const Gift& gift : *gifts) {
    // As OTP: modules are asked for each process that is created (S7).
    if (!gift.session->is_alive() || !is_given(kind, *gift.session, gift.setting)) continue;
    give(p, gift.session, gift.setting);
  }
}

template void Tracees::give_new(TraceeKind kind, Process& p);
template void Tracees::give_new(TraceeKind kind, vm::PortTracee& p);

}  // namespace tracing
