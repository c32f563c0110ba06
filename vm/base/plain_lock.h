// PlainLock: the lock in a Mutex, in one word. Of a lock of pthreads that is free, half of the time
// goes into the calls; these are inline. A thread that has to wait sleeps on the word. Threads:
// any. Ownership: of its memory, until the last unlock() has changed the word.
#pragma once

#include "vm/base/futex.h"

namespace vm {

class PlainLock {
 public:
  PlainLock() = default;
  PlainLock(const PlainLock&) = delete;
  PlainLock& operator=(const PlainLock&) = delete;

  bool try_lock() {
    std::uint32_t state = kFree;
    // acquire: what earlier holders wrote. relaxed: nothing is read after a failure
    return state_.compare_exchange_strong(state, kHeld, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  void lock() {
    if (!try_lock()) [[unlikely]]
      wait();
  }
  void unlock() {
    // release: what this holder wrote
    if (state_.exchange(kFree, std::memory_order_release) == kWaited) [[unlikely]]
      futex_wake_one(state_);
  }

 private:
  // kWaited: it is held, and threads may sleep.
  enum State : std::uint32_t { kFree, kHeld, kWaited };

  void wait() {
    // A thread that takes it here does not know whether others sleep. acquire: as in try_lock()
    while (state_.exchange(kWaited, std::memory_order_acquire) != kFree)
      futex_wait(state_, kWaited);
  }

  FutexWord state_{kFree};
};

}  // namespace vm
