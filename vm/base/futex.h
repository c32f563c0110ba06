// Sleeping on a word of memory (Linux: futex). Threads: any.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace vm {

using FutexWord = std::atomic<std::uint32_t>;
using FutexDeadline = std::optional<std::chrono::steady_clock::time_point>;

/// Sleeps while `word` is `value`, until it is woken or until `deadline`; none: for ever. May
/// return for no reason. False: it has timed out.
bool futex_wait(const FutexWord& word, std::uint32_t value, FutexDeadline deadline = {});
/// Wakes one thread that sleeps there, or all. Only the address is used: the memory may be gone.
void futex_wake_one(const FutexWord& word);
void futex_wake_all(const FutexWord& word);

}  // namespace vm
