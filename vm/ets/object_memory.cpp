// Regions double in size, so that a small table wastes little and a large one is on few pages; a
// chunk is a part of what its stripe has already, for the same reason.
#include "vm/ets/object_memory.h"

#include "vm/ets/table_memory.h"

#include <algorithm>
#include <new>

namespace vm {
namespace {

constexpr Word kFirstRegion = Word{32} << 10;
constexpr Word kLastRegion = Word{32} << 20;
constexpr Word kFirstChunk = Word{2} << 10;
constexpr Word kLastChunk = Word{64} << 10;

}  // namespace

ObjectRegions::Region* ObjectRegions::make(Region* previous, Word used) {
  const Word bytes =
      previous == nullptr ? kFirstRegion : std::min(previous->bytes * 2, kLastRegion);
  auto* region =
      ::new (table_memory(bytes)) Region{previous, bytes, Atomic<Word>(used)};  // owner: the list
  return region;
}

void ObjectRegions::free(Region* region) { free_table_memory(region, region->bytes); }

std::span<Byte> ObjectRegions::take_chunk(Word has) {
  const Word bytes = std::clamp(has / 4 / kFirstChunk * kFirstChunk, kFirstChunk, kLastChunk);
  // acquire: the region's header; pairs with the exchange below.
  Region* region = current_.load(kAcquire);
  for (;;) {
    if (region != nullptr) {
      // relaxed: which thread gets which part is all that is decided.
      const Word at = region->used.fetch_add(bytes, kRelaxed);
      if (at + bytes <= region->bytes) return {reinterpret_cast<Byte*>(region) + at, bytes};
    }
    Region* fresh = make(region, sizeof(Region) + bytes);
    // release: a thread that sees the header sees it complete. acquire: so is one found instead.
    if (current_.compare_exchange_strong(region, fresh, kAcqRel, kAcquire))
      return {reinterpret_cast<Byte*>(fresh + 1), bytes};
    free(fresh);
  }
}

void ObjectRegions::clear() {
  // relaxed: the caller holds all locks that takers hold, or is alone.
  for (Region* region = current_.exchange(nullptr, kRelaxed); region != nullptr;) {
    Region* previous = region->previous;
    free(region);
    region = previous;
  }
}

void* ObjectMemory::cut(Word bytes) {
  // What is left of a chunk and too little is lost: less than one object.
  if (chunk_.size() < bytes) {
    chunk_ = regions_.take_chunk(has_bytes_);
    has_bytes_ += chunk_.size();
  }
  void* block = chunk_.data();
  chunk_ = chunk_.subspan(bytes);
  return block;
}

}  // namespace vm
