// DriverState: what the drivers of one machine share: their table, the thread of driver_async(),
// and the timers of ports. Ownership: BifState; made with the machine, threads with the first use.
// Threads: each part says its own.
#pragma once

#include "bif/driver/table.h"
#include "bif/driver/timers.h"
#include "vm/port/open.h"
#include "vm/sched/dirty_schedulers.h"

namespace bif {

class DriverState {
 public:
  explicit DriverState(vm::Vm& vm);
  ~DriverState();
  static DriverState& of(vm::Vm& vm);
  /// How many threads driver_async() has, one if this is not called. Before the machine runs.
  void set_async_threads(std::size_t count);

  /// Completes a request to open a port with a loaded driver. False: there is none of this name.
  bool resolve(vm::OpenRequest* request, Term caller);
  /// The machine stops because of an error, as before a crash dump of OTP's: calls
  /// `emergency_close` of all ports, unless the environment says that no dump is wanted.
  void close_in_emergency();
  /// The machine ends: ports stop. False: C code still runs on the thread of driver_async().
  bool stop();

  vm::Vm& vm;
  DriverTable table;
  DriverTimers timers;
  /// Threads of driver_async(), each with a queue of its own. Constant once the machine runs.
  std::vector<std::unique_ptr<vm::DirtySchedulers>> async;
};

}  // namespace bif
