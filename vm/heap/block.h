// Allocates the memory blocks of process heaps, and large pages for other large data.
// Ownership: the caller owns the memory and frees it.
// Threads: any.
#pragma once

#include "vm/heap/slots.h"

namespace vm {

/// Allocates a block of `words` uninitialised words. Large blocks use large pages if the system has
/// them. Null if there is no memory.
HeapWord* try_allocate_block(Word words);
/// The same. Exits the program if there is no memory.
HeapWord* allocate_block(Word words);
/// Frees a block of `words` words. Null is ignored.
void free_block(HeapWord* block, Word words);

/// The size of a large page of the processor.
inline constexpr Word kLargePageBytes = Word{2} << 20;
/// Maps `bytes` bytes of whole small pages, of which the first is aligned to large ones.
/// `protection` is that of mmap(). Null, with errno, if the system refuses.
void* map_at_large_page(Word bytes, int protection);
/// Maps `bytes` zeroed bytes, rounded up to whole large pages and aligned to them. Null if there is
/// no memory.
void* try_map_large_pages(Word bytes);
/// The same. Exits the program if there is no memory.
void* map_large_pages(Word bytes);
/// Unmaps `bytes` bytes that were mapped so.
void unmap_large_pages(void* memory, Word bytes);

}  // namespace vm
