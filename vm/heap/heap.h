// Heap: the memory of one process. It has a block in which the young generation grows up and the
// stack grows down, an old generation, and fragments that were allocated when the block was full.
// The collector copies, depth first. A minor collection copies the young generation and promotes
// the objects below the high-water mark, which have survived one collection. A full collection
// copies both generations.
// Invariants: heap_start <= high_water <= heap_top <= stack_top <= heap_end. Old objects never
// point to young ones.
// Ownership: the process owns its heap.
// Threads: the thread that runs the process.
// Contract: P11 (the figures that the trace reports are these fields).
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/slots.h"

#include <algorithm>
#include <span>

namespace vm {

class LiteralMemory;
struct LiteralArea;

/// Receives every root of a process exactly once. The collector's implementation moves the object
/// that a root refers to and updates the root.
class RootVisitor {
 public:
  virtual void visit(Term& root) = 0;
  virtual void visit(std::span<Term> roots) = 0;

 protected:
  ~RootVisitor() = default;
};

inline constexpr Word kMinHeapWords = 233;
inline constexpr Word kMinVirtualHeapWords = 46422;
inline constexpr Word kDefaultFullsweepAfter = 65535;

/// The limit of a heap, and what happens to a process that exceeds it.
struct MaxHeap {
  Word words = 0;  // 0: no limit
  bool kill = true;
  bool error_logger = true;
  bool shared_binaries = false;
};

/// A block that a heap has left as it is (set_block_aside).
struct BlockAside {
  HeapWord* start;
  Word words;
  BlockAside* next;
};

struct Heap {
  // Saved machine registers. They come first, because handlers access them at small offsets.
  HeapWord* heap_top = nullptr;    // H
  StackWord* stack_top = nullptr;  // E

  HeapWord* heap_start = nullptr;
  StackWord* heap_end = nullptr;  // the stack starts here and grows down
  HeapWord* high_water = nullptr;
  HeapWord* old_start = nullptr;
  HeapWord* old_top = nullptr;
  HeapWord* old_end = nullptr;
  HeapFragment* fragments = nullptr;  // newest first
  Word fragment_words = 0;            // capacity of all fragments
  BlockAside* aside = nullptr;        // newest first; null unless the process is about to end
  OffHeap off_heap;                   // owners in the young generation and the fragments
  OffHeap old_off_heap;
  Word wanted_words = 0;  // minimum size of the next block, set if this one was nearly full
  Word min_heap_words = kMinHeapWords;
  Word min_virtual_heap_words = kMinVirtualHeapWords;
  Word virtual_heap_limit = kMinVirtualHeapWords;
  Word old_virtual_heap_limit = kMinVirtualHeapWords;
  MaxHeap max_heap;
  bool need_full_sweep = false;       // the next collection is a full one
  bool collection_requested = false;  // the process collects as soon as possible
  Word fullsweep_after = kDefaultFullsweepAfter;
  Word minor_collections = 0;   // since the last full one
  Word work_at_collection = 0;  // CollectionRequest::work of the last one

  Word heap_words() const {
    return static_cast<Word>(reinterpret_cast<HeapWord*>(heap_end) - heap_start);
  }
  Word used_words() const { return static_cast<Word>(heap_top - heap_start); }
  Word stack_words() const { return static_cast<Word>(heap_end - stack_top); }
  Word old_words() const { return static_cast<Word>(old_end - old_start); }
  Word old_used_words() const { return static_cast<Word>(old_top - old_start); }
  /// The free words between heap and stack.
  Word free_words() const {
    return static_cast<Word>(reinterpret_cast<HeapWord*>(stack_top) - heap_top);
  }
  bool is_old(const void* address) const { return address >= old_start && address < old_top; }
  /// Checked after a BIF. True if a collection was requested, if the fragments no longer fit the
  /// free words, or if off-heap data exceeds the virtual heap. The process then collects before it
  /// continues.
  bool wants_collection() const {
    return fragment_words > free_words() || collection_requested ||
           off_heap.overhead_bytes() / kWordBytes > virtual_heap_limit;
  }
  /// Adds fragments (of a received message) to the heap, which owns them afterwards. The next
  /// collection copies their contents.
  void adopt(HeapFragment* chain);
};

/// Allocates the first block of a new process, of at least `words` words.
void initialise_heap(Heap& heap, Word words);
/// Frees all blocks and fragments and releases the off-heap data they own.
void destroy_heap(Heap& heap);
/// Returns the smallest heap size of at least `words`. The sizes are those of OTP: a Fibonacci-like
/// series, then steps of a fifth.
Word next_heap_size(Word words);

enum class CollectionKind { kMinor, kFull };

/// The terms of the message that a receive is matching. They are still owned by the message: in its
/// block and in its fragments (may be null).
struct PeekedTerms {
  std::span<Term> block;
  HeapFragment* fragments = nullptr;
  /// True if `address` is within the block or a fragment.
  bool contains(const void* address) const;
};

/// The arguments of a collection: its roots, and the memory that it must not move.
struct CollectionRequest {
  Word need = 0;  // words that must be free afterwards
  Word work = 0;  // reductions of the scheduler so far; if it collects again soon, its block grows
  CollectionKind kind =
      CollectionKind::kMinor;  // a minor one becomes full if the old block is full
  const LiteralMemory* literals = nullptr;
  /// If not null: copies the literals of this area that the process refers to, to its heap. The
  /// collection must be a full one.
  const LiteralArea* dying = nullptr;
  PeekedTerms peeked;  // not moved
  /// Calls `visitor` for all roots except the stack. Not null.
  void (*visit)(void* context, RootVisitor& visitor) = nullptr;
  void* context = nullptr;
};

/// The result of a collection.
struct CollectionResult {
  CollectionKind kind;
  Word collected_words;  // words reclaimed
  bool has_room;         // false if there was no memory for a block: free_words() may be too few
};

/// Collects garbage. Updates every root and stack slot and frees the fragments. Afterwards
/// free_words() >= request.need, unless the result says that there was no memory.
CollectionResult collect(Heap& heap, const CollectionRequest& request);
/// In the place of a collection, for a heap that is too large, of a process that is about to end:
/// a new block with the stack and `need` free words. What is in the old one stays where it is,
/// until destroy_heap(). The heap must not be collected any more.
void set_block_aside(Heap& heap, Word need);
/// True if any word of the heap, its fragments or its stack may be a pointer into `area`. Raw data
/// can look like one.
bool may_refer_to(const Heap& heap, const LiteralArea& area);
/// The kind of collection that collect() would do for this request.
CollectionKind planned_kind(const Heap& heap, const CollectionRequest& request);
/// The words that the heap occupies during collect() for this request: its present blocks and the
/// new ones. For the check of max_heap_size.
Word planned_words(const Heap& heap, const CollectionRequest& request);

inline HeapBuilder::HeapBuilder(Heap& heap)
    : off_heap_(&heap.off_heap), process_(&heap), heap_top_(&heap.heap_top) {
  top_ = reinterpret_cast<Term*>(heap.heap_top);
  // Leave the reserve of the stack alone. A call may have used a part of it already; then no words
  // are free.
  limit_ = std::max(top_, reinterpret_cast<Term*>(heap.stack_top) - kStackReserve);
}

}  // namespace vm
