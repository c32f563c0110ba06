// DriverState: what the drivers of one machine share: their table, the thread of driver_async(),
// and the timers of ports. Ownership: BifState; made with the machine, threads with the first use.
// Threads: each part says its own.
#pragma once

#include "bif/driver/table.h"
#include "bif/driver/timers.h"
#include "bif/nif/dirty.h"
#include "vm/port/open.h"

namespace bif {

class DriverState {
 public:
  explicit DriverState(vm::Vm& vm);
  ~DriverState();
  static DriverState& of(vm::Vm& vm);

  /// Completes a request to open a port with a loaded driver. False: there is none of this name.
  bool resolve(vm::OpenRequest* request, Term caller);
  /// The machine ends: ports stop. False: C code still runs on the thread of driver_async().
  bool stop();

  vm::Vm& vm;
  DriverTable table;
  DriverTimers timers;
  DirtySchedulers async;  // one thread, which runs jobs in their order
};

}  // namespace bif
