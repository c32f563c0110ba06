// DriverTimers: the timers that drivers set for their ports, one each. The I/O thread waits for the
// earliest. Invariants: a timer that was cancelled or set again does not expire: the port compares
// numbers. Ownership: DriverState; timers keep their ports. Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/port/port.h"

#include <uv.h>

#include <map>
#include <memory>

namespace bif {

class DriverPort;

class DriverTimers {
 public:
  explicit DriverTimers(vm::Vm& vm) : vm_(vm) {}
  DriverTimers(const DriverTimers&) = delete;

  /// Calls timed_out(number) of the port's driver in `milliseconds`.
  void set(DriverPort& port, vm::Word number, vm::Word milliseconds) VM_EXCLUDES(mutex_);

 private:
  struct Timer {
    vm::SharedRef<vm::Port> port;
    DriverPort* driver;  // the port's
    vm::Word number;
  };
  vm::SWord now_ms() const;
  /// On the I/O thread.
  void arm(uv_loop_t* loop) VM_EXCLUDES(mutex_);
  void expire() VM_EXCLUDES(mutex_);

  vm::Vm& vm_;
  std::unique_ptr<uv_timer_t> clock_;  // I/O thread only
  vm::Mutex mutex_{vm::LockRank::kNifSelect};
  std::multimap<vm::SWord, Timer> timers_ VM_GUARDED_BY(mutex_);  // by time in milliseconds
};

}  // namespace bif
