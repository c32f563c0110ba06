// A block that is too large is split. What no block is large enough for is made of several: their
// pages are moved to one range of addresses, and only those that are missing are new. The calls of
// the system cost far less than clearing the pages.
#include "vm/heap/block_cache.h"

#include "vm/heap/block.h"

#include <algorithm>
#include <sys/mman.h>

namespace vm {
namespace {

// The limit of what stays mapped though no heap uses it.
constexpr Word kMostBytes = Word{128} << 20;

bool move_range(char* from, Word bytes, char* to) {
  return ::mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED;
}

/// Moves large pages over those at `to`. Returns how many bytes were moved: all, unless the system
/// refuses.
Word move_pages(char* from, Word bytes, char* to) {
  if (move_range(from, bytes, to)) return bytes;
  // What was moved here before is, for most versions of Linux, several mappings, which one call
  // does not move.
  Word moved = 0;
  while (moved < bytes && move_range(from + moved, kLargePageBytes, to + moved))
    moved += kLargePageBytes;
  return moved;
}

}  // namespace

/// Takes the smallest block that is large enough out of the cache, else the largest ones, until
/// they are together.
std::vector<BlockCache::Block> BlockCache::remove_best(Word bytes) {
  std::vector<Block> best;
  MutexLock lock(mutex_);
  const auto take_out = [&](std::vector<Block>::iterator block) VM_REQUIRES(mutex_) {
    best.push_back(*block);
    total_bytes_ -= block->bytes;
    blocks_.erase(block);
  };
  const auto enough = std::ranges::lower_bound(blocks_, bytes, {}, &Block::bytes);
  if (enough != blocks_.end()) {
    take_out(enough);
    return best;
  }
  for (Word found = 0; found < bytes && !blocks_.empty(); found += best.back().bytes)
    take_out(blocks_.end() - 1);
  return best;
}

/// Adds as much of a block as there is a place for, from its start. Returns how much.
Word BlockCache::insert(Block block) {
  MutexLock lock(mutex_);
  block.bytes = std::min(block.bytes, kMostBytes - total_bytes_);
  if (block.bytes != 0)
    blocks_.insert(std::ranges::lower_bound(blocks_, block.bytes, {}, &Block::bytes), block);
  total_bytes_ += block.bytes;
  return block.bytes;
}

void* BlockCache::take(Word bytes) {
  const std::vector<Block> blocks = remove_best(bytes);
  if (blocks.empty()) return nullptr;
  if (const Block& first = blocks.front(); first.bytes >= bytes) {
    if (first.bytes > bytes) put(first.memory + bytes, first.bytes - bytes);
    return first.memory;
  }
  auto* const range = static_cast<char*>(try_map_large_pages(bytes));
  if (range == nullptr) {
    for (const Block& block : blocks) put(block.memory, block.bytes);
    return nullptr;
  }
  Word at = 0;
  for (const Block& block : blocks) {
    const Word moved = move_pages(block.memory, std::min(block.bytes, bytes - at), range + at);
    at += moved;
    if (moved < block.bytes) put(block.memory + moved, block.bytes - moved);
  }
  return range;
}

void BlockCache::put(void* memory, Word bytes) {
  auto* const pages = static_cast<char*>(memory);
  const Word kept = insert({pages, bytes});
  if (kept < bytes) unmap_large_pages(pages + kept, bytes - kept);
}

bool BlockCache::release_all() {
  std::vector<Block> blocks;
  {
    MutexLock lock(mutex_);
    blocks.swap(blocks_);
    total_bytes_ = 0;
  }
  for (const Block& block : blocks) unmap_large_pages(block.memory, block.bytes);
  return !blocks.empty();
}

}  // namespace vm
