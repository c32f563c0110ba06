// SharedMutex: a reader-writer lock with a rank, like Mutex. It is for structures that are read far
// more often than they are changed and whose readers hold the lock for long, such as an ETS lookup
// that copies an object. Anything else uses Mutex, which is cheaper to lock.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/shared_lock.h"

namespace vm {

namespace detail {
/// As for a Mutex, for a writer and for a reader.
void lock_when_free(SharedLock& lock);
void lock_shared_when_free(SharedLock& lock);
}  // namespace detail

/// A lock that many readers or one writer hold. Not recursive, neither for readers nor for writers.
class VM_CAPABILITY("shared mutex") SharedMutex {
 public:
  explicit SharedMutex(LockRank rank) : rank_(rank) {}
  SharedMutex(const SharedMutex&) = delete;
  SharedMutex& operator=(const SharedMutex&) = delete;

  void lock() VM_ACQUIRE() {
    if constexpr (kAsserts) detail::note_locked(rank_, detail::LockHow::kWait);
    if (detail::is_counting_locks()) [[unlikely]]
      return lock_counted();
    if (!mutex_.try_lock()) [[unlikely]]
      detail::lock_when_free(mutex_);
  }
  void unlock() VM_RELEASE() {
    if (detail::is_counting_locks()) [[unlikely]]
      unlock_counted();
    else
      mutex_.unlock();
    if constexpr (kAsserts) detail::note_unlocked(rank_);
  }
  void lock_shared() VM_ACQUIRE_SHARED() {
    if constexpr (kAsserts) detail::note_locked(rank_, detail::LockHow::kWait);
    if (detail::is_counting_locks()) [[unlikely]]
      return lock_shared_counted();
    if (!mutex_.try_lock_shared()) [[unlikely]]
      detail::lock_shared_when_free(mutex_);
  }
  void unlock_shared() VM_RELEASE_SHARED() {
    if (detail::is_counting_locks()) [[unlikely]]
      unlock_shared_counted();
    else
      mutex_.unlock_shared();
    if constexpr (kAsserts) detail::note_unlocked(rank_);
  }

  /// For what takes the place of a lock: the order of locks is checked as if one of this rank had
  /// been locked.
  static void note_locked_otherwise(LockRank rank) {
    if constexpr (kAsserts) detail::note_locked(rank, detail::LockHow::kWait);
  }
  static void note_unlocked_otherwise(LockRank rank) {
    if constexpr (kAsserts) detail::note_unlocked(rank);
  }

  /// For a group of locks of one rank that are always locked in the same order. The first is locked
  /// with lock(), the others with lock_after_first(), which neither checks the rank nor counts.
  void lock_after_first() VM_ACQUIRE() { mutex_.lock(); }
  void unlock_before_first() VM_RELEASE() { mutex_.unlock(); }

 private:
  // What the functions above do while `--log=locks` is on.
  void lock_counted();
  void unlock_counted();
  void lock_shared_counted();
  void unlock_shared_counted();

  SharedLock mutex_;
  const LockRank rank_;
};

/// Holds a SharedMutex for reading until the end of the scope.
class VM_SCOPED_CAPABILITY ReadLock {
 public:
  explicit ReadLock(SharedMutex& mutex) VM_ACQUIRE_SHARED(mutex) : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReadLock() VM_RELEASE_GENERIC() { mutex_.unlock_shared(); }
  ReadLock(const ReadLock&) = delete;
  ReadLock& operator=(const ReadLock&) = delete;

 private:
  SharedMutex& mutex_;
};

/// Holds a SharedMutex for writing until the end of the scope.
class VM_SCOPED_CAPABILITY WriteLock {
 public:
  explicit WriteLock(SharedMutex& mutex) VM_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~WriteLock() VM_RELEASE() { mutex_.unlock(); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace vm
