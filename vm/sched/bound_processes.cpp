// A map under a lock, and a queue for each scheduler.
#include "vm/sched/bound_processes.h"

namespace vm {

BoundProcesses::BoundProcesses(unsigned schedulers) {
  for (unsigned i = 0; i < schedulers; ++i) queues_.push_back(std::make_unique<RunQueue>());
}

unsigned BoundProcesses::bind(Term pid, unsigned number) {
  if (number == 0 && scheduler_of(pid) == 0) return 0;
  MutexLock lock(mutex_);
  const auto found = numbers_.find(pid.bits());
  const unsigned before = found == numbers_.end() ? 0 : found->second;
  if (number == 0) {
    if (found != numbers_.end()) numbers_.erase(found);
  } else {
    numbers_[pid.bits()] = number;
  }
  count_.store(numbers_.size(), kRelaxed);  // relaxed: see scheduler_of()
  return before;
}

unsigned BoundProcesses::look_up(Term pid) const {
  MutexLock lock(mutex_);
  const auto found = numbers_.find(pid.bits());
  return found == numbers_.end() ? 0 : found->second;
}

}  // namespace vm
