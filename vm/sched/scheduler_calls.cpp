// A list for each scheduler under one lock; a count tells most time slices that it is empty.
#include "vm/sched/scheduler_calls.h"

#include <utility>

namespace vm {

SchedulerCalls::SchedulerCalls(unsigned schedulers)
    : waiting_counts_(schedulers), waiting_(schedulers) {}

void SchedulerCalls::add(const Function& function) {
  const MutexLock lock(mutex_);
  for (std::size_t index = 0; index < waiting_.size(); ++index) {
    waiting_[index].push_back(function);
    waiting_counts_[index].store(waiting_[index].size(), kRelaxed);  // relaxed: see run()
  }
}

void SchedulerCalls::call_waiting(unsigned index) {
  std::vector<Function> functions;
  {
    const MutexLock lock(mutex_);
    functions.swap(waiting_[index]);
    waiting_counts_[index].store(0, kRelaxed);  // relaxed: see run()
  }
  for (const Function& function : functions) function();
}

}  // namespace vm
