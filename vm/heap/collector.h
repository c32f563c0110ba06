// Copies what is alive of a heap to new blocks: the mechanism of a collection. How large the blocks
// are, and which kind of copy it is, collect.cpp decides.
// Ownership: the heap owns the new blocks; the old ones are freed.
// Threads: the thread that runs the process.
#pragma once

#include "vm/heap/heap.h"

namespace vm {

enum class CopyMode {
  kMinor,       // the young generation; mature objects go to the old block
  kKeepMature,  // what is not mature; the block becomes the old one, of which there is none yet
  kCompact,     // both generations, so that nothing is old
};

/// Copies to a new young block of `block_words`, which must hold everything that may go there.
/// Updates every root and stack slot, and frees the fragments and the blocks that were left.
/// Returns false, with nothing changed, if there is no memory for the block.
bool copy_live(Heap& heap, const CollectionRequest& request, CopyMode mode, Word block_words);

}  // namespace vm
