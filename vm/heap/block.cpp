// Small heap blocks come from malloc (pooled_malloc.h). Large ones are mapped separately and
// aligned to large pages: otherwise a search in a big map or a collection spends more time in TLB
// misses than on the data.
#include "vm/heap/block.h"

#include "vm/base/memory_limit.h"
#include "vm/base/out_of_memory.h"
#include "vm/base/pooled_malloc.h"
#include "vm/heap/block_cache.h"
#include "vm/heap/memory_use.h"

#include <memory>
#include <sys/mman.h>

namespace vm {
namespace {

constexpr Word kMappedBytes = Word{4} << 20;  // rounding up adds less than half of such a block

bool is_mapped(Word words) { return words * kWordBytes >= kMappedBytes; }
Word mapped_bytes(Word bytes) {
  return (bytes + kLargePageBytes - 1) / kLargePageBytes * kLargePageBytes;
}

/// The blocks that no heap uses. The first call lets requests that do not fit have them unmapped.
BlockCache& block_cache() {
  // Never destroyed, because schedulers free blocks until the program exits.
  static BlockCache* const kCache = [] {
    set_memory_release([] { return block_cache().release_all(); });
    return std::make_unique<BlockCache>().release();  // owner: the program
  }();
  return *kCache;
}

/// Of the system's pages or of those that another heap has left.
void* try_map_block(Word bytes) {
  void* cached = block_cache().take(bytes);
  return cached == nullptr ? try_map_large_pages(bytes) : cached;
}

}  // namespace

void* map_at_large_page(Word bytes, int protection) {
  // Map one large page too much, then unmap both ends, so that the rest starts at a large page.
  void* mapped = ::mmap(nullptr, bytes + kLargePageBytes, protection,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  const auto begin = reinterpret_cast<Word>(mapped);
  const Word block = mapped_bytes(begin);
  if (block > begin) ::munmap(mapped, block - begin);
  const Word rest = begin + kLargePageBytes - block;
  if (rest > 0) ::munmap(reinterpret_cast<void*>(block + bytes), rest);
  return reinterpret_cast<void*>(block);
}

void* try_map_large_pages(Word wanted) {
  const Word bytes = mapped_bytes(wanted);
  const auto map = [bytes] { return map_at_large_page(bytes, PROT_READ | PROT_WRITE); };
  void* mapped = map();
  if (mapped == nullptr && block_cache().release_all()) mapped = map();
  if (mapped == nullptr) return nullptr;
  // The result is ignored: the memory works without large pages, too.
  static_cast<void>(::madvise(mapped, bytes, MADV_HUGEPAGE));
  return mapped;
}

void* map_large_pages(Word bytes) {
  void* mapped = try_map_large_pages(bytes);
  if (mapped == nullptr) out_of_memory(mapped_bytes(bytes), "a large block");
  return mapped;
}

void unmap_large_pages(void* memory, Word bytes) { ::munmap(memory, mapped_bytes(bytes)); }

HeapWord* try_allocate_block(Word words) {
  const Word bytes = words * kWordBytes;
  void* memory = is_mapped(words) ? try_map_block(mapped_bytes(bytes)) : pooled_malloc(bytes);
  if (memory == nullptr) return nullptr;
  const MemoryUse kind = is_mapped(words) ? MemoryUse::kMappedHeaps : MemoryUse::kHeaps;
  count_memory(kind, static_cast<SWord>(bytes));
  return static_cast<HeapWord*>(memory);
}

HeapWord* allocate_block(Word words) {
  HeapWord* block = try_allocate_block(words);
  if (block == nullptr) out_of_memory(words * kWordBytes, "a process heap");
  return block;
}

void free_block(HeapWord* block, Word words) {
  if (block == nullptr) return;
  const MemoryUse kind = is_mapped(words) ? MemoryUse::kMappedHeaps : MemoryUse::kHeaps;
  count_memory(kind, -static_cast<SWord>(words * kWordBytes));
  if (is_mapped(words)) {
    block_cache().put(block, mapped_bytes(words * kWordBytes));
  } else {
    pooled_free(block, words * kWordBytes);
  }
}

}  // namespace vm
