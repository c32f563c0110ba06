// LiteralMemory: the memory of the constants of loaded modules and of persistent terms. It is one
// reserved address range, so the test for a literal is a subtraction and a comparison. The
// collector does not move literals, and messages share them.
//
// Literals are freed without stopping any process. An area that no new code can reach is retired
// and queued. One queued area at a time becomes the dying area: copies of terms no longer share its
// literals, each process copies the ones it still refers to, to its heap, and then the area is
// freed. Each round involves every process, so areas can be retired faster than they are freed;
// adjacent queued areas are therefore merged. vm/proc/literal_release.h runs the rounds.
// Invariants: the terms of a literal area point only into the same area; an area never changes
// after publication.
// Ownership: the code that allocated an area owns it until it retires it.
// Threads: any. contains() and dying() take no lock, the other functions take kLiteralArea.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/heap/off_heap.h"

#include <map>
#include <memory>
#include <vector>

namespace vm {

/// A block of literals and the off-heap data that it owns.
struct LiteralArea {
  Term* words = nullptr;
  Word size = 0;
  OffHeap off_heap;
  // The lists of retired areas that were merged into this one. They stay separate: linking them
  // would write to objects that another thread may be copying.
  std::vector<OffHeap> joined_off_heaps = {};

  /// Releases the off-heap data. No process may refer to the area's terms any more.
  void release_owned() {
    off_heap.release_all();
    for (OffHeap& joined : joined_off_heaps) joined.release_all();
    joined_off_heaps.clear();
  }
  bool contains(const void* address) const {
    return reinterpret_cast<Word>(address) - reinterpret_cast<Word>(words) < size * kWordBytes;
  }
  /// True if a word, interpreted as a term, is a pointer into the area.
  bool may_be_pointed_to_by(Word bits) const {
    return (bits & 3) != 0 && bits - reinterpret_cast<Word>(words) < size * kWordBytes;
  }
};

class LiteralMemory {
 public:
  /// Reserves the address range, which takes no memory yet. Exits the program if that fails.
  LiteralMemory();
  /// Releases retired areas and unmaps the range.
  ~LiteralMemory();
  LiteralMemory(const LiteralMemory&) = delete;

  /// True if the address, or the object that the term points to, is a literal.
  bool contains(const void* address) const {
    return reinterpret_cast<Word>(address) - base_ < reserved_bytes_;
  }
  bool contains(Term t) const { return t.is_pointer() && t.bits() - base_ < reserved_bytes_; }

  /// Allocates `words` uninitialised words. Returns null if the range is full, or if `words` is 0.
  Term* allocate(Word words);
  /// Frees `words` allocated words, to which nothing refers. They may be a part of an allocation.
  void free(Term* area, Word words);
  /// The number of allocated words.
  Word used_words() const;

  /// Queues an area for release and takes it over. No code may hand out its terms any more;
  /// processes that have some keep them until they copy them. Ignores empty areas. May merge the
  /// area with adjacent queued ones.
  void retire(LiteralArea area) VM_EXCLUDES(mutex_);
  /// The result of next_dying().
  struct DyingAreas {
    const LiteralArea* current;             // the new dying area, null if none is queued
    std::unique_ptr<LiteralArea> previous;  // the previous dying area, may be null
  };
  /// Makes the next queued area the dying one. The caller owns the previous dying area, and passes
  /// it to release() after thread progress.
  DyingAreas next_dying() VM_EXCLUDES(mutex_);
  /// Frees an area to which no process refers.
  void release(LiteralArea& area);
  /// The dying area, which is freed once all processes have copied the literals they refer to, or
  /// null. The pointer is valid until the calling thread next reports progress.
  const LiteralArea* dying() const {
    // acquire: pairs with the release in next_dying(), so that the bounds of the area are visible.
    return dying_.load(kAcquire);
  }

 private:
  // Queued areas are merged up to 256 KB, because a process that refers to a dying area copies the
  // whole area once.
  static constexpr Word kMaxJoinedWords = 32 * 1024;
  /// Makes the first `bytes` of the range usable. False if the system does not give the memory.
  bool commit(Word bytes) VM_REQUIRES(mutex_);

  // 16 GiB of address space: several thousand times the size of the literals of OTP's libraries.
  // Less where the addresses of the program are limited.
  static constexpr Word kReservedBytes = Word{16} << 30;
  static constexpr Word kLeastReservedBytes = Word{64} << 20;
  // Reserved addresses are made usable in steps of this size.
  static constexpr Word kCommitBytes = Word{16} << 20;
  Word base_ = 0;            // constant after construction
  Word reserved_bytes_ = 0;  // constant after construction
  mutable Mutex mutex_{LockRank::kLiteralArea};
  // Free ranges: offset to size in words. Adjacent ranges are merged.
  std::map<Word, Word> free_ VM_GUARDED_BY(mutex_);
  Word used_words_ VM_GUARDED_BY(mutex_) = 0;
  Word committed_bytes_ VM_GUARDED_BY(mutex_) = 0;                    // from base_ on
  std::map<const Term*, LiteralArea> retired_ VM_GUARDED_BY(mutex_);  // by address
  // The first queued area from this address on dies next. The rounds go through the addresses
  // cyclically, so that no area waits for ever.
  const Term* next_address_ VM_GUARDED_BY(mutex_) = nullptr;
  std::unique_ptr<LiteralArea> dying_area_ VM_GUARDED_BY(mutex_);
  Atomic<const LiteralArea*> dying_{nullptr};  // dying_area_, for readers without the lock
};

/// The literals that a copy of a term shares with its source: all but those of the dying area. The
/// size and the copy of a term are computed with the same value, because the dying area can change
/// in between.
class SharedLiterals {
 public:
  /// The literals of `memory` that may be shared now; null: none. Implicit, because most callers
  /// pass the memory.
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
