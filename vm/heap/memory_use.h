// Counts the memory of terms, for erlang:memory/0. Blocks are counted where they are allocated and
// freed, so that no thread needs to inspect the heap of a process that another one runs. Each
// thread has counters of its own; if one thread allocates a block and another frees it, the sum is
// still correct. The counters are process-wide and not per machine, like the allocator.
// Threads: any.
#pragma once

#include "vm/base/types.h"

namespace vm {

enum class MemoryUse : std::uint8_t {
  kHeaps,        // heap blocks and fragments from malloc, including those of messages
  kMappedHeaps,  // heap blocks mapped from the system
  kBinaries,     // off-heap binaries
  kKinds
};

/// Adds `bytes`, which may be negative, to the counter of the calling thread.
void count_memory(MemoryUse kind, SWord bytes);
/// The sum over all threads. Approximate while other threads allocate.
Word memory_in_use(MemoryUse kind);

}  // namespace vm
