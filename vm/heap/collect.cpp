// When a heap is collected in which way, and how large its new blocks are. The copying itself is
// in collector.cpp.
#include "vm/heap/block.h"
#include "vm/heap/collector.h"
#include "vm/heap/fit_heap.h"
#include "vm/heap/literal_memory.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>

namespace vm {
namespace {

// A minor collection shrinks only blocks larger than this; for smaller ones the second copy costs
// more than it saves. As in OTP it shrinks smaller ones as well where there is less old data than
// the block holds: garbage in fragments makes a block grow with each collection, and a process that
// keeps nothing must not come near a limit of its heap by it.
constexpr Word kShrinkAboveWords = 8000;
constexpr Word kShrinkYoungAboveWords = 3000;

// A block that is at least this many times what is in use shrinks at once, a smaller one when a
// second collection finds it mostly empty, too. A process whose natives build large results in
// fragments otherwise grows and shrinks by turns, and copies everything twice.
constexpr Word kShrinkAtOnce = 12;

// After a full collection that came by itself, the block has room for as much again, from this size
// on for half as much: it becomes the old block, and the next full collection comes when it is
// full.
constexpr Word kLargeOldWords = Word{1} << 20;

// A young block is as large as the old one up to this size: more than the caches hold is slower
// than the few objects that are copied once more.
constexpr Word kLargestYoungWords = Word{1} << 20;

// A process that collects again within this many reductions gets a larger block, up to kBusyWords
// (which fit the first-level cache). With a slightly larger block it copies far less.
constexpr Word kBusyReductions = 1000;
constexpr Word kBusyWords = 2500;

/// An upper bound of the live words in the young generation and the fragments.
Word young_bound(const Heap& heap) { return heap.used_words() + heap.fragment_words; }

/// Adjusts the limit of the virtual heap to the off-heap data that survived: the more survives, the
/// later the next collection.
void adjust_virtual_heap(Heap& heap, CollectionKind kind) {
  const Word kept = heap.off_heap.overhead_bytes() / kWordBytes;
  Word limit = heap.virtual_heap_limit;
  if (kept > limit / 2) {
    limit = std::max(limit * 2, kept * 2);
  } else if (kind == CollectionKind::kFull && kept < limit / 4) {
    limit = std::max(heap.min_virtual_heap_words, limit / 2);
  }
  heap.virtual_heap_limit = limit;
}

/// The least size of a young block that goes with an old one of `old_words`: new data of a process
/// with much data often lives longer than a small block lasts, and would be promoted too early.
Word least_young_words(Word old_words) { return std::min(old_words, kLargestYoungWords); }

Word live_words(const Heap& heap) { return heap.used_words() + heap.old_used_words(); }

/// Grows or shrinks the block: copies the young generation to a block of `words` and promotes
/// nothing. False if there is no memory for it.
bool resize_young(Heap& heap, const CollectionRequest& request, Word words) {
  heap.high_water = heap.heap_start;
  return copy_live(heap, request, CopyMode::kMinor, words);
}

/// True between a full collection and the next minor one. All that is mature was alive then: it
/// stays where it is, and the block becomes the old one.
bool keeps_mature(const Heap& heap) {
  return heap.old_start == nullptr && heap.minor_collections == 0 &&
         heap.high_water > heap.heap_start;
}
bool needs_old_block(const Heap& heap) {
  return heap.old_start == nullptr && heap.high_water > heap.heap_start && !keeps_mature(heap);
}
Word old_block_words(const Heap& heap) {
  return next_heap_size(std::max(young_bound(heap), heap.min_heap_words));
}
/// The new block for a minor collection holds everything that was in use. The requested words are
/// added after the collection, when the garbage is known; otherwise garbage would make blocks grow.
Word minor_block_words(const Heap& heap) {
  const Word kept = keeps_mature(heap) ? static_cast<Word>(heap.high_water - heap.heap_start) : 0;
  const Word bound = young_bound(heap) - kept + heap.stack_words();
  const Word old = kept == 0 ? heap.old_words() : heap.heap_words();
  return next_heap_size(
      std::max({bound, heap.min_heap_words, heap.wanted_words, least_young_words(old)}));
}
/// Whether a full collection leaves no more room than it must: one that was asked for.
bool fits_tightly(const Heap& heap, const CollectionRequest& request) {
  return request.kind == CollectionKind::kFull || heap.need_full_sweep ||
         heap.minor_collections >= heap.fullsweep_after;
}
Word with_room(Word words) { return words + (words < kLargeOldWords ? words : words / 2); }
bool is_three_quarters_full(Word needed, Word size) { return needed * 4 > size * 3; }
/// What survived the last collection is to leave free words, or a process that has just collected
/// would do so again for a few words: as in OTP, where a block that was found three quarters full
/// grows with the next collection, if its size would do.
Word full_block_words(const Heap& heap, const CollectionRequest& request) {
  const Word literal_words = request.dying == nullptr ? 0 : request.dying->size;
  const Word bound = young_bound(heap) + heap.old_used_words() + heap.stack_words() + literal_words;
  const bool tight = fits_tightly(heap, request);
  const Word size = next_heap_size(std::max(tight ? bound : with_room(bound), heap.min_heap_words));
  const Word survived = static_cast<Word>(heap.high_water - heap.heap_start) +
                        heap.old_used_words() + heap.stack_words();
  const bool grows = tight && size <= heap.heap_words() && is_three_quarters_full(survived, size);
  return grows ? next_heap_size(size + 1) : size;
}

bool is_mostly_empty(const Heap& heap, Word needed) {
  const Word size = heap.heap_words();
  return needed * 4 < size &&
         (size > kShrinkAboveWords || (size > kShrinkYoungAboveWords && size > heap.old_words()));
}

/// Copies the young generation to a block of `words`, or more if there must be, if that is smaller.
void shrink(Heap& heap, const CollectionRequest& request, Word words) {
  const Word wanted =
      next_heap_size(std::max({words, heap.min_heap_words, least_young_words(heap.old_words())}));
  if (wanted < heap.heap_words()) resize_young(heap, request, wanted);
}

/// After a copy of the young generation: its block grows, shrinks, or will be larger next time.
/// `was_mostly_empty`: the copy before has found that, too. `usual_size`: that of the block where
/// nothing is in fragments. False if it has to grow and there is no memory.
bool adjust_young(Heap& heap, const CollectionRequest& request, bool was_mostly_empty,
                  Word usual_size) {
  const Word size = heap.heap_words();
  const Word needed = heap.used_words() + heap.stack_words() + request.need;
  const bool is_busy = request.work - heap.work_at_collection < kBusyReductions;
  heap.work_at_collection = request.work;
  heap.wanted_words = 0;
  if (needed > size) return resize_young(heap, request, next_heap_size(needed + needed / 3));
  if (is_three_quarters_full(needed, size) || (is_busy && size < kBusyWords)) {
    // The block is three quarters full, or was filled quickly: take the next larger size next time.
    heap.wanted_words = size + 1;
  } else if (size > usual_size && size >= needed * kShrinkAtOnce) {
    // Garbage in fragments has made it grow.
    shrink(heap, request, std::max(usual_size, needed * 3));
  } else if (is_mostly_empty(heap, needed)) {
    // The same size again, and then this is known to be the second time.
    if (was_mostly_empty || size >= needed * kShrinkAtOnce) {
      shrink(heap, request, needed * 3);
    } else {
      heap.wanted_words = size;
    }
  }
  return true;
}

bool collect_minor(Heap& heap, const CollectionRequest& request) {
  if (needs_old_block(heap)) {
    const Word size = old_block_words(heap);
    HeapWord* block = try_allocate_block(size);
    if (block == nullptr) return false;
    heap.old_start = heap.old_top = block;
    heap.old_end = heap.old_start + size;
  }
  const bool was_mostly_empty = heap.wanted_words == heap.heap_words();
  const Word usual_size = next_heap_size(
      std::max({heap.heap_words(), heap.wanted_words, heap.old_words(), heap.min_heap_words}));
  if (!copy_live(heap, request, keeps_mature(heap) ? CopyMode::kKeepMature : CopyMode::kMinor,
                 minor_block_words(heap)))
    return false;
  ++heap.minor_collections;
  return adjust_young(heap, request, was_mostly_empty, usual_size);
}

bool collect_full(Heap& heap, const CollectionRequest& request) {
  const bool tight = fits_tightly(heap, request);
  const Word size = full_block_words(heap, request);
  if (!copy_live(heap, request, CopyMode::kCompact, size)) return false;
  heap.minor_collections = 0;
  heap.need_full_sweep = false;
  heap.wanted_words = 0;
  heap.old_virtual_heap_limit =
      std::max(heap.min_virtual_heap_words, heap.off_heap.overhead_bytes() / kWordBytes * 2);

  const Word needed = heap.used_words() + heap.stack_words() + request.need;
  const Word room = tight ? needed + needed / 3 : with_room(needed);
  const Word wanted = next_heap_size(std::max(room, heap.min_heap_words));
  // If the block is too small for the request, or mostly empty, copy once more to one that fits.
  const bool is_too_small = needed > size;
  if (!is_too_small && wanted * (tight ? 2 : 4) > size) return true;
  return resize_young(heap, request, wanted) || !is_too_small;
}

bool any_may_refer(std::span<const Word> words, const LiteralArea& area) {
  return std::ranges::any_of(words, [&](Word w) { return area.may_be_pointed_to_by(w); });
}
template <class T>
std::span<const Word> words_between(const T* first, const T* last) {
  return {reinterpret_cast<const Word*>(first), static_cast<Word>(last - first)};
}

/// True if what a collection has kept may refer to the message that a receive looks at: a bitstring
/// of it, for example, that a pattern has matched. Such an object may be mature when the message
/// becomes a fragment, which is young. `promoted`: where the objects begin that are old since then.
bool refers_to_peeked(const Heap& heap, const HeapWord* promoted, const PeekedTerms& peeked) {
  if (peeked.block.empty() && peeked.fragments == nullptr) return false;
  const auto any = [&](std::span<const Word> words) {
    return std::ranges::any_of(
        words, [&](Word w) { return peeked.contains(reinterpret_cast<const void*>(w)); });
  };
  return any(words_between(heap.heap_start, heap.heap_top)) ||
         any(words_between<HeapWord>(promoted, heap.old_top));
}

}  // namespace

bool PeekedTerms::contains(const void* address) const {
  if (address >= block.data() && address < block.data() + block.size()) return true;
  for (HeapFragment* fragment = fragments; fragment != nullptr; fragment = fragment->next) {
    if (fragment->contains(address)) return true;
  }
  return false;
}

void Heap::adopt(HeapFragment* chain) {
  while (chain != nullptr) {
    HeapFragment* next = chain->next;
    off_heap.append(chain->off_heap);
    fragment_words += chain->capacity;
    chain->next = fragments;
    fragments = chain;
    chain = next;
  }
}

Word next_heap_size(Word words) {
  // OTP's series: 12, 38, then the sum of the previous two plus one, up to 833,026 words;
  // from there on each size is a fifth larger.
  constexpr Word kLargestSum = 833'000;
  Word previous = 12;
  Word size = 38;
  while (size < words) {
    if (size > kLargestSum) {
      size += size / 5;
    } else {
      const Word next = previous + size + 1;
      previous = size;
      size = next;
    }
  }
  return size;
}

void initialise_heap(Heap& heap, Word words) {
  const Word size = next_heap_size(std::max(words, heap.min_heap_words));
  heap.heap_start = heap.heap_top = heap.high_water = allocate_block(size);
  heap.heap_end = heap.stack_top = reinterpret_cast<StackWord*>(heap.heap_start + size);
}

void destroy_heap(Heap& heap) {
  heap.off_heap.release_all();
  heap.old_off_heap.release_all();
  HeapFragment::free_chain(heap.fragments);
  free_block(heap.heap_start, heap.heap_words());
  free_block(heap.old_start, heap.old_words());
  while (heap.aside != nullptr) {
    const std::unique_ptr<BlockAside> aside(heap.aside);
    free_block(aside->start, aside->words);
    heap.aside = aside->next;
  }
  heap.heap_start = heap.heap_top = heap.high_water = nullptr;
  heap.heap_end = heap.stack_top = nullptr;
  heap.old_start = heap.old_top = heap.old_end = nullptr;
  heap.fragments = nullptr;
  heap.fragment_words = 0;
}

bool may_refer_to(const Heap& heap, const LiteralArea& area) {
  if (any_may_refer(words_between(heap.heap_start, heap.heap_top), area)) return true;
  if (any_may_refer(words_between(heap.stack_top, heap.heap_end), area)) return true;
  if (any_may_refer(words_between(heap.old_start, heap.old_top), area)) return true;
  for (HeapFragment* fragment = heap.fragments; fragment != nullptr; fragment = fragment->next) {
    if (any_may_refer(words_between(fragment->words(), fragment->words() + fragment->used), area))
      return true;
  }
  return false;
}

void fit_heap(Heap& heap, const CollectionRequest& request) {
  VM_ASSERT(heap.old_start == nullptr, "a full collection has left no old block");
  resize_young(heap, request, std::max<Word>(heap.used_words() + heap.stack_words(), 1));
}

CollectionKind planned_kind(const Heap& heap, const CollectionRequest& request) {
  if (fits_tightly(heap, request)) return CollectionKind::kFull;
  if (heap.old_off_heap.overhead_bytes() / kWordBytes > heap.old_virtual_heap_limit)
    return CollectionKind::kFull;
  if (heap.old_start == nullptr) return CollectionKind::kMinor;
  const auto mature = static_cast<Word>(heap.high_water - heap.heap_start);
  return static_cast<Word>(heap.old_end - heap.old_top) < mature ? CollectionKind::kFull
                                                                 : CollectionKind::kMinor;
}

Word planned_words(const Heap& heap, const CollectionRequest& request) {
  const Word present = heap.heap_words() + heap.old_words();
  if (planned_kind(heap, request) == CollectionKind::kFull)
    return present + full_block_words(heap, request);
  const Word old = needs_old_block(heap) ? old_block_words(heap) : 0;
  return present + minor_block_words(heap) + old;
}

CollectionResult collect(Heap& heap, const CollectionRequest& request) {
  const CollectionKind kind = planned_kind(heap, request);
  const Word before = live_words(heap) + heap.fragment_words;
  const HeapWord* promoted = heap.old_top;
  heap.collection_requested = false;
  const bool has_room =
      kind == CollectionKind::kMinor ? collect_minor(heap, request) : collect_full(heap, request);
  if (promoted == nullptr || kind == CollectionKind::kFull) promoted = heap.old_start;
  if (refers_to_peeked(heap, promoted, request.peeked)) heap.need_full_sweep = true;
  adjust_virtual_heap(heap, kind);
  const Word after = live_words(heap);
  return {kind, before > after ? before - after : 0, has_room};
}

void set_block_aside(Heap& heap, Word need) {
  const Word stack_words = heap.stack_words();
  const Word size = next_heap_size(need + stack_words);
  HeapWord* block = allocate_block(size);
  auto* end = reinterpret_cast<StackWord*>(block + size);
  std::memcpy(static_cast<void*>(end - stack_words), heap.stack_top, stack_words * kWordBytes);
  heap.aside =
      std::make_unique<BlockAside>(BlockAside{heap.heap_start, heap.heap_words(), heap.aside})
          .release();  // owner: the heap
  heap.heap_start = heap.heap_top = heap.high_water = block;
  heap.heap_end = end;
  heap.stack_top = end - stack_words;
  heap.collection_requested = false;
}

}  // namespace vm
