// Memory that a table keeps for long: where there is much of it, on large pages, as each access is
// to another place. Threads: any.
#pragma once

#include "vm/base/out_of_memory.h"
#include "vm/heap/block.h"

#include <cstdlib>

namespace vm {

/// Whether so much lies on large pages.
inline bool is_on_large_pages(Word bytes) { return bytes >= kLargePageBytes; }

/// `bytes` zeros, aligned for any object. Ends the program when there is no memory.
inline void* zeroed_table_memory(Word bytes) {
  if (is_on_large_pages(bytes)) return map_large_pages(bytes);
  void* memory = std::calloc(bytes, 1);
  if (memory == nullptr) out_of_memory(bytes, "a table");
  return memory;
}

/// The same, uninitialised.
inline void* table_memory(Word bytes) {
  if (is_on_large_pages(bytes)) return map_large_pages(bytes);
  void* memory = std::malloc(bytes);
  if (memory == nullptr) out_of_memory(bytes, "a table");
  return memory;
}

/// Gives back what one of the above answered for `bytes`; null does nothing.
inline void free_table_memory(void* memory, Word bytes) {
  if (memory != nullptr && is_on_large_pages(bytes)) {
    unmap_large_pages(memory, bytes);
  } else {
    std::free(memory);
  }
}

}  // namespace vm
