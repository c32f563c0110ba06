// The handler that stands in the entry word of a function which is not compiled yet. It follows
// the convention of all handlers (vm/code/machine.h). Threads: any scheduler.
#pragma once

#include "vm/code/machine.h"

namespace jit {

/// Counts the call; requests that the function be compiled when enough have been counted
/// (CodeBackend::tier_up()); then runs what the entry word would hold otherwise.
VM_PRESERVE_NONE void count_call(VM_MACHINE_PARAMETERS);

}  // namespace jit
