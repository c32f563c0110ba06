// A block that is too large is cut, and one that is too small is extended by moving its pages to a
// larger range of addresses: only the pages behind it are new. Both calls of the system cost far
// less than clearing the pages.
#include "vm/heap/block_cache.h"

#include "vm/heap/block.h"

#include <algorithm>
#include <sys/mman.h>

namespace vm {
namespace {

// The limit of what stays mapped though no heap uses it.
constexpr Word kMostBytes = Word{128} << 20;

/// The memory moved to a range of `wanted` bytes, whose end is new; null if the system refuses.
void* extended(void* memory, Word bytes, Word wanted) {
  void* range = map_large_pages(wanted);
  void* moved = ::mremap(memory, bytes, wanted, MREMAP_MAYMOVE | MREMAP_FIXED, range);
  if (moved != MAP_FAILED) return moved;
  unmap_large_pages(range, wanted);
  return nullptr;
}

}  // namespace

/// Takes the smallest block that is large enough, else the largest one, out of the cache.
BlockCache::Block BlockCache::remove_best(Word bytes) {
  MutexLock lock(mutex_);
  if (blocks_.empty()) return {nullptr, 0};
  auto best = std::ranges::lower_bound(blocks_, bytes, {}, &Block::bytes);
  if (best == blocks_.end()) --best;
  const Block block = *best;
  blocks_.erase(best);
  total_bytes_ -= block.bytes;
  return block;
}

/// Adds a block and returns those that have no place any more.
std::vector<BlockCache::Block> BlockCache::insert(Block block) {
  std::vector<Block> surplus;
  MutexLock lock(mutex_);
  blocks_.insert(std::ranges::lower_bound(blocks_, block.bytes, {}, &Block::bytes), block);
  total_bytes_ += block.bytes;
  while (total_bytes_ > kMostBytes) {
    total_bytes_ -= blocks_.front().bytes;
    surplus.push_back(blocks_.front());
    blocks_.erase(blocks_.begin());
  }
  return surplus;
}

void* BlockCache::take(Word bytes) {
  const Block block = remove_best(bytes);
  if (block.memory == nullptr) return nullptr;
  if (block.bytes < bytes) {
    void* larger = extended(block.memory, block.bytes, bytes);
    if (larger == nullptr) put(block.memory, block.bytes);
    return larger;
  }
  if (block.bytes > bytes)
    unmap_large_pages(static_cast<char*>(block.memory) + bytes, block.bytes - bytes);
  return block.memory;
}

void BlockCache::put(void* memory, Word bytes) {
  for (const Block& block : insert({memory, bytes})) unmap_large_pages(block.memory, block.bytes);
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
