// LiteralMemory: where constants of loaded modules and persistent terms live. One reserved range of
// addresses, so that "is this a literal" is a subtraction and a comparison: the collector leaves
// literals where they are, and messages share them.
// What dies is freed without stopping anybody: an area that nobody gets any more is retired, and
// waits. One retired area at a time is the dying one: copies treat what lies in it as any other
// term, each process copies what it still has of it to its own heap, and then the area is freed.
// Every process is asked for each, so areas that come faster than that would pile up: neighbours
// that wait become one area. Who drives this is vm/proc/literal_release.h.
// Invariants: a literal area only points into itself; it never changes once published. Ownership:
// whoever allocated an area, until it is retired. Threads: contains() and dying() are free, the
// rest locks.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/heap/off_heap.h"

#include <map>
#include <memory>
#include <vector>

namespace vm {

/// One block of literals, with what it owns outside of itself.
struct LiteralArea {
  Term* words = nullptr;
  Word size = 0;
  OffHeap off_heap;
  // Those of retired areas that were joined to it. Lists of their own: to link them would write
  // into objects that a copy may read just now.
  std::vector<OffHeap> joined_off_heaps = {};

  /// Releases what it owns outside. Nobody refers to its terms any more.
  void release_owned() {
    off_heap.release_all();
    for (OffHeap& joined : joined_off_heaps) joined.release_all();
    joined_off_heaps.clear();
  }
  bool contains(const void* address) const {
    return reinterpret_cast<Word>(address) - reinterpret_cast<Word>(words) < size * kWordBytes;
  }
  /// Whether a word taken for a term would be a pointer into the area.
  bool may_be_pointed_to_by(Word bits) const {
    return (bits & 3) != 0 && bits - reinterpret_cast<Word>(words) < size * kWordBytes;
  }
};

class LiteralMemory {
 public:
  /// Reserves the range (no memory yet). Stops the program if the address space is refused.
  LiteralMemory();
  /// Frees what is retired.
  ~LiteralMemory();
  LiteralMemory(const LiteralMemory&) = delete;

  bool contains(const void* address) const {
    return reinterpret_cast<Word>(address) - base_ < kReservedBytes;
  }
  bool contains(Term t) const { return t.is_pointer() && t.bits() - base_ < kReservedBytes; }

  /// `words` words, uninitialised; null when the range is used up. words == 0 answers null too.
  Term* allocate(Word words);
  void free(Term* area, Word words);
  Word used_words() const;

  /// Nobody gets terms of the area any more; who has some keeps them until they are copied. Empty
  /// areas are ignored. Neighbours that wait already may become one with it.
  void retire(LiteralArea area) VM_EXCLUDES(mutex_);
  /// Makes the next retired area the dying one; null when there is none. The one that was dying is
  /// the caller's: to be given to release() after thread progress.
  struct Turn {
    const LiteralArea* begins;
    std::unique_ptr<LiteralArea> ended;
  };
  Turn next_dying() VM_EXCLUDES(mutex_);
  /// Frees an area that nobody refers to.
  void release(LiteralArea& area);
  /// The area that is to be freed when all processes have copied what they have of it, or null.
  /// Valid until this thread next reports progress.
  const LiteralArea* dying() const {
    // acquire: pairs with the release in next_dying(); the area's bounds are visible.
    return dying_.load(std::memory_order_acquire);
  }

 private:
  // What waits is joined up to 256 KB: whoever has terms of a dying area copies the whole area
  // once.
  static constexpr Word kMaxJoinedWords = 32 * 1024;
  // 16 GiB of address space: several thousand times the literals of OTP's own libraries.
  static constexpr Word kReservedBytes = Word{16} << 30;
  Word base_ = 0;
  mutable Mutex mutex_{LockRank::kLiteralArea};
  std::map<Word, Word> free_
      VM_GUARDED_BY(mutex_);  // offset -> words, never adjacent to each other
  Word used_words_ VM_GUARDED_BY(mutex_) = 0;
  std::map<const Term*, LiteralArea> retired_ VM_GUARDED_BY(mutex_);  // by address
  const Term* next_turn_ VM_GUARDED_BY(mutex_) =
      nullptr;  // the first retired one from here on dies
                // next, so that each comes to its turn
  std::unique_ptr<LiteralArea> dying_area_ VM_GUARDED_BY(mutex_);
  Atomic<const LiteralArea*> dying_{nullptr};  // dying_area_, for readers
};

/// What a copy shares with its source: all literals but those of the dying area. One value is used
/// for the size and the copy of a term, because the dying area may change in between.
class SharedLiterals {
 public:
  /// All that `memory` has at present; null: nothing is shared. Implicit: most callers name the
  /// memory.
  SharedLiterals(const LiteralMemory* memory)
      : memory_(memory), dying_(memory == nullptr ? nullptr : memory->dying()) {}

  bool contains(Term t) const {
    return memory_ != nullptr && memory_->contains(t) &&
           (dying_ == nullptr || !dying_->may_be_pointed_to_by(t.bits()));
  }

 private:
  const LiteralMemory* memory_;
  const LiteralArea* dying_;
};

}  // namespace vm
