// How much memory terms take, for erlang:memory/0: counted where blocks are made and freed, so that
// nobody has to look into another process's heap. Each thread counts in a place of its own; what
// one allocates and another frees is right in the sum. Not per machine, as the allocator is not.
// Threads: any.
#pragma once

#include "vm/base/types.h"

namespace vm {

enum class MemoryUse : std::uint8_t {
  kHeaps,        // heap blocks and fragments, messages' too
  kMappedHeaps,  // those of them that do not come from malloc
  kBinaries,     // counted binaries
  kKinds
};

/// `bytes` more, or less where negative.
void count_memory(MemoryUse kind, SWord bytes);
/// The sum of all threads; advice while others go on.
Word memory_in_use(MemoryUse kind);

}  // namespace vm
