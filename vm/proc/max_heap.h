// The limit of a heap (vm/heap/heap.h) as programs write it: options of spawn, flags of processes
// and of the machine. Threads: any.
#pragma once

#include "vm/heap/heap.h"
#include "vm/heap/heap_builder.h"

namespace vm {

/// Reads a number of words, or a map with `size` and some of the other fields; `limit` holds what
/// counts for the others. False where the value is wrong; `limit` is then unspecified.
bool read_max_heap(Term value, MaxHeap* limit);
/// Whether a heap of so many words is within the limit.
inline bool allows(const MaxHeap& limit, Word words) {
  return limit.words == 0 || limit.words >= words;
}
/// #{size, kill, error_logger, include_shared_binaries}.
Term max_heap_term(HeapBuilder& builder, const MaxHeap& limit);

}  // namespace vm
