// Counts the memory of terms, for erlang:memory/0. Blocks are counted where they are allocated and
// freed, so that no thread needs to inspect the heap of a process that another one runs. Each
// thread has counters of its own; if one thread allocates a block and another frees it, the sum is
// still correct. The counters are process-wide and not per machine, like the allocator. The highest
// sums are noted when a thread's counter passes a multiple of a mebibyte, so an allocation costs no
// look at the other threads.
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

/// A block of `bytes` was allocated; freed, where that is negative. Counted for the calling thread.
void count_memory(MemoryUse kind, SWord bytes);
/// The size of a block has changed by so many bytes.
void count_memory_resized(MemoryUse kind, SWord bytes);
/// The sum over all threads. Approximate while other threads allocate.
Word memory_in_use(MemoryUse kind);

/// What allocators report of one kind.
struct MemoryFigures {
  Word bytes = 0;
  Word highest_bytes = 0;  // at least `bytes`; may miss up to a mebibyte for each thread
  Word blocks = 0;
  Word highest_blocks = 0;  // when the highest bytes were noted, or now
};
/// Approximate while other threads allocate.
MemoryFigures memory_figures(MemoryUse kind);

/// Memory that is counted elsewhere.
enum class OtherMemory : std::uint8_t { kTables, kLiterals, kFixed, kRest, kKinds };
/// The figures of such memory, which is now so large: the highest are those of all calls so far, so
/// that they never fall.
MemoryFigures noted_memory(OtherMemory kind, Word bytes, Word blocks);

}  // namespace vm
