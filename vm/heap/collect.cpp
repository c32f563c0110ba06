// The copying collector. moved() copies one object and leaves its new address behind: a moved boxed
// object has the new boxed pointer in place of its header, a moved cons has the non-value as head
// and the new pointer as tail. scan() walks what was copied (Cheney) and moves what it refers to.
// Why nothing old points to something young: terms are made of older terms, and all that is older
// than a mature object is mature or old itself. So each object can be sent to its generation by its
// own address alone.
// Literals of a dying area are copied too. Other processes read them meanwhile, so no new address
// can be left behind in them: the collector makes a copy of the whole area for itself, and moves
// from there.
#include "vm/heap/binary.h"
#include "vm/heap/block.h"
#include "vm/heap/heap.h"
#include "vm/heap/literal_memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace vm {
namespace {

/// The next free word of each generation. A value of its own, so that the loops below keep it in
/// registers: what they store could be anything to the compiler, a member of the collector too.
struct Targets {
  HeapWord* young;
  HeapWord* old;
};

/// Copies `count` words (at least one); objects are mostly shorter than a call of memcpy is worth.
void copy_words(HeapWord* to, const Word* from, Word count) {
  constexpr Word kLong = 24;
  if (count >= kLong) [[unlikely]] {
    std::memcpy(static_cast<void*>(to), from, count * kWordBytes);
    return;
  }
#pragma clang loop vectorize(disable) unroll(disable)
  for (Word i = 0; i < count; ++i) to[i].bits = from[i];
}

// From this size on what is collected is not in the processor's nearer caches, and is prefetched so
// many words ahead.
constexpr Word kLargeBytes = Word{1} << 18;
constexpr int kAhead = 8;

class Collector final : public RootVisitor {
 public:
  Collector(Heap& heap, const CollectionRequest& request, CollectionKind kind)
      : heap_(heap),
        request_(request),
        minor_(kind == CollectionKind::kMinor),
        block_start_(reinterpret_cast<Word>(heap.heap_start)),
        block_bytes_(heap.used_words() * kWordBytes),
        mature_bytes_(minor_ ? reinterpret_cast<Word>(heap.high_water) - block_start_ : 0),
        old_start_(reinterpret_cast<Word>(heap.old_start)),
        old_bytes_(minor_ ? 0 : heap.old_used_words() * kWordBytes),
        has_fragments_(heap.fragments != nullptr) {}

  void run(Word block_words);
  void visit(Term& root) override { root = moved(root, targets_); }
  void visit(std::span<Term> roots) override {
    for (Term& root : roots) root = moved(root, targets_);
  }

 private:
  /// Whether what lies outside the block and the generations that are collected must move: it is in
  /// a fragment of the heap, and not a literal, an old object or the message being looked at.
  [[gnu::noinline]] bool in_fragment(const void* address) const {
    if (request_.literals->contains(address)) return false;
    if (minor_ && heap_.is_old(address)) return false;
    return !request_.peeked.contains(address);
  }
  /// Differences of addresses as unsigned numbers: one comparison for both ends of a range.
  [[gnu::always_inline]] bool must_move(Word address) const {
    if (address - block_start_ < block_bytes_) [[likely]]
      return true;
    if (address - old_start_ < old_bytes_) return true;
    return has_fragments_ && in_fragment(reinterpret_cast<const void*>(address));
  }
  [[gnu::always_inline]] HeapWord*& target_for(Word address, Targets& to) const {
    return address - block_start_ < mature_bytes_ ? to.old : to.young;
  }
  [[gnu::always_inline]] Term moved(Term t, Targets& to) const;
  [[gnu::always_inline]] Term moved_object(Term t, Word address, Targets& to) const;
  [[gnu::noinline]] Term moved_literal(Term t, Targets& to) const;
  void adopt_owners();
  template <bool kYoung, bool kLarge>
  HeapWord* scan(HeapWord* from, Targets& to) const;
  void move_stack();
  void scan_all();
  void sweep_off_heap(OffHeap& list);

  Heap& heap_;
  const CollectionRequest& request_;
  const bool minor_;
  const Word block_start_;
  const Word block_bytes_;   // in use
  const Word mature_bytes_;  // below the high-water mark: go to the old generation (minor only)
  const Word old_start_;
  const Word old_bytes_;  // in use and to be moved (full only)
  const bool has_fragments_;
  HeapWord* block_ = nullptr;
  Targets targets_{nullptr, nullptr};  // old: minor only
  HeapWord* young_scanned_ = nullptr;
  HeapWord* old_scanned_ = nullptr;
  mutable std::unique_ptr<Term[]> dying_copy_;  // made when the first literal of it is found
  mutable std::vector<OffHeapNode*> adopted_;   // owners copied from literals
};

Term Collector::moved(Term t, Targets& to) const {
  if (!t.is_pointer()) return t;
  const Word address = t.bits() & ~Word{3};
  if (must_move(address)) return moved_object(t, address, to);
  return request_.dying == nullptr ? t : moved_literal(t, to);
}

Term Collector::moved_object(Term t, Word address, Targets& to) const {
  auto* object = reinterpret_cast<Word*>(address);
  const Word first = object[0];
  if (t.is_cons()) {
    if (first == Term::none().bits()) return Term::from_bits(object[1]);  // moved already
    HeapWord*& top = target_for(address, to);
    const Term result = Term::cons(reinterpret_cast<Cons*>(top));
    top[0].bits = first;
    top[1].bits = object[1];
    top += 2;
    object[0] = Term::none().bits();
    object[1] = result.bits();
    return result;
  }
  if (Term::from_bits(first).is_boxed()) return Term::from_bits(first);  // moved already
  HeapWord*& top = target_for(address, to);
  const Term result = Term::boxed(top);
  const Word words = header_words(first) + 1;
  copy_words(top, object, words);
  top += words;
  object[0] = result.bits();
  return result;
}

/// Literals of the dying area are moved out of the copy; others stay where they are.
Term Collector::moved_literal(Term t, Targets& to) const {
  const LiteralArea& area = *request_.dying;
  if (!area.may_be_pointed_to_by(t.bits())) return t;
  if (dying_copy_ == nullptr) {
    dying_copy_ = std::make_unique_for_overwrite<Term[]>(area.size);
    std::memcpy(static_cast<void*>(dying_copy_.get()), area.words, area.size * kWordBytes);
  }
  const Word offset = (t.bits() & ~Word{3}) - reinterpret_cast<Word>(area.words);
  const Word source = reinterpret_cast<Word>(dying_copy_.get()) + offset;
  HeapWord* const place = to.young;
  const Term result = moved_object(t, source, to);
  if (t.is_boxed() && to.young != place) {  // moved now
    const Subtag subtag = header_subtag(place->bits);
    if (subtag == Subtag::kRefBinary || subtag == Subtag::kMagicRef)
      adopted_.push_back(reinterpret_cast<OffHeapNode*>(place));
  }
  return result;
}

/// Owners that were literals own what they own a second time: in this heap.
void Collector::adopt_owners() {
  for (OffHeapNode* node : adopted_) {
    Word bytes = 0;
    if (header_subtag(node->header) == Subtag::kRefBinary) {
      Binary* binary = reinterpret_cast<RefBinary*>(node)->binary;
      binary->retain();
      bytes = binary->size();
    } else {
      reinterpret_cast<MagicRef*>(node)->object->retain();
    }
    heap_.off_heap.add(node, bytes);
  }
}

/// Moves what the objects from `from` to the end of the generation refer to (which moves on while
/// it works); answers how far it came.
template <bool kYoung, bool kLarge>
HeapWord* Collector::scan(HeapWord* from, Targets& caller) const {
  Targets to = caller;
  HeapWord* at = from;
  while (at < (kYoung ? to.young : to.old)) {
    const Word word = at->bits;
    if constexpr (kLarge) {
      // What is not in the cache is asked for some words before its turn.
      if (at + kAhead < (kYoung ? to.young : to.old)) {
        const Term later = Term::from_bits(at[kAhead].bits);
        if (later.is_pointer()) __builtin_prefetch(reinterpret_cast<const void*>(later.bits()), 1);
      }
    }
    if ((word & 3) != 0) {
      at->bits = moved(Term::from_bits(word), to).bits();
      ++at;
      continue;
    }
    // A header: decide which of the words behind it are terms.
    switch (header_subtag(word)) {
      case Subtag::kTuple:
      case Subtag::kFlatMap:
      case Subtag::kHashMap:
      case Subtag::kHashNode:
      case Subtag::kRecord:
        ++at;  // all terms
        break;
      case Subtag::kFun:
        at += 3;  // target and arity are raw, the free variables are terms
        break;
      case Subtag::kSubBinary: {
        auto* sub = reinterpret_cast<SubBinary*>(at);
        sub->original = moved(sub->original, to);
        if (header_subtag(sub->original.header()) == Subtag::kHeapBinary) {
          sub->base = sub->original.as_boxed<HeapBinary>().bytes;
        }
        at += kSubBinaryWords;
        break;
      }
      default:
        at += header_words(word) + 1;  // raw
    }
  }
  caller = to;
  return at;
}

void Collector::scan_all() {
  do {
    if (block_bytes_ + old_bytes_ > kLargeBytes) {
      young_scanned_ = scan<true, true>(young_scanned_, targets_);
      if (minor_) old_scanned_ = scan<false, true>(old_scanned_, targets_);
    } else {
      young_scanned_ = scan<true, false>(young_scanned_, targets_);
      if (minor_) old_scanned_ = scan<false, false>(old_scanned_, targets_);
    }
  } while (young_scanned_ < targets_.young || (minor_ && old_scanned_ < targets_.old));
}

void Collector::move_stack() {
  Targets to = targets_;
  for (StackWord* slot = heap_.stack_top; slot < heap_.heap_end; ++slot)
    slot->set(moved(slot->term(), to));
  targets_ = to;
}

/// Relinks the owners that were moved, releases what the dead ones own.
void Collector::sweep_off_heap(OffHeap& list) {
  OffHeapNode* node = list.first();
  list.set_first(nullptr);
  list.set_overhead_bytes(0);
  while (node != nullptr) {
    const Word header = node->header;
    OffHeapNode* next = node->next;  // the old copy's link: only the header was overwritten
    if ((header & 3) == 2) {
      auto* alive = reinterpret_cast<OffHeapNode*>(Term::from_bits(header).boxed_words());
      const bool to_old = minor_ && heap_.old_start <= reinterpret_cast<HeapWord*>(alive) &&
                          reinterpret_cast<HeapWord*>(alive) < targets_.old;
      const Word bytes = header_subtag(alive->header) == Subtag::kRefBinary
                             ? reinterpret_cast<RefBinary*>(alive)->binary->size()
                             : 0;
      (to_old ? heap_.old_off_heap : heap_.off_heap).add(alive, bytes);
    } else {
      OffHeap::release(node);
    }
    node = next;
  }
}

void Collector::run(Word block_words) {
  const Word stack_words = heap_.stack_words();
  block_ = young_scanned_ = allocate_block(block_words);
  old_scanned_ = heap_.old_top;
  targets_ = {block_, heap_.old_top};

  move_stack();
  request_.visit(request_.context, *this);
  scan_all();

  // Off-heap owners: those of a full collection come from both lists.
  if (minor_) {
    sweep_off_heap(heap_.off_heap);
  } else {
    OffHeap both;
    both.append(heap_.off_heap);
    both.append(heap_.old_off_heap);
    sweep_off_heap(both);
  }

  adopt_owners();

  // The stack goes to the new block's end.
  auto* new_end = reinterpret_cast<StackWord*>(block_ + block_words);
  std::memcpy(static_cast<void*>(new_end - stack_words), heap_.stack_top, stack_words * kWordBytes);

  for (HeapFragment* fragment = heap_.fragments; fragment != nullptr;) {
    HeapFragment* next = fragment->next;
    HeapFragment::free(fragment);
    fragment = next;
  }
  free_block(heap_.heap_start, heap_.heap_words());
  if (!minor_) {
    free_block(heap_.old_start, heap_.old_words());
    heap_.old_start = heap_.old_top = heap_.old_end = nullptr;
  } else {
    heap_.old_top = targets_.old;
  }
  heap_.fragments = nullptr;
  heap_.fragment_words = 0;
  heap_.heap_start = block_;
  heap_.heap_top = heap_.high_water = targets_.young;
  heap_.heap_end = new_end;
  heap_.stack_top = new_end - stack_words;
}

// A minor collection shrinks only blocks above this: small ones are not worth a second copy.
constexpr Word kShrinkAboveWords = 8000;

// And it leaves the young generation at least one such part of the old one's room: what a process
// with much data makes anew lives longer than a small block lasts, and would be promoted too soon.
constexpr Word kOldPerYoung = 4;

// A process that collects again within so many reductions gets a larger block, up to so many words
// (which fit in the processor's first cache): with a few words more it copies far less.
constexpr Word kBusyReductions = 1000;
constexpr Word kBusyWords = 2500;

/// What the young generation and the fragments hold at most.
Word young_bound(const Heap& heap) { return heap.used_words() + heap.fragment_words; }

/// Limits follow the data that stays: when much does, the next collection can wait longer.
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

Word live_words(const Heap& heap) { return heap.used_words() + heap.old_used_words(); }

/// Copies the young generation again into a block of `words`, promoting nothing: how a block grows
/// or shrinks afterwards.
void resize_young(Heap& heap, const CollectionRequest& request, Word words) {
  heap.high_water = heap.heap_start;
  Collector(heap, request, CollectionKind::kMinor).run(words);
}

bool needs_old_block(const Heap& heap) {
  return heap.old_start == nullptr && heap.high_water > heap.heap_start;
}
Word old_block_words(const Heap& heap) {
  return next_heap_size(std::max(young_bound(heap), heap.min_heap_words));
}
/// What is alive fits where all was; the room asked for is looked at afterwards, or garbage would
/// make blocks grow.
Word minor_block_words(const Heap& heap) {
  const Word bound = young_bound(heap) + heap.stack_words();
  return next_heap_size(std::max({bound, heap.min_heap_words, heap.wanted_words}));
}
Word full_block_words(const Heap& heap, const CollectionRequest& request) {
  const Word literal_words = request.dying == nullptr ? 0 : request.dying->size;
  const Word bound = young_bound(heap) + heap.old_used_words() + heap.stack_words() + literal_words;
  return next_heap_size(std::max(bound, heap.min_heap_words));
}

void collect_minor(Heap& heap, const CollectionRequest& request) {
  if (needs_old_block(heap)) {
    const Word size = old_block_words(heap);
    heap.old_start = heap.old_top = allocate_block(size);
    heap.old_end = heap.old_start + size;
  }
  const Word size = minor_block_words(heap);
  Collector(heap, request, CollectionKind::kMinor).run(size);
  ++heap.minor_collections;

  const Word needed = heap.used_words() + heap.stack_words() + request.need;
  const bool is_busy = request.work - heap.work_at_collection < kBusyReductions;
  heap.work_at_collection = request.work;
  heap.wanted_words = 0;
  if (needed > size) {
    resize_young(heap, request, next_heap_size(needed + needed / 3));
  } else if (needed * 4 > size * 3 || (is_busy && size < kBusyWords)) {
    heap.wanted_words =
        size + 1;  // three quarters full already, or soon again: a size up next time
  } else if (size > kShrinkAboveWords && needed * 4 < size) {
    const Word least = std::max(heap.min_heap_words, heap.old_words() / kOldPerYoung);
    const Word wanted = next_heap_size(std::max(needed * 3, least));
    if (wanted < size) resize_young(heap, request, wanted);
  }
}

void collect_full(Heap& heap, const CollectionRequest& request) {
  const Word size = full_block_words(heap, request);
  Collector(heap, request, CollectionKind::kFull).run(size);
  heap.minor_collections = 0;
  heap.need_full_sweep = false;
  heap.wanted_words = 0;
  heap.old_virtual_heap_limit =
      std::max(heap.min_virtual_heap_words, heap.off_heap.overhead_bytes() / kWordBytes * 2);

  const Word needed = heap.used_words() + heap.stack_words() + request.need;
  const Word wanted = next_heap_size(std::max(needed + needed / 3, heap.min_heap_words));
  // Too small for what was asked, or mostly empty: once more into a block that fits.
  if (needed > size || wanted * 2 <= size) resize_young(heap, request, wanted);
}

bool any_may_refer(std::span<const Word> words, const LiteralArea& area) {
  return std::ranges::any_of(words, [&](Word w) { return area.may_be_pointed_to_by(w); });
}
template <class T>
std::span<const Word> words_between(const T* first, const T* last) {
  return {reinterpret_cast<const Word*>(first), static_cast<Word>(last - first)};
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
  // OTP's series: 12, 38, then each the sum of the two before plus one, to about a million words;
  // then a fifth more each.
  Word previous = 12;
  Word size = 38;
  while (size < words) {
    if (size > 1'000'000) {
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

CollectionKind planned_kind(const Heap& heap, const CollectionRequest& request) {
  if (request.kind == CollectionKind::kFull || heap.need_full_sweep) return CollectionKind::kFull;
  if (heap.minor_collections >= heap.fullsweep_after) return CollectionKind::kFull;
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
  heap.collect_soon = false;
  if (kind == CollectionKind::kMinor) {
    collect_minor(heap, request);
  } else {
    collect_full(heap, request);
  }
  adjust_virtual_heap(heap, kind);
  const Word after = live_words(heap);
  return {kind, before > after ? before - after : 0};
}

}  // namespace vm
