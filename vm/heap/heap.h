// Heap: one process's memory. A block with the young generation growing up and the stack growing
// down, an old generation, and fragments that were built when there was no room. Collected by
// copying (Cheney): a minor collection copies what is young, promoting what lies below the
// high-water mark (it has survived one already); a full one copies everything. Invariants:
// heap_start <= high_water <= heap_top <= stack_top <= heap_end. Old objects never point to young
// ones. Ownership: the process; blocks come from malloc. Threads: the thread that runs the process.
// Contract: P11 (the figures that the trace reports are these fields).
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/slots.h"

#include <span>

namespace vm {

class LiteralMemory;
struct LiteralArea;

/// Called with every root, each exactly once; the collector's implementation moves what it refers
/// to.
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

struct Heap {
  // Saved machine registers; handlers reach them at small offsets.
  HeapWord* heap_top = nullptr;    // H
  StackWord* stack_top = nullptr;  // E

  HeapWord* heap_start = nullptr;
  StackWord* heap_end = nullptr;  // the stack begins here and grows down
  HeapWord* high_water = nullptr;
  HeapWord* old_start = nullptr;
  HeapWord* old_top = nullptr;
  HeapWord* old_end = nullptr;
  HeapFragment* fragments = nullptr;  // newest first
  Word fragment_words = 0;            // their capacity
  OffHeap off_heap;                   // owners in the young generation and the fragments
  OffHeap old_off_heap;
  Word wanted_words = 0;  // size the next block should have, from how full this one was
  Word min_heap_words = kMinHeapWords;
  Word min_virtual_heap_words = kMinVirtualHeapWords;
  Word virtual_heap_limit = kMinVirtualHeapWords;
  Word old_virtual_heap_limit = kMinVirtualHeapWords;
  Word max_heap_words = 0;  // 0: no limit
  bool max_heap_kill = true;
  bool max_heap_error_logger = true;
  bool max_heap_shared_binaries = false;
  bool need_full_sweep = false;  // the next collection is a full one
  bool collect_soon = false;     // somebody asked for a collection: as soon as there may be one
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
  /// Words free between heap and stack.
  Word free_words() const {
    return static_cast<Word>(reinterpret_cast<HeapWord*>(stack_top) - heap_top);
  }
  bool is_old(const void* address) const { return address >= old_start && address < old_top; }
  /// After a BIF: fragments outgrew the free room, or off-heap data the virtual heap, or it was
  /// asked for; collect before going on.
  bool wants_collection() const {
    return fragment_words > free_words() || collect_soon ||
           off_heap.overhead_bytes() / kWordBytes > virtual_heap_limit;
  }
  /// Hangs fragments (of a received message) on the heap: from now on the collector moves what is
  /// in them.
  void adopt(HeapFragment* chain);
};

/// Gives a new process its first block of at least `words` (rounded up as heap sizes are), with
/// nothing in it.
void initialise_heap(Heap& heap, Word words);
/// Frees all blocks, fragments and what they own.
void destroy_heap(Heap& heap);
/// The smallest heap size at or above `words` (sizes grow by Fibonacci steps, then by a fifth, as
/// OTP's do).
Word next_heap_size(Word words);

enum class CollectionKind { kMinor, kFull };

/// Terms of the message being matched: those in its block, and in fragments (may be null).
struct PeekedTerms {
  std::span<Term> block;
  HeapFragment* fragments = nullptr;
  /// Whether `address` is one of theirs.
  bool contains(const void* address) const;
};

/// Where a collection finds what is alive, and what it must leave alone.
struct CollectionRequest {
  Word need = 0;  // words to be free afterwards
  Word work = 0;  // what the process has done since it began (reductions): who collects often grows
  CollectionKind kind =
      CollectionKind::kMinor;  // a minor one becomes full when the old generation is full
  const LiteralMemory* literals = nullptr;
  /// Literals that do not stay where they are: what is referred to of them is copied to the heap.
  /// The collection must be a full one.
  const LiteralArea* dying = nullptr;
  PeekedTerms peeked;  // stay where they are
  /// Calls `visitor` for all roots except the stack.
  void (*visit)(void* context, RootVisitor& visitor) = nullptr;
  void* context = nullptr;
};

/// What a collection did.
struct CollectionResult {
  CollectionKind kind;
  Word collected_words;  // reclaimed
};

/// Collects. Every root and stack slot is updated; fragments are gone afterwards; free_words() >=
/// need.
CollectionResult collect(Heap& heap, const CollectionRequest& request);
/// Whether any word of the heap, its fragments or its stack looks like a pointer into `area`. Raw
/// data may look so too.
bool may_refer_to(const Heap& heap, const LiteralArea& area);
/// Whether collect() would do a full one for this request.
CollectionKind planned_kind(const Heap& heap, const CollectionRequest& request);
/// How many words the heap takes while collect() works on this request: its blocks and the new ones
/// (max_heap_size).
Word planned_words(const Heap& heap, const CollectionRequest& request);

}  // namespace vm
