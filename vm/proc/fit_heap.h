// The heap of a hibernating process. Threads: the process's own.
#pragma once

#include "vm/proc/process.h"

namespace vm {

/// Gives the process the smallest heap that holds what it has, right after a full collection. No x
/// register is live. Registers must be saved.
void fit_heap_to_contents(Process& p);

}  // namespace vm
