// pooled_malloc: malloc for blocks that are made and freed all the time, and whose size is known
// when they are freed: messages, heap fragments, small heaps, parts of tables,
// off-heap binaries. What a thread frees
// it keeps, up to half a megabyte, for its own next requests of that size. glibc's malloc keeps
// seven blocks of up to a kilobyte for a thread; all others go back to the arena that they came
// from, under its lock, and processes change their threads.
// Threads: any; a block may be freed by another thread than the one that asked for it. What a
// thread keeps is freed when it ends. In builds with sanitizers nothing is kept, so that they see
// each use of memory that was freed.
#pragma once

#include "vm/base/types.h"

#include <cstddef>

namespace vm {

/// Larger blocks are malloc's alone.
inline constexpr Word kLargestPooledBytes = 8 * 1024;

/// Uninitialised memory, aligned as malloc's, or null. It is freed by pooled_free() only.
void* pooled_malloc(Word bytes);
/// A block of `bytes` with what was in one of `old_bytes`, as far as it fits: that block itself, or
/// another, and then that one is freed. Null, with the block as it was, if there is no memory.
void* pooled_realloc(void* memory, Word old_bytes, Word bytes);
/// Frees what pooled_malloc() or pooled_realloc() returned for the same number of bytes.
void pooled_free(void* memory, Word bytes);

/// A base of classes whose objects exist for a short time and are larger than what glibc's malloc
/// keeps for a thread: `new` takes them from pooled_malloc(). Exits the program if there is no
/// memory.
class Pooled {
 public:
  static void* operator new(std::size_t bytes);
  static void operator delete(void* memory, std::size_t bytes) { pooled_free(memory, bytes); }
};

}  // namespace vm
