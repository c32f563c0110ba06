// The heap of a process that waits for long: no larger than what is on it.
// Threads: the owner of the heap.
#pragma once

#include "vm/heap/heap.h"

namespace vm {

/// Moves everything to a block with no free words, after a full collection and for the same roots.
/// The next thing that the process builds collects.
void fit_heap(Heap& heap, const CollectionRequest& request);

}  // namespace vm
