// Keeps some large heap blocks that were freed for the next ones. The system clears each page that
// it gives, and a collection of a large heap frees as much as it asks for.
// Invariants: cached blocks are whole large pages, aligned to them. Their contents are not given up
// (MADV_FREE): that took more time than clearing the pages would have.
// Ownership: the cache owns its blocks; take() passes one on.
// Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/heap/slots.h"

#include <vector>

namespace vm {

class BlockCache {
 public:
  /// A block of `bytes` (whole large pages) with arbitrary contents: a part of a cached one, or
  /// made of several and new pages. Null if the cache is empty, or the system refuses new ones.
  void* take(Word bytes) VM_EXCLUDES(mutex_);
  /// Takes over a block of `bytes`. What the cache has no place for is unmapped.
  void put(void* memory, Word bytes) VM_EXCLUDES(mutex_);
  /// Unmaps all blocks. Returns whether there was one.
  bool release_all() VM_EXCLUDES(mutex_);

 private:
  struct Block {
    char* memory;
    Word bytes;
  };
  std::vector<Block> remove_best(Word bytes) VM_EXCLUDES(mutex_);
  Word insert(Block block) VM_EXCLUDES(mutex_);

  Mutex mutex_{LockRank::kAllocator};
  std::vector<Block> blocks_ VM_GUARDED_BY(mutex_);  // the smallest first
  Word total_bytes_ VM_GUARDED_BY(mutex_) = 0;
};

}  // namespace vm
