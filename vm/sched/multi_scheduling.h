// MultiScheduling: how many schedulers run processes: as many as are online
// (erlang:system_flag(schedulers_online, _)), but one while any process blocks the others
// (system_flag(multi_scheduling, _)). A process may block several times, in two ways: kNormal
// leaves dirty schedulers alone, kAll has them and the one scheduler take turns (turns.h). A
// process that ends gives up its blocks. Ownership: the Vm. Threads: any, under the lock. A change
// applies to processes that start a time slice after it; a caller that must know that no other
// process runs waits for thread progress (README.md).
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process_counts.h"

#include <functional>
#include <memory>
#include <vector>

namespace vm {

class BoundProcesses;
class DirtyThreads;
class HastenedProcesses;
class ProcessTasks;
class SchedulerCalls;

class MultiScheduling {
 public:
  enum class Kind { kAll, kNormal };
  enum class State { kEnabled, kBlockedNormal, kBlocked };

  /// All schedulers of `vm` are online.
  explicit MultiScheduling(Vm& vm);
  ~MultiScheduling();
  /// Adds one block of this process.
  void block(const Process& p, Kind kind) VM_EXCLUDES(mutex_);
  /// Removes one block of this process; no effect without one.
  void unblock(const Process& p, Kind kind) VM_EXCLUDES(mutex_);
  State state() const VM_EXCLUDES(mutex_);
  /// Processes that block, each once; as in OTP none where there is only one scheduler.
  std::vector<Term> blockers(Kind kind) const VM_EXCLUDES(mutex_);
  unsigned online() const VM_EXCLUDES(mutex_);
  /// `count` is from 1 to the number of schedulers. Returns how many were online.
  unsigned set_online(unsigned count) VM_EXCLUDES(mutex_);
  void process_exited(const Process& p) VM_EXCLUDES(mutex_);
  /// Processes that run on one scheduler only.
  BoundProcesses& bound() { return *bound_; }
  /// Processes that others wait for.
  HastenedProcesses& hastened() { return *hastened_; }
  /// Threads for what takes long.
  DirtyThreads& dirty() { return *dirty_; }
  /// What processes have been asked to do between two time slices.
  ProcessTasks& tasks() { return *tasks_; }
  /// Every scheduler calls a copy of `function` once, between two time slices, if the machine does
  /// not end before. Any thread.
  void call_on_all(const std::function<void()>& function) VM_EXCLUDES(mutex_);
  SchedulerCalls& calls() { return *calls_; }

 private:
  bool is_blocked() const VM_REQUIRES(mutex_) { return !all_.is_empty() || !normal_.is_empty(); }
  ProcessCounts& of(Kind kind) VM_REQUIRES(mutex_) { return kind == Kind::kAll ? all_ : normal_; }
  void update() VM_REQUIRES(mutex_);

  Vm& vm_;
  const std::unique_ptr<BoundProcesses> bound_;
  const std::unique_ptr<HastenedProcesses> hastened_;
  const std::unique_ptr<ProcessTasks> tasks_;
  const std::unique_ptr<SchedulerCalls> calls_;
  const std::unique_ptr<DirtyThreads> dirty_;
  mutable Mutex mutex_{LockRank::kOnline};
  unsigned online_ VM_GUARDED_BY(mutex_);
  ProcessCounts all_ VM_GUARDED_BY(mutex_);
  ProcessCounts normal_ VM_GUARDED_BY(mutex_);
  // Whether any process blocks. relaxed: a process that ends sees what it did itself.
  Atomic<bool> any_{false};
};

}  // namespace vm
