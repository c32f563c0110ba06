// What waits and wakes. A thread marks the word before it sleeps, and sleeps only while the word is
// as it was. The thread that makes the lock free takes the mark away and wakes all sleepers, which
// mark it again where they have to go on waiting.
#include "vm/base/shared_lock.h"

namespace vm {

void SharedLock::wait_for_all() {
  std::uint32_t state = state_.load(std::memory_order_relaxed);  // relaxed: compared below
  while (true) {
    if ((state & ~kWaiting) != 0) {
      sleep(state);
      state = state_.load(std::memory_order_relaxed);  // relaxed: as above
      continue;
    }
    // Others that wait stay marked. acquire, relaxed: as in try_lock()
    if (state_.compare_exchange_weak(state, state | kWriter, std::memory_order_acquire,
                                     std::memory_order_relaxed)) {
      return;
    }
  }
}

void SharedLock::wait_for_writer() {
  std::uint32_t state = state_.load(std::memory_order_relaxed);  // relaxed: compared below
  while (true) {
    const bool has_writer = (state & kWriter) != 0;
    // Behind those that waited before, unless nobody is left to wake them.
    const bool has_precedence = (state & kWaiting) == 0 || state == kWaiting;
    if (has_writer || !has_precedence) {
      sleep(state);
      state = state_.load(std::memory_order_relaxed);  // relaxed: as above
      continue;
    }
    // acquire, relaxed: as in try_lock()
    if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acquire,
                                     std::memory_order_relaxed)) {
      return;
    }
  }
}

/// Sleeps until the lock may be free. The word was `state`, by which others hold the lock.
void SharedLock::sleep(std::uint32_t state) {
  // relaxed: the mark says nothing of other memory. A failure: the word has changed already
  if ((state & kWaiting) == 0 &&
      !state_.compare_exchange_strong(state, state | kWaiting, std::memory_order_relaxed,
                                      std::memory_order_relaxed)) {
    return;
  }
  futex_wait(state_, state | kWaiting);
}

/// The last reader has left, and threads wait.
void SharedLock::wake_after_readers() {
  std::uint32_t state = kWaiting;
  // A failure: a thread that waited has the lock, and wakes the others. relaxed: as in sleep()
  if (state_.compare_exchange_strong(state, 0, std::memory_order_relaxed,
                                     std::memory_order_relaxed)) {
    futex_wake_all(state_);
  }
}

}  // namespace vm
