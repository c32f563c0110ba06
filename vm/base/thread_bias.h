// ThreadBias: what a lock protects is often used by one thread for long. That thread enters without
// the lock, by two plain stores, as long as it has the right to. Another thread takes the right
// away before it takes the lock: it says so, has each processor that runs a thread of this process
// execute a barrier (membarrier(2)), and waits until the first one is outside. So the first one
// needs no barrier of its own between "I am inside" and its look whether it may be.
// A thread that has used the lock alone for long gets the right.
// Invariants: a thread does not enter again while it is inside. The right is given under the lock
// only, and who takes the lock looks whether it has been.
// Threads: any. Source: Dice, Huang, Yang: Asymmetric Dekker Synchronization (2001).
#pragma once

#include "vm/base/atomic.h"

namespace vm {

class ThreadBias {
 public:
  /// Registers the process for the barriers. Before it has threads, as the system has to wait for
  /// all processors otherwise; without it no thread gets the right. False: the system has none.
  static bool announce();
  /// Lets the calling thread, which is to end after all that it has created, have the right.
  static void allow_for_this_thread();

  /// The calling thread gets the right, if it may have it, and unless it is taken away so often
  /// that it does not pay.
  ThreadBias();
  ThreadBias(const ThreadBias&) = delete;
  ThreadBias& operator=(const ThreadBias&) = delete;

  /// True: the calling thread is inside, until leave(). False: it is to take the lock; no thread
  /// has the right.
  bool enter() {
    // relaxed: the value is this thread's address only where it is this thread's right
    if (owner_.load(kRelaxed) == &this_thread_) {
      is_inside_.store(true, kRelaxed);  // relaxed: the other thread's barrier puts it before
      std::atomic_signal_fence(std::memory_order_seq_cst);  // not to be moved by the compiler
      // relaxed: likewise
      if (owner_.load(kRelaxed) == &this_thread_) [[likely]]
        return true;
      leave();
    }
    // acquire: what the thread did that had the right
    if (owner_.load(kAcquire) != nullptr) [[unlikely]]
      take_away();
    return false;
  }
  // release: what was done inside
  void leave() { is_inside_.store(false, kRelease); }
  /// With the lock: whether no thread has got the right since enter() has returned false. Else the
  /// lock is to be given back, and enter() called again.
  // relaxed: it is given under the lock
  bool is_taken_away() const { return owner_.load(kRelaxed) == nullptr; }

  /// After a use with the lock: whether the calling thread should get the right. Cheap.
  bool is_due() { return is_allowed_ && ++uses_ % kUsesPerLook == 0 && is_alone(); }
  /// Gives the calling thread the right. It holds the lock, exclusively.
  void give();

 private:
  // Each thread looks once in so many uses, of whatever it uses, whether it is still the one that
  // has looked here before: other threads would have to wait for what it wrote at each use.
  static constexpr Word kUsesPerLook = 256;

  bool is_alone();
  void take_away();

  static thread_local constinit char this_thread_;  // its address stands for the thread
  static thread_local constinit bool is_allowed_;
  static thread_local constinit Word uses_;

  Atomic<const char*> owner_{nullptr};  // or being_taken, while a thread takes the right away
  Atomic<bool> is_inside_{false};       // written by the owner
  // relaxed, both: advice
  Atomic<unsigned> looks_{0};  // of looker_, one after the other
  Atomic<const char*> looker_{nullptr};
};

}  // namespace vm
