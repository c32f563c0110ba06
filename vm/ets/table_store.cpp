// Locks of a store. A group is taken for writing even where reading would do: only changes of the
// whole table ask for it.
#include "vm/ets/table_store.h"

namespace vm {

StoreLock::StoreLock(TableStore& store, unsigned first, unsigned count,
                     LockMode mode) VM_NO_THREAD_SAFETY_ANALYSIS
    : store_(store),
      first_(first),
      count_(count),
      mode_(count == 1 ? mode : LockMode::kWrite) {
  if (mode_ == LockMode::kRead) {
    store_.lock(first_).lock_shared();
    return;
  }
  store_.lock(first_).lock();
  for (unsigned i = 1; i < count_; ++i) store_.lock(first_ + i).lock_after_first();
}

StoreLock::~StoreLock() VM_NO_THREAD_SAFETY_ANALYSIS {
  if (mode_ == LockMode::kRead) {
    store_.lock(first_).unlock_shared();
    return;
  }
  for (unsigned i = count_; --i > 0;) store_.lock(first_ + i).unlock_before_first();
  store_.lock(first_).unlock();
}

}  // namespace vm
