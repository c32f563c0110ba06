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

namespace vm {
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

void futex_wake_one(const FutexWord& word) { wake(word, 1); }
void futex_wake_all(const FutexWord& word) { wake(word, INT_MAX); }

}  // namespace vm
