// Locks of a store.
#include "vm/ets/table_store.h"

namespace vm {

inline void StoreLock::unlock() VM_NO_THREAD_SAFETY_ANALYSIS {
  if (mode_ == LockMode::kRead) return lock_->unlock_shared();
  for (unsigned i = has_all_ ? store_.lock_count() : 1; --i > 0;)
    store_.lock(i).unlock_before_first();
  lock_->unlock();
}

void StoreLock::lock() VM_NO_THREAD_SAFETY_ANALYSIS {
  while (true) {
    if (mode_ == LockMode::kRead) {
      lock_->lock_shared();
    } else {
      lock_->lock();
      for (unsigned i = 1; has_all_ && i < store_.lock_count(); ++i)
        store_.lock(i).lock_after_first();
    }
    if (store_.bias().is_open(mode_)) [[likely]]
      return;
    unlock();
    if (!enter()) continue;
    lock_ = nullptr;
    return;
  }
}

void StoreLock::unlock_and_look() {
  // Before: what follows an unlock waits for it.
  const ThreadBias::Gift gift = store_.bias().due(mode_);
  unlock();
  if (gift == ThreadBias::Gift::kNone) [[likely]]
    return;
  // Nobody else is inside then.
  const StoreLock all(store_);
  store_.bias().give(gift);
}

}  // namespace vm
