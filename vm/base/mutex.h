// Mutex, MutexLock and CondVar: as those of the standard, with the annotations for clang's thread
// safety analysis (-Wthread-safety), and a rank in the total lock order of lock_ranks.def, which
// builds with asserts check at run time.
#pragma once

#include "vm/base/assert.h"
#include "vm/base/lock_counts.h"
#include "vm/base/plain_lock.h"

#include <chrono>

#define VM_CAPABILITY(name) __attribute__((capability(name)))
#define VM_SCOPED_CAPABILITY __attribute__((scoped_lockable))
#define VM_GUARDED_BY(mutex) __attribute__((guarded_by(mutex)))
#define VM_PT_GUARDED_BY(mutex) __attribute__((pt_guarded_by(mutex)))
#define VM_REQUIRES(...) __attribute__((requires_capability(__VA_ARGS__)))
#define VM_EXCLUDES(...) __attribute__((locks_excluded(__VA_ARGS__)))
#define VM_ACQUIRE(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define VM_TRY_ACQUIRE(...) __attribute__((try_acquire_capability(__VA_ARGS__)))
#define VM_ACQUIRE_SHARED(...) __attribute__((acquire_shared_capability(__VA_ARGS__)))
#define VM_RELEASE_SHARED(...) __attribute__((release_shared_capability(__VA_ARGS__)))
#define VM_RELEASE_GENERIC(...) __attribute__((release_generic_capability(__VA_ARGS__)))
#define VM_RELEASE(...) __attribute__((release_capability(__VA_ARGS__)))
#define VM_ASSERT_CAPABILITY(...) __attribute__((assert_capability(__VA_ARGS__)))
#define VM_RETURN_CAPABILITY(mutex) __attribute__((lock_returned(mutex)))
#define VM_NO_THREAD_SAFETY_ANALYSIS __attribute__((no_thread_safety_analysis))

namespace vm {

/// The lock order: a thread that holds a lock may only lock ranks further down.
enum class LockRank : unsigned char {
#define LOCK_RANK(name, reason) name,
#include "vm/base/lock_ranks.def"
};

/// Returns the name of the enumerator, for messages.
const char* lock_rank_name(LockRank rank);

namespace detail {

// Bookkeeping of the ranks that the calling thread holds, in builds with asserts only.

enum class LockHow { kWait, kTry };
/// Adds `rank` to the held ranks. For kWait, aborts if the thread holds a rank that is not above
/// it.
void note_locked(LockRank rank, LockHow how);
/// Removes `rank` from the held ranks; aborts if it is not among them.
void note_unlocked(LockRank rank);
/// Aborts unless `rank` is the only rank held.
void check_waits_with_only(LockRank rank);

/// Locks a mutex that another thread holds: tries again for a short time, then sleeps.
void lock_when_free(PlainLock& lock);

}  // namespace detail

/// Aborts, in builds with asserts, if the calling thread holds a lock. Called before a wait and
/// before a call into foreign or slow code (a tracer, a NIF, the JIT compiler); `why` says which.
void assert_no_locks_held(const char* why);

/// A mutual exclusion lock with a rank in the total order. Not recursive.
class VM_CAPABILITY("mutex") Mutex {
 public:
  explicit Mutex(LockRank rank) : rank_(rank) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() VM_ACQUIRE() {
    if constexpr (kAsserts) detail::note_locked(rank_, detail::LockHow::kWait);
    if (detail::is_counting_locks()) [[unlikely]]
      return lock_counted();
    if (!mutex_.try_lock()) [[unlikely]]
      detail::lock_when_free(mutex_);
  }
  /// Locks if the mutex is free, and returns true if it did. Allowed in any order, because it does
  /// not wait and so cannot deadlock.
  bool try_lock() VM_TRY_ACQUIRE(true) {
    if (!mutex_.try_lock()) return false;
    if constexpr (kAsserts) detail::note_locked(rank_, detail::LockHow::kTry);
    if (detail::is_counting_locks()) [[unlikely]]
      detail::note_taken(this, rank_, LockUse::kExclusive, 0);
    return true;
  }
  void unlock() VM_RELEASE() {
    if (detail::is_counting_locks()) [[unlikely]]
      unlock_counted();
    else
      mutex_.unlock();
    if constexpr (kAsserts) detail::note_unlocked(rank_);
  }

  LockRank rank() const { return rank_; }

 private:
  friend class CondVar;

  // What the functions above do while `--log=locks` is on.
  void lock_counted();
  void unlock_counted();
  /// Before and after the wait of a CondVar, which releases the mutex and takes it again.
  void end_hold() {
    if (detail::is_counting_locks()) [[unlikely]]
      detail::note_released(this, rank_, LockUse::kExclusive, detail::lock_ticks());
  }
  void begin_hold() {
    if (detail::is_counting_locks()) [[unlikely]]
      detail::note_held_again(this);
  }

  PlainLock mutex_;
  const LockRank rank_;
};

/// Locks a Mutex in its constructor and unlocks it at the end of the scope or in unlock().
class VM_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) VM_ACQUIRE(mutex) : mutex_(&mutex) { mutex_->lock(); }
  ~MutexLock() VM_RELEASE() {
    if (mutex_ != nullptr) mutex_->unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  /// Unlocks before the end of the scope. At most once.
  void unlock() VM_RELEASE() {
    mutex_->unlock();
    mutex_ = nullptr;
  }

 private:
  Mutex* mutex_;
};

/// A condition variable for a condition that a Mutex guards. A thread that waits must hold no other
/// lock.
class CondVar {
 public:
  /// Unlocks `mutex`, sleeps until notified, and locks it again. May return spuriously.
  void wait(Mutex& mutex) VM_REQUIRES(mutex);
  /// Like wait(), for at most `timeout`. Returns false if it timed out.
  bool wait_for(Mutex& mutex, std::chrono::nanoseconds timeout) VM_REQUIRES(mutex);
  /// Like wait(), at most until `deadline`. Returns false if it timed out.
  bool wait_until(Mutex& mutex, std::chrono::steady_clock::time_point deadline) VM_REQUIRES(mutex);
  void notify_one() {
    if (has_waiters()) futex_wake_one(changes_);
  }
  void notify_all() {
    if (has_waiters()) futex_wake_all(changes_);
  }

 private:
  bool wait_for_change(Mutex& mutex, FutexDeadline deadline) VM_REQUIRES(mutex);
  /// Whether threads wait; if so, those that are about to sleep do not.
  bool has_waiters() {
    // relaxed: the caller has held the mutex for its change, so it sees threads that took the
    // condition for false
    if (waiters_.load(std::memory_order_relaxed) == 0) return false;
    // relaxed: what changed is read under the mutex
    changes_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  FutexWord changes_{0};
  FutexWord waiters_{0};
};

}  // namespace vm
