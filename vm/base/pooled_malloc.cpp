// Lists of blocks, the last one freed first, because it is still in the cache.
#include "vm/base/pooled_malloc.h"

#include "vm/base/out_of_memory.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace vm {
namespace {

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kKeeps = false;
#else
constexpr bool kKeeps = true;
#endif

// Sizes are rounded up to those of glibc's blocks, which are multiples of 16 with a head of 8.
// Coarser steps, of 64, took 3% more memory for a million small heaps, and 17% more page faults.
constexpr Word kStepBytes = 16;
constexpr Word kHeadBytes = 8;
constexpr Word list_of(Word bytes) {
  return (std::max(bytes, kHeadBytes) + kStepBytes - kHeadBytes - 1) / kStepBytes;
}
constexpr Word size_of_list(Word index) { return index * kStepBytes + kHeadBytes; }
constexpr Word kLists = list_of(kLargestPooledBytes) + 1;
static_assert(size_of_list(kLists - 1) >= kLargestPooledBytes);
static_assert(size_of_list(list_of(1)) >= sizeof(void*));
// Of all sizes together, and of each.
constexpr Word kMostBytes = 512 * 1024;
constexpr Word kMostBytesOfSize = 256 * 1024;

struct FreeBlock {
  FreeBlock* next;
};

struct List {
  FreeBlock* first;
  Word count;
};

/// A thread's. Trivial, so that using it costs no check whether it has been made.
struct Pool {
  List lists[kLists];
  Word bytes;
  bool is_known_at_end;  // a PoolEnd exists
};
thread_local constinit Pool pool{};

struct PoolEnd {
  ~PoolEnd() {
    pool.bytes = kMostBytes;  // what is freed from now on is not kept
    for (List& list : pool.lists) {
      while (list.first != nullptr) std::free(std::exchange(list.first, list.first->next));
    }
  }
};

/// Has the pool emptied when the thread ends.
[[gnu::noinline]] void empty_at_end() {
  static thread_local const PoolEnd end;
  static_cast<void>(end);
  pool.is_known_at_end = true;
}

}  // namespace

void* pooled_malloc(Word bytes) {
  const Word index = list_of(bytes);
  if (!kKeeps || bytes > kLargestPooledBytes) return std::malloc(bytes);
  List& list = pool.lists[index];
  const Word size = size_of_list(index);
  if (list.first == nullptr) return std::malloc(size);
  --list.count;
  pool.bytes -= size;
  return std::exchange(list.first, list.first->next);
}

void* pooled_realloc(void* memory, Word old_bytes, Word bytes) {
  if (!kKeeps || bytes > kLargestPooledBytes) return std::realloc(memory, bytes);
  const Word index = list_of(bytes);
  const bool fits = old_bytes <= kLargestPooledBytes && list_of(old_bytes) == index;
  return fits ? memory : std::realloc(memory, size_of_list(index));
}

void pooled_free(void* memory, Word bytes) {
  const Word index = list_of(bytes);
  if (!kKeeps || bytes > kLargestPooledBytes || memory == nullptr) return std::free(memory);
  List& list = pool.lists[index];
  const Word size = size_of_list(index);
  if (pool.bytes + size > kMostBytes || (list.count + 1) * size > kMostBytesOfSize)
    return std::free(memory);
  if (!pool.is_known_at_end) [[unlikely]]
    empty_at_end();
  auto* block = static_cast<FreeBlock*>(memory);
  block->next = list.first;
  list.first = block;
  ++list.count;
  pool.bytes += size;
}

void* Pooled::operator new(std::size_t bytes) {
  void* memory = pooled_malloc(bytes);
  if (memory == nullptr) out_of_memory(bytes, "the state of a native");
  return memory;
}

}  // namespace vm
