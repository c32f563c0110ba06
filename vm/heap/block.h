// Memory of heap blocks: what a process's generations lie in. Ownership: the heap that asked.
// Threads: any.
#pragma once

#include "vm/heap/slots.h"

namespace vm {

/// A block of `words` words, uninitialised. Large ones lie on large pages where the system has
/// them. Stops the program when there is no memory.
HeapWord* allocate_block(Word words);
/// Frees a block of allocate_block(words); null does nothing.
void free_block(HeapWord* block, Word words);

}  // namespace vm
