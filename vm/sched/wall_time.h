// WallTime: how long each thread of the machine has been busy since the measurement was switched on
// (erlang:system_flag(scheduler_wall_time, _)). It is on while any process has switched it on more
// often than off; a process that ends has switched it off. The callers bring the threads' times:
// which threads count is not known here.
// Ownership: Vm. Threads: any, under the lock.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process_counts.h"
#include "vm/sched/thread_times.h"

#include <optional>

namespace vm {

class Process;

class WallTime {
 public:
  /// Whether any process had it on before. `now` is taken before the call.
  bool switch_to(const Process& p, bool on, AllThreadTimes now) VM_EXCLUDES(mutex_);
  struct Share {
    ThreadKind kind;
    SWord active_ns;
    SWord total_ns;
  };
  /// Of each thread since it was switched on; nothing while it is off.
  std::optional<std::vector<Share>> shares(const AllThreadTimes& now) VM_EXCLUDES(mutex_);
  void process_exited(const Process& p) VM_EXCLUDES(mutex_);

 private:
  Mutex mutex_{LockRank::kIoOutput};
  ProcessCounts holders_ VM_GUARDED_BY(mutex_);
  AllThreadTimes since_ VM_GUARDED_BY(mutex_);  // when it was switched on
  // Some process has it on. relaxed: a process that ends sees what it did itself.
  Atomic<bool> is_on_{false};
};

}  // namespace vm
