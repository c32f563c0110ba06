// Turns: while a process blocks multi-scheduling (system_flag(multi_scheduling, block)), one thread
// works at a time: the first scheduler for a time slice, or a dirty scheduler for a call. Dirty
// calls that are under way when the block begins go on to their end, as in OTP; the scheduler runs
// processes beside them, new dirty calls wait for them.
// Invariants: held_ is true between a begin() that returned kTurn and its end(); free_ counts the
// dirty calls that began without a turn and have not ended. Ownership: SchedulerSet. Threads: any,
// under the lock. Source: erlang(3), system_flag/2; the order was observed with OTP 27.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace vm {

class Turns {
 public:
  enum class Who : std::uint8_t { kScheduler, kDirty };
  enum class Begin : std::uint8_t { kTurn, kFree, kEnded };

  /// From now on threads take turns, or work freely again.
  void set(bool on) VM_EXCLUDES(mutex_);
  bool are_on() const {
    return on_.load(kRelaxed);
  }  // relaxed: seen by the next time slice; thread progress makes that certain
  /// Waits until the calling thread may work, in order of arrival: with a turn, or freely because
  /// turns are off. kEnded: the machine ends, the thread is not to work. Otherwise the caller calls
  /// end() with the same arguments when it has finished. The caller holds nothing meanwhile.
  Begin begin(Who who) VM_EXCLUDES(mutex_);
  void end(Who who, Begin begin) VM_EXCLUDES(mutex_);
  /// Calls `action` once no dirty call is under way that began without a turn: at once, on this
  /// thread, or on that of the last one. No lock is held then.
  void when_alone(std::function<void()> action) VM_EXCLUDES(mutex_);
  /// The machine ends: all threads that wait go on.
  void stop() VM_EXCLUDES(mutex_);

 private:
  struct Waiter {
    Who who;
    bool has_turn = false;
  };
  /// Gives the turn to the first waiter that may have it, if it is free.
  void grant() VM_REQUIRES(mutex_);

  Mutex mutex_{LockRank::kSchedulerSleep};
  CondVar changed_;
  Atomic<bool> on_{false};  // written under mutex_
  bool stopped_ VM_GUARDED_BY(mutex_) = false;
  bool held_ VM_GUARDED_BY(mutex_) = false;
  std::size_t free_ VM_GUARDED_BY(mutex_) = 0;
  std::deque<Waiter*> waiting_ VM_GUARDED_BY(mutex_);
  std::vector<std::function<void()>> when_alone_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
