// Memory of the objects in a hash table. Objects are small, many, and die alone, so those of a
// large table do not come from malloc: a stripe cuts them from chunks of its own and keeps what is
// freed for the next object of the same size; the stripes' chunks come from regions of the whole
// table, which from some megabytes on lie on large pages. Emptying the table gives all back
// at once, without a visit to each object. Invariants: a block is freed to the ObjectMemory
// that gave it, with the size it was asked for. Ownership: the store owns the regions, a stripe its
// ObjectMemory, which must not outlive them. Threads: an ObjectMemory is its stripe's lock's;
// regions are taken from by any, and emptied with all locks of the store.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

#include <span>

namespace vm {

/// Where the stripes of one store get their chunks.
class ObjectRegions {
 public:
  ObjectRegions() = default;
  ~ObjectRegions() { clear(); }
  ObjectRegions(const ObjectRegions&) = delete;

  /// A new chunk, of a size that suits an owner of `has` bytes; it is given back by clear().
  /// Any thread.
  std::span<Byte> take_chunk(Word has);
  /// Frees all chunks. No thread takes any meanwhile.
  void clear();

 private:
  struct Region {
    Region* previous;
    Word bytes;         // with this header
    Atomic<Word> used;  // likewise; beyond `bytes` when it is full
  };
  static Region* make(Region* previous, Word used);
  static void free(Region* region);

  Atomic<Region*> current_{nullptr};
};

/// A table or stripe with fewer objects leaves them to malloc: many stay small.
constexpr Word kObjectMemoryFrom = 64;

class ObjectMemory {
 public:
  /// Larger objects are malloc's.
  static constexpr Word kMaxWords = 32;

  explicit ObjectMemory(ObjectRegions& regions) : regions_(regions) {}
  ObjectMemory(const ObjectMemory&) = delete;

  /// `words` words (1 to kMaxWords), uninitialised.
  void* allocate(Word words) {
    Free*& free = free_[class_of(words)];
    if (free == nullptr) return cut(class_of(words) * kClassBytes);
    void* block = free;
    free = free->next;
    return block;
  }
  void free(void* block, Word words) {
    auto* freed = static_cast<Free*>(block);
    Free*& free = free_[class_of(words)];
    freed->next = free;
    free = freed;
  }

 private:
  struct Free {
    Free* next;
  };
  static constexpr Word kClassWords = 2;
  static constexpr Word kClassBytes = kClassWords * kWordBytes;
  static Word class_of(Word words) { return (words + kClassWords - 1) / kClassWords; }
  void* cut(Word bytes);

  ObjectRegions& regions_;
  Free* free_[kMaxWords / kClassWords + 1] = {};
  std::span<Byte> chunk_;  // what is left of the newest
  Word has_bytes_ = 0;     // all chunks so far
};

}  // namespace vm
