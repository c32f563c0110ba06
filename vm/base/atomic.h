// Atomic<T>: std::atomic without operators and without default memory orders. Every access names
// its order, so a reader sees each access that synchronises threads and why it has that order.
#pragma once

#include <atomic>
#include <type_traits>

namespace vm {

using MemoryOrder = std::memory_order;
inline constexpr MemoryOrder kRelaxed = std::memory_order_relaxed;
inline constexpr MemoryOrder kAcquire = std::memory_order_acquire;
inline constexpr MemoryOrder kRelease = std::memory_order_release;
inline constexpr MemoryOrder kAcqRel = std::memory_order_acq_rel;
inline constexpr MemoryOrder kSeqCst = std::memory_order_seq_cst;

/// A value that several threads read and change without a lock. It compiles only for types whose
/// std::atomic is lock-free. Any thread.
template <typename T>
class Atomic {
 public:
  static_assert(std::atomic<T>::is_always_lock_free, "a hidden lock would have no rank");

  constexpr Atomic() noexcept : value_{} {}
  constexpr explicit Atomic(T initial) noexcept : value_(initial) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(MemoryOrder order) const noexcept { return value_.load(order); }
  void store(T v, MemoryOrder order) noexcept { value_.store(v, order); }
  T exchange(T v, MemoryOrder order) noexcept { return value_.exchange(v, order); }

  /// Stores `desired` if the value equals `expected` and returns true. Otherwise copies the current
  /// value to `expected` and returns false.
  bool compare_exchange_strong(T& expected, T desired, MemoryOrder success,
                               MemoryOrder failure) noexcept {
    return value_.compare_exchange_strong(expected, desired, success, failure);
  }
  /// Like compare_exchange_strong(), but may fail spuriously. For use in retry loops.
  bool compare_exchange_weak(T& expected, T desired, MemoryOrder success,
                             MemoryOrder failure) noexcept {
    return value_.compare_exchange_weak(expected, desired, success, failure);
  }

  /// The fetch operations return the value before the change.
  template <typename D>
  T fetch_add(D delta, MemoryOrder order) noexcept {
    return value_.fetch_add(delta, order);
  }
  template <typename D>
  T fetch_sub(D delta, MemoryOrder order) noexcept {
    return value_.fetch_sub(delta, order);
  }
  T fetch_or(T bits, MemoryOrder order) noexcept { return value_.fetch_or(bits, order); }
  T fetch_and(T bits, MemoryOrder order) noexcept { return value_.fetch_and(bits, order); }
  T fetch_xor(T bits, MemoryOrder order) noexcept { return value_.fetch_xor(bits, order); }

  /// Blocks the calling thread until a notify_*() finds the value different from `old`. Only for
  /// threads that may sleep.
  void wait(T old, MemoryOrder order) const noexcept { value_.wait(old, order); }
  void notify_one() noexcept { value_.notify_one(); }
  void notify_all() noexcept { value_.notify_all(); }

 private:
  std::atomic<T> value_;
};

/// Atomic access to a plain word or pointer inside a structure of plain words (code, a heap block).
/// Every concurrent access to such a word must go through these functions.
template <typename T>
T load_shared(const T& place, MemoryOrder order) noexcept {
  static_assert(sizeof(T) <= sizeof(void*), "must be a single machine access");
  return __atomic_load_n(&place, static_cast<int>(order));
}
template <typename T>
void store_shared(T& place, std::type_identity_t<T> v, MemoryOrder order) noexcept {
  static_assert(sizeof(T) <= sizeof(void*), "must be a single machine access");
  __atomic_store_n(&place, v, static_cast<int>(order));
}

/// Stores `desired` if the word equals `expected`. Returns true if it did.
template <typename T>
bool replace_shared(T& place, T expected, std::type_identity_t<T> desired,
                    MemoryOrder order) noexcept {
  return __atomic_compare_exchange_n(&place, &expected, desired, false, static_cast<int>(order),
                                     __ATOMIC_RELAXED);
}

/// A memory fence. A comment at the call names the fence or access it pairs with.
inline void memory_fence(MemoryOrder order) noexcept { std::atomic_thread_fence(order); }

/// Hints to the processor that the calling thread is spinning.
inline void cpu_pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

}  // namespace vm
