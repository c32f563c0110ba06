// WallTime: how long each thread that runs processes or works for them has been busy since it was
// switched on (erlang:system_flag(scheduler_wall_time, _)). It is on while any process has switched
// it on more often than off; the end of a process switches it off. Ownership: BifState. Threads:
// any, under the lock.
#pragma once

#include "bif/system/thread_times.h"
#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process_counts.h"

namespace bif {

class WallTime {
 public:
  /// Returns whether any process had it on before.
  bool switch_to(Process& p, bool on) VM_EXCLUDES(mutex_);
  enum class Threads { kSchedulers, kAll };
  /// As statistics(scheduler_wall_time) and (.. _all): {Number, Active, Total} in nanoseconds for
  /// each, or `undefined` while it is off.
  Term to_list(Vm& vm, HeapBuilder& builder, Threads which) VM_EXCLUDES(mutex_);
  void process_exited(const Process& p) VM_EXCLUDES(mutex_);

 private:
  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  vm::ProcessCounts holders_ VM_GUARDED_BY(mutex_);
  std::vector<ThreadTimes> since_ VM_GUARDED_BY(mutex_);  // when it was switched on
  // Some process has it on. relaxed: a process that ends sees what it did itself.
  vm::Atomic<bool> is_on_{false};
};

}  // namespace bif
