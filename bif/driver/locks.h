// The lock of a port's data (driver_pdl_create()): counted, and the driver's to use from any
// thread.
#pragma once

#include "vm/base/atomic.h"

#include <erl_nif.h>

/// The name that erl_driver.h has declared.
struct erl_drv_port_data_lock {
  erl_drv_port_data_lock() : mutex(enif_mutex_create(nullptr)) {}
  ~erl_drv_port_data_lock() { enif_mutex_destroy(mutex); }
  erl_drv_port_data_lock(const erl_drv_port_data_lock&) = delete;

  ErlNifMutex* const mutex;   // of the kind that drivers have: it is theirs, without a rank
  vm::Atomic<long> count{1};  // the first is the port's
};

namespace bif {

/// Adds a count. Returns how many there are.
inline long retain(erl_drv_port_data_lock* lock) {
  return lock->count.fetch_add(1, vm::kRelaxed) + 1;  // relaxed: the caller has one already
}
/// Holds the lock, unless it is null.
class PortDataLock {
 public:
  explicit PortDataLock(erl_drv_port_data_lock* lock) : lock_(lock) {
    if (lock_ != nullptr) enif_mutex_lock(lock_->mutex);
  }
  ~PortDataLock() {
    if (lock_ != nullptr) enif_mutex_unlock(lock_->mutex);
  }
  PortDataLock(const PortDataLock&) = delete;

 private:
  erl_drv_port_data_lock* const lock_;
};

/// Drops a count. Returns what is left.
long release(erl_drv_port_data_lock* lock);

}  // namespace bif
