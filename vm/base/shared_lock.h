// SharedLock: the lock in a SharedMutex, in one word. That of the standard library is that of
// pthreads, whose calls take as long again as the atomic operations in them; an ETS operation is
// little else. A thread that has to wait sleeps on the word. Threads that wait, of either kind, go
// before readers that come later. Threads: any. Ownership: of its memory, until the last unlock
// has returned.
#pragma once

#include "vm/base/futex.h"

namespace vm {

class SharedLock {
 public:
  SharedLock() = default;
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

  bool try_lock() {
    std::uint32_t state = 0;
    // acquire: what earlier holders wrote. relaxed: nothing is read after a failure
    return state_.compare_exchange_strong(state, kWriter, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  void lock() {
    if (!try_lock()) [[unlikely]]
      wait_for_all();
  }
  void unlock() {
    // release: what this holder wrote
    if ((state_.exchange(0, std::memory_order_release) & kWaiting) != 0) [[unlikely]]
      futex_wake_all(state_);
  }

  bool try_lock_shared() {
    std::uint32_t state = state_.load(std::memory_order_relaxed);  // relaxed: compared below
    // As in try_lock().
    while ((state & (kWriter | kWaiting)) == 0) {
      if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acquire,
                                       std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }
  void lock_shared() {
    if (!try_lock_shared()) [[unlikely]]
      wait_for_writer();
  }
  void unlock_shared() {
    // release: a writer comes after what this reader has read
    if (state_.fetch_sub(1, std::memory_order_release) - 1 == kWaiting) [[unlikely]]
      wake_after_readers();
  }

 private:
  // The word is 0, or the number of readers, or kWriter; with kWaiting, threads sleep or are about
  // to.
  static constexpr std::uint32_t kWriter = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kWaiting = std::uint32_t{1} << 30;

  void wait_until(auto allows, std::uint32_t holder);
  void wait_for_all();
  void wait_for_writer();
  void sleep(std::uint32_t state);
  void wake_after_readers();

  FutexWord state_{0};
};

}  // namespace vm
