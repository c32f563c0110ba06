// The copying collector. moved() copies one object and leaves a forwarding pointer: the new boxed
// pointer replaces the header of a boxed object; a cons cell gets the non-value as head and the new
// pointer as tail. scan() walks the copied objects (Cheney) and moves the objects they refer to.
//
// No old object points to a young one, because terms are built of older terms, and everything older
// than a mature object is mature or old itself. The address of an object therefore decides to which
// generation it is copied.
//
// Literals of a dying area are copied as well. Other processes may read them at the same time, so
// the collector cannot store forwarding pointers in them. It makes a private copy of the whole area
// and moves objects from there.
#include "vm/heap/binary.h"
#include "vm/heap/block.h"
#include "vm/heap/fit_heap.h"
#include "vm/heap/heap.h"
#include "vm/heap/literal_memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace vm {
namespace {

/// The next free word of each generation. A local value in the loops below and not two members, so
/// that the compiler keeps it in registers: it must assume that the stores to objects can change
/// any member.
struct Targets {
  HeapWord* young;
  HeapWord* old;
};

/// Copies `count` words (at least one). Most objects are too short for a call of memcpy to pay off.
void copy_words(HeapWord* to, const Word* from, Word count) {
  constexpr Word kLong = 24;
  if (count >= kLong) [[unlikely]] {
    std::memcpy(static_cast<void*>(to), from, count * kWordBytes);
    return;
  }
#pragma clang loop vectorize(disable) unroll(disable)
  for (Word i = 0; i < count; ++i) to[i].bits = from[i];
}

// Above this size the data to be collected does not fit the lower levels of the cache, and scan()
// prefetches objects this many words ahead.
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
        old_block_bytes_(heap.old_words() * kWordBytes),
        has_fragments_(heap.fragments != nullptr) {}

  void run(Word block_words);
  void visit(Term& root) override { root = moved(root, targets_); }
  void visit(std::span<Term> roots) override {
    for (Term& root : roots) root = moved(root, targets_);
  }

 private:
  /// For an address outside of the blocks that are collected: true if it is in a fragment of the
  /// heap, and so must move. Otherwise it is a literal, an old object, a copy that this collection
  /// has made, or part of the peeked message.
  [[gnu::noinline]] bool in_fragment(Word address) const {
    if (address - new_start_ < new_bytes_) return false;
    if (minor_ && address - old_start_ < old_block_bytes_) return false;
    const auto* object = reinterpret_cast<const void*>(address);
    return !request_.literals->contains(object) && !request_.peeked.contains(object);
  }
  /// True if the object at `address` must be moved. Unsigned differences check both ends of a range
  /// with one comparison.
  [[gnu::always_inline]] bool must_move(Word address) const {
    if (address - block_start_ < block_bytes_) [[likely]]
      return true;
    if (address - old_start_ < old_bytes_) return true;
    return has_fragments_ && in_fragment(address);
  }
  [[gnu::always_inline]] HeapWord*& target_for(Word address, Targets& to) const {
    return address - block_start_ < mature_bytes_ ? to.old : to.young;
  }
  /// A range of addresses whose objects all move to the same generation.
  struct Part {
    Word start;
    Word bytes;
  };
  /// The part that an address belongs to: of a fragment or a literal, one that it is not in.
  Part part_of(Word address) const {
    if (address - block_start_ < mature_bytes_) return {block_start_, mature_bytes_};
    if (address - block_start_ < block_bytes_)
      return {block_start_ + mature_bytes_, block_bytes_ - mature_bytes_};
    return {old_start_, old_bytes_};
  }
  [[gnu::always_inline]] Term moved(Term t, Targets& to) const;
  [[gnu::always_inline]] Term moved_object(Term t, Word address, Targets& to) const;
  [[gnu::always_inline]] Term moved_list(Word* cell, Word address, HeapWord*& top) const;
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
  const Word mature_bytes_;  // below the high-water mark, promoted by a minor collection
  const Word old_start_;
  const Word old_bytes_;  // in use, moved by a full collection; 0 in a minor one
  const Word old_block_bytes_;
  const bool has_fragments_;
  HeapWord* block_ = nullptr;
  Word new_start_ = 0;  // the address of block_
  Word new_bytes_ = 0;
  Targets targets_{nullptr, nullptr};  // `old` is used by minor collections only
  HeapWord* young_scanned_ = nullptr;
  HeapWord* old_scanned_ = nullptr;
  mutable std::unique_ptr<Term[]> dying_copy_;  // made when the first literal of the area is found
  mutable std::vector<OffHeapNode*> adopted_;   // owners copied from the dying area
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
    return moved_list(object, address, target_for(address, to));
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

/// Moves a cell, and the cells that follow it in the list as long as they are in the same part of
/// the block. A list is then one after the other in memory, and the next cell is not found through
/// the copy of the last one, whose words have only just been stored.
Term Collector::moved_list(Word* cell, Word address, HeapWord*& top) const {
  const Term result = Term::cons(reinterpret_cast<Cons*>(top));
  const auto [start, bytes] = part_of(address);
  Word first = cell[0];
  HeapWord* at = top;
  while (true) {
    const Word tail = cell[1];
    at[0].bits = first;
    cell[0] = Term::none().bits();
    cell[1] = Term::cons(reinterpret_cast<Cons*>(at)).bits();
    const Word next = tail & ~Word{3};
    if (!Term::from_bits(tail).is_cons() || next - start >= bytes) {
      at[1].bits = tail;
      break;
    }
    cell = reinterpret_cast<Word*>(next);
    first = cell[0];
    if (first == Term::none().bits()) {  // moved already
      at[1].bits = cell[1];
      break;
    }
    at[1].bits = Term::cons(reinterpret_cast<Cons*>(at + 2)).bits();
    at += 2;
  }
  top = at + 2;
  return result;
}

/// Moves a literal of the dying area out of the private copy. Other literals are not moved.
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
  if (t.is_boxed() && to.young != place) {  // not moved earlier
    const Subtag subtag = header_subtag(place->bits);
    if (subtag == Subtag::kRefBinary || subtag == Subtag::kMagicRef)
      adopted_.push_back(reinterpret_cast<OffHeapNode*>(place));
  }
  return result;
}

/// Adds the owners copied from literals to this heap, with a reference count of their own.
void Collector::adopt_owners() {
  for (OffHeapNode* node : adopted_) {
    Word bytes = 0;
    if (header_subtag(node->header) == Subtag::kRefBinary) {
      auto& binary = reinterpret_cast<RefBinary*>(node)->binary;
      binary = SharedRef<Binary>(binary).detach();
      bytes = binary->size();
    } else {
      auto& object = reinterpret_cast<MagicRef*>(node)->object;
      object = SharedRef<MagicObject>(object).detach();
    }
    heap_.off_heap.add(node, bytes);
  }
}

/// Scans the objects from `from` to the end of the generation, which grows meanwhile, and moves the
/// objects they refer to. Returns the end of the scanned objects.
template <bool kYoung, bool kLarge>
HeapWord* Collector::scan(HeapWord* from, Targets& caller) const {
  Targets to = caller;
  HeapWord* at = from;
  while (at < (kYoung ? to.young : to.old)) {
    const Word word = at->bits;
    if constexpr (kLarge) {
      // Prefetch the object that a later word refers to.
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
    // A header: skip to the words of the object that are terms.
    switch (header_subtag(word)) {
      case Subtag::kTuple:
      case Subtag::kFlatMap:
      case Subtag::kHashMap:
      case Subtag::kHashNode:
      case Subtag::kRecord:
        ++at;  // all words are terms
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
        at += header_words(word) + 1;  // all words are raw
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

/// Owners in the order in which they were found.
struct SweptOwners {
  OffHeapNode* first = nullptr;
  OffHeapNode** end = &first;
  Word bytes = 0;

  void add(OffHeapNode* node, Word node_bytes) {
    *end = node;
    end = &node->next;
    bytes += node_bytes;
  }
  /// Puts them before those of `list`, which are older.
  void move_to(OffHeap& list) {
    *end = list.first();
    list.set_first(first);
    list.set_overhead_bytes(list.overhead_bytes() + bytes);
  }
};

/// Links the owners that were moved into the lists of their generations and releases what the dead
/// ones own. The order stays, newest first: process_info(P, binary) shows it.
void Collector::sweep_off_heap(OffHeap& list) {
  OffHeapNode* node = list.first();
  list.set_first(nullptr);
  list.set_overhead_bytes(0);
  SweptOwners young;
  SweptOwners old;
  while (node != nullptr) {
    const Word header = node->header;
    OffHeapNode* next = node->next;  // intact: moving an object overwrites only its header
    if ((header & 3) == 2) {
      auto* alive = reinterpret_cast<OffHeapNode*>(Term::from_bits(header).boxed_words());
      const bool to_old = minor_ && heap_.old_start <= reinterpret_cast<HeapWord*>(alive) &&
                          reinterpret_cast<HeapWord*>(alive) < targets_.old;
      const Word bytes = header_subtag(alive->header) == Subtag::kRefBinary
                             ? reinterpret_cast<RefBinary*>(alive)->binary->size()
                             : 0;
      (to_old ? old : young).add(alive, bytes);
    } else {
      OffHeap::release(node);
    }
    node = next;
  }
  young.move_to(heap_.off_heap);
  old.move_to(heap_.old_off_heap);
}

void Collector::run(Word block_words) {
  const Word stack_words = heap_.stack_words();
  block_ = young_scanned_ = allocate_block(block_words);
  new_start_ = reinterpret_cast<Word>(block_);
  new_bytes_ = block_words * kWordBytes;
  old_scanned_ = heap_.old_top;
  targets_ = {block_, heap_.old_top};

  move_stack();
  request_.visit(request_.context, *this);
  scan_all();

  // A full collection sweeps the owners of both generations.
  if (minor_) {
    sweep_off_heap(heap_.off_heap);
  } else {
    OffHeap both;
    both.append(heap_.old_off_heap);  // append() puts what it gets first
    both.append(heap_.off_heap);
    sweep_off_heap(both);
  }

  adopt_owners();

  // Move the stack to the end of the new block.
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

// Shrinking leaves the young generation at least 1/kOldPerYoung of the size of the old one. New
// data of a process with much data often lives longer than a small block lasts, and would be
// promoted too early.
constexpr Word kOldPerYoung = 4;

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

Word live_words(const Heap& heap) { return heap.used_words() + heap.old_used_words(); }

/// Grows or shrinks the block: copies the young generation to a block of `words` and promotes
/// nothing.
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
/// The new block for a minor collection holds everything that was in use. The requested words are
/// added after the collection, when the garbage is known; otherwise garbage would make blocks grow.
Word minor_block_words(const Heap& heap) {
  const Word bound = young_bound(heap) + heap.stack_words();
  return next_heap_size(std::max({bound, heap.min_heap_words, heap.wanted_words}));
}
Word full_block_words(const Heap& heap, const CollectionRequest& request) {
  const Word literal_words = request.dying == nullptr ? 0 : request.dying->size;
  const Word bound = young_bound(heap) + heap.old_used_words() + heap.stack_words() + literal_words;
  return next_heap_size(std::max(bound, heap.min_heap_words));
}

bool is_mostly_empty(const Heap& heap, Word needed) {
  const Word size = heap.heap_words();
  return needed * 4 < size &&
         (size > kShrinkAboveWords || (size > kShrinkYoungAboveWords && size > heap.old_words()));
}

void shrink(Heap& heap, const CollectionRequest& request, Word needed) {
  const Word least = std::max(heap.min_heap_words, heap.old_words() / kOldPerYoung);
  const Word wanted = next_heap_size(std::max(needed * 3, least));
  if (wanted < heap.heap_words()) resize_young(heap, request, wanted);
}

void collect_minor(Heap& heap, const CollectionRequest& request) {
  if (needs_old_block(heap)) {
    const Word size = old_block_words(heap);
    heap.old_start = heap.old_top = allocate_block(size);
    heap.old_end = heap.old_start + size;
  }
  const Word size = minor_block_words(heap);
  const bool was_mostly_empty = heap.wanted_words == heap.heap_words();
  Collector(heap, request, CollectionKind::kMinor).run(size);
  ++heap.minor_collections;

  const Word needed = heap.used_words() + heap.stack_words() + request.need;
  const bool is_busy = request.work - heap.work_at_collection < kBusyReductions;
  heap.work_at_collection = request.work;
  heap.wanted_words = 0;
  if (needed > size) {
    resize_young(heap, request, next_heap_size(needed + needed / 3));
  } else if (needed * 4 > size * 3 || (is_busy && size < kBusyWords)) {
    // The block is three quarters full, or was filled quickly: take the next larger size next time.
    heap.wanted_words = size + 1;
  } else if (is_mostly_empty(heap, needed)) {
    // The same size again, and then this is known to be the second time.
    if (was_mostly_empty || size >= needed * kShrinkAtOnce) {
      shrink(heap, request, needed);
    } else {
      heap.wanted_words = size;
    }
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
  // If the block is too small for the request, or mostly empty, copy once more to one that fits.
  if (needed > size || wanted * 2 <= size) resize_young(heap, request, wanted);
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
  const HeapWord* promoted = heap.old_top;
  heap.collection_requested = false;
  if (kind == CollectionKind::kMinor) {
    collect_minor(heap, request);
  } else {
    collect_full(heap, request);
  }
  if (promoted == nullptr || kind == CollectionKind::kFull) promoted = heap.old_start;
  if (refers_to_peeked(heap, promoted, request.peeked)) heap.need_full_sweep = true;
  adjust_virtual_heap(heap, kind);
  const Word after = live_words(heap);
  return {kind, before > after ? before - after : 0};
}

}  // namespace vm
