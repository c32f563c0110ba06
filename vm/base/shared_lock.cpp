// What waits and wakes. A thread marks the word before it sleeps, and sleeps only while the word is
// as it was. The thread that makes the lock free takes the mark away and wakes all sleepers, which
// mark it again where they have to go on waiting.
#include "vm/base/shared_lock.h"

namespace vm {

/// Adds `holder` to the word as soon as it is one that `allows` it.
void SharedLock::wait_until(auto allows, std::uint32_t holder) {
  std::uint32_t state = state_.load(std::memory_order_relaxed);  // relaxed: compared below
  while (true) {
    if (!allows(state)) {
      sleep(state);
      state = state_.load(std::memory_order_relaxed);  // relaxed: as above
      continue;
    }
    // Others that wait stay marked. acquire, relaxed: as in try_lock()
    if (state_.compare_exchange_weak(state, state + holder, std::memory_order_acquire,
                                     std::memory_order_relaxed)) {
      return;
    }
  }
}

void SharedLock::wait_for_all() {
  wait_until([](std::uint32_t state) { return (state & ~kWaiting) == 0; }, kWriter);
}

void SharedLock::wait_for_writer() {
  // Behind those that waited before, unless nobody is left to wake them.
  wait_until(
      [](std::uint32_t state) { return (state & (kWriter | kWaiting)) == 0 || state == kWaiting; },
      1);
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
