// Locking with counts.
#include "vm/base/shared_mutex.h"

namespace vm {

void SharedMutex::lock_counted() {
  Word wait_began = 0;
  if (!mutex_.try_lock()) {
    wait_began = detail::lock_ticks();
    detail::lock_when_free(mutex_);
  }
  detail::note_taken(this, rank_, LockUse::kExclusive, wait_began);
}

void SharedMutex::unlock_counted() {
  const Word ticks = detail::lock_ticks();
  const LockRank rank = rank_;  // another thread may destroy the lock once it is free
  mutex_.unlock();
  detail::note_released(this, rank, LockUse::kExclusive, ticks);
}

void SharedMutex::lock_shared_counted() {
  Word wait_began = 0;
  if (!mutex_.try_lock_shared()) {
    wait_began = detail::lock_ticks();
    detail::lock_shared_when_free(mutex_);
  }
  detail::note_taken(this, rank_, LockUse::kShared, wait_began);
}

void SharedMutex::unlock_shared_counted() {
  const Word ticks = detail::lock_ticks();
  const LockRank rank = rank_;  // as above
  mutex_.unlock_shared();
  detail::note_released(this, rank, LockUse::kShared, ticks);
}

}  // namespace vm
