// How many of the schedulers run processes, and what the offline ones do meanwhile. README.md
// argues the order of the steps: a scheduler sees the limit, then looks at its queue; a thread that
// queues a process with it looks at the limit afterwards.
#include "vm/proc/trace_hooks.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm {

void SchedulerSet::set_running_limit(unsigned limit) {
  VM_CHECK(limit >= 1 && limit <= count(), "the limit is one of the schedulers' numbers");
  running_limit_.store(limit, kSeqCst);  // before the wake-ups, after which schedulers look at it
  for (auto& scheduler : schedulers_) scheduler->wake();
}

void SchedulerSet::enqueue_anywhere(Process& p) {
  // relaxed: any scheduler will do.
  Scheduler& target = *schedulers_[next_target_.fetch_add(1, kRelaxed) % running_limit()];
  target.queue.push(p);
  if (!may_run(target)) {
    // It may have looked at its queue before: it looks again.
    target.wake();
    return;
  }
  if (!wake(target)) wake_one();
}

unsigned SchedulerSet::awake_count() const {
  const unsigned limit = running_limit();
  return limit - std::min(limit, sleeping_.load(kRelaxed));  // relaxed: advice
}

void Scheduler::stay_offline() {
  SchedulerSet& set = *vm.schedulers;
  if (set.may_run(*this)) {
    is_offline_ = false;
    trace_scheduler(vm, index, true, set.awake_count());
    return;
  }
  if (!is_offline_) trace_scheduler(vm, index, false, set.awake_count());
  is_offline_ = true;
  RunQueue& bound = vm.multi_scheduling->bound().queue(index);
  while (Process* p = queue.pop()) set.enqueue_anywhere(*p);
  // Others run these until it is online again.
  while (Process* p = bound.pop()) set.enqueue_anywhere(*p);
  // This scheduler may have been woken for work that waits elsewhere: another one must do it.
  if (set.run_queue_length() != 0) set.wake_one();
  participant_.sleep();
  if (!set.may_run(*this) && queue.length() + bound.length() == 0 && !set.is_halting())
    wait_for_wake_up();
  participant_.wake();
}

}  // namespace vm
