// Counts, and the limit that follows from them.
#include "vm/sched/multi_scheduling.h"

#include "vm/proc/process_tasks.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/hastened_processes.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/scheduler_calls.h"
#include "vm/sched/turns.h"
#include "vm/vm.h"

#include <utility>

namespace vm {

MultiScheduling::MultiScheduling(Vm& vm)
    : vm_(vm),
      bound_(std::make_unique<BoundProcesses>(vm.schedulers->count())),
      hastened_(std::make_unique<HastenedProcesses>()),
      tasks_(std::make_unique<ProcessTasks>()),
      calls_(std::make_unique<SchedulerCalls>(vm.schedulers->count())),
      dirty_(std::make_unique<DirtyThreads>(vm.schedulers->count(), vm.schedulers->turns())),
      online_(vm.schedulers->count()) {}

MultiScheduling::~MultiScheduling() = default;

void MultiScheduling::update() {
  const bool blocked = is_blocked();
  any_.store(blocked, kRelaxed);  // relaxed: see the declaration
  const unsigned limit = blocked ? 1 : online_;
  if (limit != vm_.schedulers->running_limit()) vm_.schedulers->set_running_limit(limit);
  Turns& turns = vm_.schedulers->turns();
  if (turns.are_on() == all_.is_empty()) turns.set(!all_.is_empty());
}

void MultiScheduling::call_on_all(const std::function<void()>& function) {
  calls_->add(function);
  // The limit stays as it is; setting it wakes all schedulers, those that are offline, too.
  const MutexLock lock(mutex_);
  vm_.schedulers->set_running_limit(vm_.schedulers->running_limit());
}

void MultiScheduling::block(const Process& p, Kind kind) {
  MutexLock lock(mutex_);
  of(kind).add(p.pid);
  update();
}

void MultiScheduling::unblock(const Process& p, Kind kind) {
  MutexLock lock(mutex_);
  of(kind).take_back(p.pid);
  update();
}

MultiScheduling::State MultiScheduling::state() const {
  MutexLock lock(mutex_);
  if (!all_.is_empty()) return State::kBlocked;
  return normal_.is_empty() ? State::kEnabled : State::kBlockedNormal;
}

std::vector<Term> MultiScheduling::blockers(Kind kind) const {
  if (vm_.schedulers->count() == 1) return {};
  MutexLock lock(mutex_);
  return (kind == Kind::kAll ? all_ : normal_).pids();
}

unsigned MultiScheduling::online() const {
  MutexLock lock(mutex_);
  return online_;
}

unsigned MultiScheduling::set_online(unsigned count) {
  MutexLock lock(mutex_);
  const unsigned old = std::exchange(online_, count);
  update();
  return old;
}

void MultiScheduling::process_exited(const Process& p) {
  bound_->bind(p.pid, 0);
  hastened_->remove(p.pid);
  if (!any_.load(kRelaxed)) return;  // relaxed: see the declaration
  MutexLock lock(mutex_);
  const bool all = all_.forget(p.pid);
  if (normal_.forget(p.pid) || all) update();
}

}  // namespace vm
