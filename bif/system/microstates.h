// Microstate accounting: how the schedulers spend their time while it is switched on
// (erlang:system_flag(microstate_accounting, _)); tools like OTP's msacc print it.
// Three of OTP's states are counted: `sleep`, `gc`, and `emulator` for the rest.
// Ownership: BifState. Threads: any, under the lock.
#pragma once

#include "bif/bif.h"
#include "vm/base/mutex.h"
#include "vm/sched/scheduler.h"

#include <vector>

namespace bif {

class Microstates {
 public:
  /// Whether it was on before. What was counted stays when it is switched off.
  bool switch_to(Vm& vm, bool on) VM_EXCLUDES(mutex_);
  /// All counters begin at zero again. Whether it is on.
  bool reset(Vm& vm) VM_EXCLUDES(mutex_);
  /// As statistics(microstate_accounting): a map for each scheduler, then for each thread for
  /// files.
  Term to_list(Vm& vm, HeapBuilder& builder) VM_EXCLUDES(mutex_);

 private:
  struct Counters {
    SWord all_ns = 0;
    SWord sleep_ns = 0;
    SWord gc_ns = 0;
  };
  using AllCounters = std::vector<Counters>;  // by thread
  /// What the threads have counted since their start. Takes their locks, so not under ours.
  static AllCounters now(Vm& vm);
  /// Counted since the reset, up to `now` where it is on.
  AllCounters counted(const AllCounters& now) const VM_REQUIRES(mutex_);

  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  bool is_on_ VM_GUARDED_BY(mutex_) = false;
  AllCounters since_ VM_GUARDED_BY(mutex_);  // when it was switched on
  AllCounters done_ VM_GUARDED_BY(mutex_);   // of the times before that
};

}  // namespace bif
