// Memory of heap blocks: what a process's generations lie in; and large pages for whoever has much
// to keep. Ownership: who asked. Threads: any.
#pragma once

#include "vm/heap/slots.h"

namespace vm {

/// A block of `words` words, uninitialised. Large ones lie on large pages where the system has
/// them. Stops the program when there is no memory.
HeapWord* allocate_block(Word words);
/// Frees a block of allocate_block(words); null does nothing.
void free_block(HeapWord* block, Word words);

/// What the processor translates at once where the system lets it.
inline constexpr Word kLargePageBytes = Word{2} << 20;
/// `bytes` bytes of zeros, rounded up to large pages and on such, where the system has them. Stops
/// the program when there is no memory.
void* map_large_pages(Word bytes);
/// Gives back what map_large_pages(bytes) answered.
void unmap_large_pages(void* memory, Word bytes);

}  // namespace vm
