// BoundProcesses: which processes run on one scheduler only (process_flag(scheduler, N)), and their
// run queues, which no other scheduler takes from. Few processes are bound: the others cost a test
// of a count. Priorities order the processes of one queue; between it and the scheduler's ordinary
// queue, the scheduler alternates.
// Ownership: MultiScheduling. Threads: see each function.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/sched/run_queue.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace vm {

class BoundProcesses {
 public:
  explicit BoundProcesses(unsigned schedulers);

  /// Binds a process to scheduler `number`, from 1; 0: to none. Returns the number before. By the
  /// process itself, or its creator.
  unsigned bind(Term pid, unsigned number) VM_EXCLUDES(mutex_);
  /// The number of its scheduler; 0: none. By the thread that has the process to itself.
  unsigned scheduler_of(Term pid) const {
    // relaxed: what the process has done itself is seen, and counts of others do not matter
    return count_.load(kRelaxed) == 0 ? 0 : look_up(pid);
  }
  /// The queue of scheduler `index`, from 0. Any thread may push, that scheduler pops.
  RunQueue& queue(unsigned index) { return *queues_[index]; }

 private:
  unsigned look_up(Term pid) const VM_EXCLUDES(mutex_);

  std::vector<std::unique_ptr<RunQueue>> queues_;
  mutable Mutex mutex_{LockRank::kRunQueue};
  std::unordered_map<Word, unsigned> numbers_ VM_GUARDED_BY(mutex_);  // by the pid's bits
  Atomic<Word> count_{0};                                             // of numbers_
};

}  // namespace vm
