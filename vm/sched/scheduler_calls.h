// SchedulerCalls: functions that every scheduler is to call once, between two time slices, offline
// ones too. For what belongs to threads of the operating system: others use thread progress.
// Ownership: MultiScheduling. What no scheduler has called when the machine ends is dropped.
// Threads: see each function.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"

#include <functional>
#include <vector>

namespace vm {

class SchedulerCalls {
 public:
  using Function = std::function<void()>;

  explicit SchedulerCalls(unsigned schedulers);

  /// Each scheduler gets a copy of `function`, and must then be woken. Any thread.
  void add(const Function& function) VM_EXCLUDES(mutex_);
  /// Calls what waits for scheduler `index`, from 0, in order, without a lock. That scheduler.
  void run(unsigned index) VM_EXCLUDES(mutex_) {
    // relaxed: the wake-up comes after add(); a scheduler that is busy sees it some slices later
    if (waiting_counts_[index].load(kRelaxed) != 0) [[unlikely]]
      call_waiting(index);
  }

 private:
  void call_waiting(unsigned index) VM_EXCLUDES(mutex_);

  std::vector<Atomic<Word>> waiting_counts_;
  Mutex mutex_{LockRank::kRunQueue};
  std::vector<std::vector<Function>> waiting_ VM_GUARDED_BY(mutex_);  // by scheduler
};

}  // namespace vm
