// Memory that a table keeps for long: where there is much of it, on large pages, as each access is
// to another place. Threads: any.
#pragma once

#include "vm/base/out_of_memory.h"
#include "vm/base/pooled_malloc.h"
#include "vm/heap/block.h"

#include <cstdlib>
#include <cstring>

namespace vm {

/// Whether so much lies on large pages.
inline bool is_on_large_pages(Word bytes) { return bytes >= kLargePageBytes; }

/// `bytes` of uninitialised memory, aligned for any object. Ends the program when there is none.
inline void* table_memory(Word bytes) {
  if (is_on_large_pages(bytes)) return map_large_pages(bytes);
  void* memory = pooled_malloc(bytes);
  if (memory == nullptr) out_of_memory(bytes, "a table");
  return memory;
}

/// The same, of zeros.
inline void* zeroed_table_memory(Word bytes) {
  if (is_on_large_pages(bytes)) return map_large_pages(bytes);
  // What malloc gets from the system is zero already.
  if (bytes <= kLargestPooledBytes) return std::memset(table_memory(bytes), 0, bytes);
  void* memory = std::calloc(bytes, 1);
  if (memory == nullptr) out_of_memory(bytes, "a table");
  return memory;
}

/// Gives back what one of the above answered for `bytes`; null does nothing.
inline void free_table_memory(void* memory, Word bytes) {
  if (memory != nullptr && is_on_large_pages(bytes)) {
    unmap_large_pages(memory, bytes);
  } else {
    pooled_free(memory, bytes);
  }
}

}  // namespace vm
