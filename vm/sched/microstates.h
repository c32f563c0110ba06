// Microstate accounting: what the threads spend their time on while it is switched on
// (erlang:system_flag(microstate_accounting, _)); what tools like OTP's msacc print.
// Of OTP's states three are distinguished: `sleep`, `gc`, and `emulator` for all the rest.
// The callers bring the threads' times: which threads count is not known here.
// Ownership: Vm. Threads: any, under the lock.
#pragma once

#include "vm/base/mutex.h"
#include "vm/sched/thread_times.h"

#include <vector>

namespace vm {

class SchedulerSet;

class Microstates {
 public:
  explicit Microstates(SchedulerSet& schedulers) : schedulers_(schedulers) {}
  /// Whether it was on before. What was counted stays when it is switched off. `now`, here and
  /// below, is taken before the call.
  bool switch_to(bool on, const AllThreadTimes& now) VM_EXCLUDES(mutex_);
  /// All counters begin at zero again. Whether it is on.
  bool reset(const AllThreadTimes& now) VM_EXCLUDES(mutex_);
  struct Counters {
    ThreadKind kind = ThreadKind::kScheduler;
    SWord emulator_ns = 0;
    SWord sleep_ns = 0;
    SWord gc_ns = 0;
  };
  /// Of each thread.
  std::vector<Counters> counters(const AllThreadTimes& now) VM_EXCLUDES(mutex_);

 private:
  struct Sum {
    SWord all_ns = 0;
    SWord sleep_ns = 0;
    SWord gc_ns = 0;
  };
  using Sums = std::vector<Sum>;  // by thread
  /// Counted since the reset, up to `now` where it is on.
  Sums counted(const AllThreadTimes& now) const VM_REQUIRES(mutex_);

  SchedulerSet& schedulers_;
  Mutex mutex_{LockRank::kIoOutput};
  bool is_on_ VM_GUARDED_BY(mutex_) = false;
  AllThreadTimes since_ VM_GUARDED_BY(mutex_);  // when it was switched on
  Sums done_ VM_GUARDED_BY(mutex_);             // of the times before that
};

}  // namespace vm
