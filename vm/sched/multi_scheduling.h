// MultiScheduling: how many schedulers run processes: as many as are online
// (erlang:system_flag(schedulers_online, _)), but one while any process blocks the others
// (system_flag(multi_scheduling, _)). A process may block several times, in two ways that differ in
// what the machine says of itself only: what OTP's `block` stops besides, dirty schedulers that run
// Erlang code, is not here. A process that ends blocks no more. Ownership: BifState. Threads: any,
// under the lock. A change holds for processes that start a slice after it; who must know that no
// other runs waits for thread progress (vm/sched/README.md).
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process_counts.h"

#include <vector>

namespace vm {

class MultiScheduling {
 public:
  enum class Kind { kAll, kNormal };
  enum class State { kEnabled, kBlockedNormal, kBlocked };

  /// All schedulers of `vm` are online.
  explicit MultiScheduling(Vm& vm);
  /// Once more for this process.
  void block(const Process& p, Kind kind) VM_EXCLUDES(mutex_);
  /// Takes one block of this process back; no effect without one.
  void unblock(const Process& p, Kind kind) VM_EXCLUDES(mutex_);
  State state() const VM_EXCLUDES(mutex_);
  /// Processes that block, each once; as in OTP none where there is but one scheduler.
  std::vector<Term> blockers(Kind kind) const VM_EXCLUDES(mutex_);
  unsigned online() const VM_EXCLUDES(mutex_);
  /// `count` is from 1 to the number of schedulers. How many were online.
  unsigned set_online(unsigned count) VM_EXCLUDES(mutex_);
  void process_exited(const Process& p) VM_EXCLUDES(mutex_);

 private:
  bool is_blocked() const VM_REQUIRES(mutex_) { return !all_.is_empty() || !normal_.is_empty(); }
  ProcessCounts& of(Kind kind) VM_REQUIRES(mutex_) { return kind == Kind::kAll ? all_ : normal_; }
  void update() VM_REQUIRES(mutex_);

  Vm& vm_;
  mutable Mutex mutex_{LockRank::kOnline};
  unsigned online_ VM_GUARDED_BY(mutex_);
  ProcessCounts all_ VM_GUARDED_BY(mutex_);
  ProcessCounts normal_ VM_GUARDED_BY(mutex_);
  // Anybody blocks. relaxed: a process that ends sees what it did itself.
  Atomic<bool> any_{false};
};

}  // namespace vm
