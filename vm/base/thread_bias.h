// ThreadBias: what a lock protects is often used by one thread for long. That thread enters without
// the lock, by two plain stores, as long as it has the right to. Another thread takes the right
// away before it takes the lock: it says so, has each processor that runs a thread of this process
// execute a barrier (membarrier(2)), and waits until the first one is outside. So the first one
// needs no barrier of its own between "I am inside" and its look whether it may be.
// A thread that has used the lock alone for long gets the right.
// Invariants: a thread is inside one thing at a time in this way: for what it enters meanwhile, it
// loses the right. It does not enter the same again. The right is given under the lock only, and
// who takes the lock looks whether it has been.
// Threads: any. Source: Dice, Huang, Yang: Asymmetric Dekker Synchronization (2001).
#pragma once

#include "vm/base/atomic.h"

namespace vm {

class ThreadBias {
 public:
  /// Registers the process for the barriers. Before it has threads, as the system has to wait for
  /// all processors otherwise; without it no thread gets the right. False: the system has none.
  static bool announce();
  /// Lets the calling thread have the right.
  static void allow_for_this_thread();

  /// The calling thread gets the right, if it may have it, and unless it is taken away so often
  /// that it does not pay.
  ThreadBias();
  ThreadBias(const ThreadBias&) = delete;
  ThreadBias& operator=(const ThreadBias&) = delete;

  /// True: the calling thread is inside, until leave(). False: it is to take the lock; no thread
  /// has the right.
  bool enter() {
    Thread* const me = this_thread_;
    // relaxed: the value is this thread only where it is this thread's right
    if (me != nullptr && owner_.load(kRelaxed) == me && !me->is_inside()) {
      // The other thread's barrier puts it before what follows. release: the last thing was done
      // inside another one, for a thread that waits for that and sees this
      me->inside.store(this, kRelease);
      std::atomic_signal_fence(std::memory_order_seq_cst);  // not to be moved by the compiler
      // relaxed: likewise
      if (owner_.load(kRelaxed) == me) [[likely]]
        return true;
      leave();
    }
    // acquire: what the thread did that had the right
    if (owner_.load(kAcquire) != nullptr) [[unlikely]]
      take_away();
    return false;
  }
  // release: what was done inside
  void leave() { this_thread_->inside.store(nullptr, kRelease); }
  /// With the lock: whether no thread has got the right since enter() has returned false. Else the
  /// lock is to be given back, and enter() called again.
  // acquire: it may have been given, used and taken away meanwhile
  bool is_taken_away() const { return owner_.load(kAcquire) == nullptr; }

  /// After a use with the lock: whether the calling thread should get the right. Cheap.
  bool is_due() {
    Thread* const me = this_thread_;
    return me != nullptr && ++me->uses % kUsesPerLook == 0 && is_alone(me);
  }
  /// Gives the calling thread, which may have it, the right. It holds the lock, exclusively.
  void give();

 private:
  // Each thread looks once in so many uses, of whatever it uses, whether it is still the one that
  // has looked here before: other threads would have to wait for what it wrote at each use.
  static constexpr Word kUsesPerLook = 256;

  /// A thread that may have the right. It stays when the thread ends. What a thread writes at each
  /// use is in no other one's cache line.
  struct alignas(128) Thread {
    // Of each thread and not of each bias: a thread that has lost the right between its two looks
    // takes back what it wrote, and another one may have the right then.
    Atomic<const ThreadBias*> inside{nullptr};
    Word uses = 0;
    bool is_inside() const { return inside.load(kRelaxed) != nullptr; }  // relaxed: of the thread
  };
  /// In place of a thread that has the right: it is being taken away.
  static Thread being_taken_;

  bool is_alone(const Thread* me);
  void take_away();

  static thread_local constinit Thread* this_thread_;  // null: may not have it

  Atomic<Thread*> owner_{nullptr};
  // relaxed, both: advice
  Atomic<unsigned> looks_{0};  // of looker_, one after the other
  Atomic<const Thread*> looker_{nullptr};
};

}  // namespace vm
