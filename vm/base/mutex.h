// Mutex, MutexLock and CondVar: the standard's, with what it lacks: annotations for clang's thread
// safety analysis (-Wthread-safety), and a rank that is checked against lock_ranks.def at run time.
#pragma once

#include "vm/base/assert.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

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

/// The order in which locks are taken, first enumerator first.
enum class LockRank : unsigned char {
#define LOCK_RANK(name, reason) name,
#include "vm/base/lock_ranks.def"
};

/// The enumerator's name, for messages.
const char* lock_rank_name(LockRank rank);

namespace detail {

/// Which ranks this thread holds, in builds with asserts.
enum class LockHow { kWait, kTry };
void note_locked(LockRank rank, LockHow how);
void note_unlocked(LockRank rank);
void check_waits_with_only(LockRank rank);

}  // namespace detail

/// Stops, in builds with asserts, when this thread holds a Mutex. For places that wait or call out
/// (a tracer, a NIF, the JIT compiler); `why` says which.
void assert_no_locks_held(const char* why);

/// A lock with a place in the total order. Not recursive.
class VM_CAPABILITY("mutex") Mutex {
 public:
  explicit Mutex(LockRank rank) : rank_(rank) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() VM_ACQUIRE() {
    if constexpr (kAsserts) detail::note_locked(rank_, detail::LockHow::kWait);
    mutex_.lock();
  }
  /// Takes the lock if it is free. Allowed in any order, as it does not wait.
  bool try_lock() VM_TRY_ACQUIRE(true) {
    if (!mutex_.try_lock()) return false;
    if constexpr (kAsserts) detail::note_locked(rank_, detail::LockHow::kTry);
    return true;
  }
  void unlock() VM_RELEASE() {
    mutex_.unlock();
    if constexpr (kAsserts) detail::note_unlocked(rank_);
  }

  LockRank rank() const { return rank_; }

 private:
  friend class CondVar;

  std::mutex mutex_;
  const LockRank rank_;
};

/// Holds a Mutex from its construction to the end of its scope, or to unlock().
class VM_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) VM_ACQUIRE(mutex) : mutex_(&mutex) { mutex_->lock(); }
  ~MutexLock() VM_RELEASE() {
    if (mutex_ != nullptr) mutex_->unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  /// Ends the hold early.
  void unlock() VM_RELEASE() {
    mutex_->unlock();
    mutex_ = nullptr;
  }

 private:
  Mutex* mutex_;
};

/// Waits for a condition that a Mutex guards. The waiting thread may hold no other Mutex.
class CondVar {
 public:
  /// Releases `mutex`, sleeps until notified (or for no reason), takes it again.
  void wait(Mutex& mutex) VM_REQUIRES(mutex) {
    if constexpr (kAsserts) detail::check_waits_with_only(mutex.rank_);
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }
  /// As wait(), for at most `timeout`. False when the time is over.
  bool wait_for(Mutex& mutex, std::chrono::nanoseconds timeout) VM_REQUIRES(mutex) {
    return wait_until(mutex, std::chrono::steady_clock::now() + timeout);
  }
  /// As wait(), until `deadline`. False when the time is over.
  bool wait_until(Mutex& mutex, std::chrono::steady_clock::time_point deadline) VM_REQUIRES(mutex) {
    if constexpr (kAsserts) detail::check_waits_with_only(mutex.rank_);
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    const std::cv_status status = condition_.wait_until(lock, deadline);
    lock.release();
    return status == std::cv_status::no_timeout;
  }
  void notify_one() { condition_.notify_one(); }
  void notify_all() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace vm
