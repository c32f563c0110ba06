// Ends monitors of drivers. Threads: any.
#pragma once

#include "bif/bif.h"
#include "vm/proc/references.h"

namespace bif {

/// Process `pid` has the monitor no more.
void demonitor(vm::Vm& vm, Term pid, vm::RefNumber number);

}  // namespace bif
