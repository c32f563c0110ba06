// Counts, and the limit that follows from them.
#include "bif/multi_scheduling.h"

#include "vm/sched/scheduler.h"

#include <utility>

namespace bif {

MultiScheduling::MultiScheduling(Vm& vm) : vm_(vm), online_(vm.schedulers->count()) {}

void MultiScheduling::update() {
  const bool blocked = is_blocked();
  any_.store(blocked, vm::kRelaxed);  // relaxed: see the declaration
  const unsigned limit = blocked ? 1 : online_;
  if (limit != vm_.schedulers->running_limit()) vm_.schedulers->set_running_limit(limit);
}

void MultiScheduling::block(const Process& p, Kind kind) {
  vm::MutexLock lock(mutex_);
  of(kind).add(p.pid);
  update();
}

void MultiScheduling::unblock(const Process& p, Kind kind) {
  vm::MutexLock lock(mutex_);
  of(kind).take_back(p.pid);
  update();
}

MultiScheduling::State MultiScheduling::state() const {
  vm::MutexLock lock(mutex_);
  if (!all_.is_empty()) return State::kBlocked;
  return normal_.is_empty() ? State::kEnabled : State::kBlockedNormal;
}

std::vector<Term> MultiScheduling::blockers(Kind kind) const {
  if (vm_.schedulers->count() == 1) return {};
  vm::MutexLock lock(mutex_);
  return (kind == Kind::kAll ? all_ : normal_).pids();
}

unsigned MultiScheduling::online() const {
  vm::MutexLock lock(mutex_);
  return online_;
}

unsigned MultiScheduling::set_online(unsigned count) {
  vm::MutexLock lock(mutex_);
  const unsigned old = std::exchange(online_, count);
  update();
  return old;
}

void MultiScheduling::process_exited(const Process& p) {
  if (!any_.load(vm::kRelaxed)) return;  // relaxed: see the declaration
  vm::MutexLock lock(mutex_);
  const bool all = all_.forget(p.pid);
  if (normal_.forget(p.pid) || all) update();
}

}  // namespace bif
