// A machine runs, from its first process to its end.
#pragma once

#include "tools/main_request.h"
#include "vm/vm.h"

namespace tools {

/// Starts the schedulers, does what `request` says as escript does, and waits for the end: the
/// value is the exit status, kRestartStatus after init:restart/0 (bif/system/restart.h). Once for
/// each machine. On return all output is flushed and all threads of the machine have ended.
/// Threads: one thread of the program, the main thread of `sonde`.
int run_main(vm::Vm& vm, MainRequest request);

}  // namespace tools
