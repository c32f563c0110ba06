// ThreadBias: what a lock protects is often used by one thread for long, or by many that only read.
// These enter without the lock, by two plain stores, as long as they have the right to. A thread
// that has not takes the right away before it takes the lock: it says so, has each processor that
// runs a thread of this process execute a barrier (membarrier(2)), and waits until the others are
// outside. So they need no barrier of their own between "I am inside" and their look whether they
// may be, and readers share no cache line that any of them writes.
// A thread that has used the lock alone for long gets the right for all it does. Where several have
// only read for long, all threads get it for reading.
// Invariants: a thread is inside one thing at a time in this way: for what it enters meanwhile, it
// takes the lock. It does not enter the same again. The right is given under the lock only, and
// who takes the lock looks whether it has been.
// Threads: any. Sources: Dice, Huang, Yang: Asymmetric Dekker Synchronization (2001); for readers
// Dice, Kogan: BRAVO (2019), who have them write to a table of all threads with a barrier each.
#pragma once

#include "vm/base/atomic.h"

namespace vm {

/// What is done with a lock, or in its place: kRead goes with others that read.
enum class LockMode : std::uint8_t { kRead, kWrite };

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

  /// True: the calling thread is inside, until leave(). False: it is to take the lock in this mode,
  /// and no thread has a right that this would not go with.
  bool enter(LockMode mode) {
    Thread* const me = this_thread_;
    // acquire: readers see what was written before they got the right
    Thread* const owner = owner_.load(kAcquire);
    if (me != nullptr && is_right_of(me, owner, mode) && !me->is_inside()) {
      // The other thread's barrier puts it before what follows. release: the last thing was done
      // inside another one, for a thread that waits for that and sees this
      me->inside.store(this, kRelease);
      std::atomic_signal_fence(std::memory_order_seq_cst);  // not to be moved by the compiler
      // acquire: as above, where it was taken away and given again meanwhile
      if (owner_.load(kAcquire) == owner) [[likely]]
        return true;
      leave();
    }
    if (!is_open(mode)) [[unlikely]]
      take_away();
    return false;
  }
  // release: what was done inside
  void leave() { this_thread_->inside.store(nullptr, kRelease); }
  /// Whether the lock is enough: no thread has got a right, since enter() has returned false, that
  /// does not go with this mode. Else the lock is to be given back, and enter() called again.
  bool is_open(LockMode mode) const {
    // acquire: it may have been given, used and taken away meanwhile
    const Thread* owner = owner_.load(kAcquire);
    return owner == nullptr || (mode == LockMode::kRead && owner == &readers_);
  }

  enum class Gift : std::uint8_t { kNone, kToMe, kToReaders };
  /// After a use with the lock: who should get the right. Cheap.
  Gift due(LockMode mode) {
    // relaxed: advice
    if (mode == LockMode::kWrite && reads_.load(kRelaxed) != 0) reads_.store(0, kRelaxed);
    Thread* const me = this_thread_;
    if (me == nullptr || ++me->uses % kUsesPerLook != 0) return Gift::kNone;
    return look(me, mode);
  }
  /// Gives the calling thread, which may have it, or all that may, the right. It holds the lock,
  /// exclusively.
  void give(Gift gift);

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
  /// In place of a thread that has the right: it is being taken away; all have it, for reading.
  static Thread being_taken_;
  static Thread readers_;

  static bool is_right_of(const Thread* me, const Thread* owner, LockMode mode) {
    return owner == me || (mode == LockMode::kRead && owner == &readers_);
  }
  Gift look(const Thread* me, LockMode mode);
  void take_away();
  void wait_for(const Thread* owner) const;
  struct Threads;
  static Threads& threads();

  static thread_local constinit Thread* this_thread_;  // null: may not have it

  Atomic<Thread*> owner_{nullptr};
  // relaxed, all: advice
  Atomic<unsigned> looks_{0};  // of looker_, one after the other
  Atomic<const Thread*> looker_{nullptr};
  Atomic<unsigned> reads_{0};  // looks after a use that read, since one that did not
};

}  // namespace vm
