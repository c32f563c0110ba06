// The system calls. std::atomic::wait() has no deadline, and gives up the processor before it
// sleeps.
#include "vm/base/futex.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_feature(thread_sanitizer)
#include <condition_variable>
#include <memory>
#include <mutex>
#endif

namespace vm {

#if __has_feature(thread_sanitizer)

// The thread sanitizer keeps signals back until the thread calls a function that it knows to block:
// one that came during the system call, for the end of a child for example, would be lost.
namespace {

struct Bed {
  std::mutex mutex;
  std::condition_variable changed;
};

/// Where threads sleep that wait for this word, and some others.
Bed& bed_of(const FutexWord& word) {
  constexpr std::size_t kBeds = 64;
  static Bed* const beds =
      std::make_unique<Bed[]>(kBeds).release();  // threads may sleep at the end
  return beds[reinterpret_cast<std::uintptr_t>(&word) / sizeof(word) % kBeds];
}

void wake(const FutexWord& word, int) {
  Bed& bed = bed_of(word);
  const std::lock_guard lock(bed.mutex);
  bed.changed.notify_all();
}

}  // namespace

bool futex_wait(const FutexWord& word, std::uint32_t value, FutexDeadline deadline) {
  Bed& bed = bed_of(word);
  std::unique_lock lock(bed.mutex);
  // relaxed: as the kernel reads it; a change that came before the lock is seen
  if (word.load(std::memory_order_relaxed) != value) return true;
  if (deadline) return bed.changed.wait_until(lock, *deadline) == std::cv_status::no_timeout;
  bed.changed.wait(lock);
  return true;
}

#else

namespace {

void wake(const FutexWord& word, int most) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, most, nullptr, nullptr, 0);
}

}  // namespace

bool futex_wait(const FutexWord& word, std::uint32_t value, FutexDeadline deadline) {
  static_assert(sizeof(FutexWord) == sizeof(std::uint32_t), "the kernel reads it");
  timespec time{};
  if (deadline) {
    // The clock of steady_clock is CLOCK_MONOTONIC, as that of FUTEX_WAIT_BITSET.
    const auto since =
        std::max(deadline->time_since_epoch(), std::chrono::steady_clock::duration());
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
    time.tv_sec = seconds.count();
    time.tv_nsec = std::chrono::nanoseconds(since - seconds).count();
  }
  return syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, value, deadline ? &time : nullptr,
                 nullptr, FUTEX_BITSET_MATCH_ANY) == 0 ||
         errno != ETIMEDOUT;
}

#endif

void futex_wake_one(const FutexWord& word) { wake(word, 1); }
void futex_wake_all(const FutexWord& word) { wake(word, INT_MAX); }

}  // namespace vm
