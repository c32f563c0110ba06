// The copying collector. moved() copies one object and leaves a forwarding pointer: the new boxed
// pointer replaces the header of a boxed object; a cons cell gets the non-value as head and the new
// pointer as tail. trace_words() moves what the words of the copy refer to, depth first.
//
// No old object points to a young one, because terms are built of older terms, and everything older
// than a mature object is mature or old itself. The address of an object therefore decides to which
// generation it is copied.
//
// Literals of a dying area are copied as well. Other processes may read them at the same time, so
// the collector cannot store forwarding pointers in them. It makes a private copy of the whole area
// and moves objects from there.
#include "vm/heap/collector.h"

#include "vm/heap/binary.h"
#include "vm/heap/block.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/term_words.h"

#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace vm {
namespace {

/// The next free word of each generation. A local value in the loops below and not two members, so
/// that the compiler keeps it in registers: it must assume that the stores to objects can change
/// any member. For the same reason none is referred to by an address that depends on the object.
struct Targets {
  HeapWord* young;
  HeapWord* old;

  [[gnu::always_inline]] HeapWord* top(bool is_old) const { return is_old ? old : young; }
  [[gnu::always_inline]] void set_top(bool is_old, HeapWord* top) {
    young = is_old ? young : top;
    old = is_old ? top : old;
  }
};

/// Words that may refer to objects that have not been moved: each, or each second one. Those of a
/// new copy, or roots.
struct Words {
  HeapWord* at;
  HeapWord* end;
  Word step;
};

/// What becomes of a term, and the words of its copy that are to be traced; none if at == end.
struct Moved {
  Term term;
  Words copy = {nullptr, nullptr, 1};
};

/// Copies `count` words (at least one). Most objects are too short for a call of memcpy to pay off.
[[gnu::always_inline]] inline void copy_words(HeapWord* to, const Word* from, Word count) {
  constexpr Word kLong = 24;
  if (count >= kLong) [[unlikely]] {
    std::memcpy(static_cast<void*>(to), from, count * kWordBytes);
    return;
  }
  Word i = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (; i + 2 <= count; i += 2) {
    const Word first = from[i], second = from[i + 1];
    to[i].bits = first;
    to[i + 1].bits = second;
  }
  if (i < count) to[i].bits = from[i];
}

// So many ranges of words can wait while what others refer to is moved. From there on terms are
// moved in the order of their copies (Cheney), which needs no memory.
constexpr int kDepth = 256;

// Above this size the data to be collected does not fit the lower levels of the cache, and objects
// are prefetched this many words ahead.
constexpr Word kLargeBytes = Word{1} << 18;
constexpr int kAhead = 16;

template <CopyMode kMode>
class Collector final : public RootVisitor {
 public:
  Collector(Heap& heap, const CollectionRequest& request)
      : heap_(heap),
        request_(request),
        block_start_(reinterpret_cast<Word>(kKeepsMature ? heap.high_water : heap.heap_start)),
        block_bytes_(reinterpret_cast<Word>(heap.heap_top) - block_start_),
        mature_bytes_(kPromotes ? reinterpret_cast<Word>(heap.high_water) - block_start_ : 0),
        old_start_(reinterpret_cast<Word>(heap.old_start)),
        old_bytes_(kMovesOld ? heap.old_used_words() * kWordBytes : 0),
        kept_start_(reinterpret_cast<Word>(kKeepsMature ? heap.heap_start : heap.old_start)),
        kept_bytes_(kMovesOld      ? 0
                    : kKeepsMature ? block_start_ - kept_start_
                                   : heap.old_words() * kWordBytes),
        fragment_(largest_fragment(heap)) {}

  bool run(Word block_words);
  void visit(Term& root) override {
    auto* word = reinterpret_cast<HeapWord*>(&root);
    trace(word, word + 1);
  }
  void visit(std::span<Term> roots) override {
    auto* words = reinterpret_cast<HeapWord*>(roots.data());
    trace(words, words + roots.size());
  }

 private:
  static constexpr bool kPromotes = kMode == CopyMode::kMinor;
  static constexpr bool kKeepsMature = kMode == CopyMode::kKeepMature;
  static constexpr bool kMovesOld = kMode == CopyMode::kCompact;

  /// A range of addresses whose objects all move to the same generation.
  struct Part {
    Word start;
    Word bytes;
  };
  static Part largest_fragment(const Heap& heap) {
    Part largest{0, 0};
    for (HeapFragment* fragment = heap.fragments; fragment != nullptr; fragment = fragment->next) {
      const Word bytes = fragment->used * kWordBytes;
      if (bytes > largest.bytes) largest = {reinterpret_cast<Word>(fragment->words()), bytes};
    }
    return largest;
  }
  bool is_kept(Word address) const { return address - kept_start_ < kept_bytes_; }
  /// For an address that is neither in the blocks that are collected nor kept: true if it is in a
  /// fragment of the heap, and so must move. Otherwise it is a literal, a copy that this collection
  /// has made, or part of the peeked message.
  [[gnu::noinline, clang::preserve_most]] bool in_fragment(Word address) const {
    if (address - new_start_ < new_bytes_) return false;
    const auto* object = reinterpret_cast<const void*>(address);
    return !request_.literals->contains(object) && !request_.peeked.contains(object);
  }
  /// True if the object at `address` must be moved. Unsigned differences check both ends of a range
  /// with one comparison.
  [[gnu::always_inline]] bool must_move(Word address) const {
    if (address - block_start_ < block_bytes_) [[likely]]
      return true;
    if (kMovesOld && address - old_start_ < old_bytes_) return true;
    if (fragment_.bytes == 0 || is_kept(address)) return false;
    return address - fragment_.start < fragment_.bytes || in_fragment(address);
  }
  /// Whether a term is moved if it is one that has not been moved.
  bool must_be_traced(Term pointer) const {
    return request_.dying != nullptr || must_move(pointer.bits() & ~Word{3});
  }
  /// Whether the object at `address` moves to the old generation.
  [[gnu::always_inline]] bool is_promoted(Word address) const {
    return kPromotes && address - block_start_ < mature_bytes_;
  }
  /// The part that an address belongs to: of most fragments and a literal, one without addresses.
  Part part_of(Word address) const {
    if (address - block_start_ < mature_bytes_) return {block_start_, mature_bytes_};
    if (address - block_start_ < block_bytes_)
      return {block_start_ + mature_bytes_, block_bytes_ - mature_bytes_};
    if (address - old_start_ < old_bytes_) return {old_start_, old_bytes_};
    return address - fragment_.start < fragment_.bytes ? fragment_ : Part{0, 0};
  }
  [[gnu::always_inline]] Moved moved(Term t, Targets& to) const;
  [[gnu::always_inline]] Moved moved_pointer(Term t, Targets& to) const;
  [[gnu::always_inline]] Moved moved_object(Term t, Word address, Targets& to) const;
  [[gnu::always_inline]] Moved moved_list(Word* cell, Word address, Targets& to) const;
  // Rare, and called from the loops that keep all they work with in registers.
  [[gnu::noinline, clang::preserve_most]] void move_literal(Moved& moved, Targets& to) const;
  [[gnu::noinline, clang::preserve_most]] void move_original(HeapWord* copy, Targets& to) const;
  [[gnu::noinline, clang::preserve_most]] void trace_in_order(Words words, Targets& to) const;
  void trace_next(HeapWord*& at, Targets& to) const;
  // At a cache line: at other addresses a collection takes up to 1.3 of the time.
  template <bool kLarge>
  [[gnu::noinline, gnu::aligned(64)]] void trace_words(HeapWord* first, HeapWord* last);
  void trace(HeapWord* first, HeapWord* last);
  void adopt_owners();
  void sweep_off_heap(OffHeap& list);
  void sweep_all();
  void replace_blocks(Word block_words);

  Heap& heap_;
  const CollectionRequest& request_;
  const Word block_start_;   // of what is moved out of the young block
  const Word block_bytes_;   // in use
  const Word mature_bytes_;  // below the high-water mark and promoted
  const Word old_start_;
  const Word old_bytes_;   // in use and moved
  const Word kept_start_;  // where old objects are, and stay
  const Word kept_bytes_;
  const Part fragment_;  // the largest one
  HeapWord* block_ = nullptr;
  Word new_start_ = 0;  // the address of block_
  Word new_bytes_ = 0;
  Targets targets_{nullptr, nullptr};           // `old` is used where objects are promoted
  mutable std::unique_ptr<Term[]> dying_copy_;  // made when the first literal of the area is found
  mutable std::vector<OffHeapNode*> adopted_;   // owners copied from the dying area
};

template <CopyMode kMode>
Moved Collector<kMode>::moved(Term t, Targets& to) const {
  return t.is_pointer() ? moved_pointer(t, to) : Moved{t};
}

template <CopyMode kMode>
Moved Collector<kMode>::moved_pointer(Term t, Targets& to) const {
  const Word address = t.bits() & ~Word{3};
  if (must_move(address)) return moved_object(t, address, to);
  if (request_.dying == nullptr) [[likely]]
    return {t};
  Moved result{t};
  Targets in_memory = to;
  move_literal(result, in_memory);
  to = in_memory;
  return {result.term, result.copy};  // field by field: nothing but the call has it in memory
}

template <CopyMode kMode>
Moved Collector<kMode>::moved_object(Term t, Word address, Targets& to) const {
  auto* object = reinterpret_cast<Word*>(address);
  const Word first = object[0];
  if (t.is_cons()) {
    if (first == Term::none().bits()) return {Term::from_bits(object[1])};  // moved already
    return moved_list(object, address, to);
  }
  if (Term::from_bits(first).is_boxed()) return {Term::from_bits(first)};  // moved already
  const bool is_old = is_promoted(address);
  HeapWord* const top = to.top(is_old);
  HeapWord* const end = top + header_words(first) + 1;
  copy_words(top, object, static_cast<Word>(end - top));
  to.set_top(is_old, end);
  const Term result = Term::boxed(top);
  object[0] = result.bits();
  // By a jump, which the processor foresees: with the first word computed, as term_words() does,
  // the next word waits for it (1.1 to 1.3 of the time).
  switch (header_subtag(first)) {
    case Subtag::kTuple:
    case Subtag::kFlatMap:
    case Subtag::kHashMap:
    case Subtag::kHashNode:
    case Subtag::kRecord:
      return {result, {top + 1, end, 1}};
    case Subtag::kFun:
      return {result, {top + term_words(first).first, end, 1}};
    case Subtag::kSubBinary: {
      Targets in_memory = to;
      move_original(top, in_memory);
      to = in_memory;
      return {result};
    }
    default:
      return {result};  // all words are raw
  }
}

/// Moves a cell, and the cells that follow it in the list as long as they are in the same part of
/// the block. A list is then one after the other in memory, and the next cell is not found through
/// the copy of the last one, whose words have only just been stored.
template <CopyMode kMode>
Moved Collector<kMode>::moved_list(Word* cell, Word address, Targets& to) const {
  const bool is_old = is_promoted(address);
  const auto [start, bytes] = part_of(address);
  HeapWord* const begin = to.top(is_old);
  HeapWord* at = begin;
  Word first = cell[0];
  Word heads = first + 1;
  Word tail;
  while (true) {
    tail = cell[1];
    at[0].bits = first;
    cell[0] = Term::none().bits();
    cell[1] = Term::cons(reinterpret_cast<Cons*>(at)).bits();
    const Word next = tail & ~Word{3};
    if (!Term::from_bits(tail).is_cons() || next - start >= bytes) break;
    cell = reinterpret_cast<Word*>(next);
    first = cell[0];
    if (first == Term::none().bits()) {  // moved already
      tail = cell[1];
      break;
    }
    heads |= first + 1;
    at[1].bits = Term::cons(reinterpret_cast<Cons*>(at + 2)).bits();
    at += 2;
  }
  at[1].bits = tail;
  to.set_top(is_old, at + 2);
  const Term result = Term::cons(reinterpret_cast<Cons*>(begin));
  const Term last = Term::from_bits(tail);
  if (last.is_pointer() && must_be_traced(last)) [[unlikely]]
    return {result, {begin, at + 2, 1}};
  if ((heads & 2) == 0) return {result};
  return {result, {begin, at + 2, 2}};
}

/// Moves a literal of the dying area out of the private copy. Other literals are not moved.
template <CopyMode kMode>
void Collector<kMode>::move_literal(Moved& moved, Targets& to) const {
  const LiteralArea& area = *request_.dying;
  const Term t = moved.term;
  if (!area.may_be_pointed_to_by(t.bits())) return;
  if (dying_copy_ == nullptr) {
    dying_copy_ = std::make_unique_for_overwrite<Term[]>(area.size);
    std::memcpy(static_cast<void*>(dying_copy_.get()), area.words, area.size * kWordBytes);
  }
  const Word offset = (t.bits() & ~Word{3}) - reinterpret_cast<Word>(area.words);
  const Word source = reinterpret_cast<Word>(dying_copy_.get()) + offset;
  HeapWord* const place = to.young;
  moved = moved_object(t, source, to);
  if (t.is_boxed() && to.young != place) {  // not moved earlier
    const Subtag subtag = header_subtag(place->bits);
    if (subtag == Subtag::kRefBinary || subtag == Subtag::kMagicRef)
      adopted_.push_back(reinterpret_cast<OffHeapNode*>(place));
  }
}

/// Moves the binary that a copy of a SubBinary at `copy` refers to. Its words are raw.
template <CopyMode kMode>
void Collector<kMode>::move_original(HeapWord* copy, Targets& to) const {
  auto* sub = reinterpret_cast<SubBinary*>(copy);
  sub->original = moved(sub->original, to).term;
  if (header_subtag(sub->original.header()) == Subtag::kHeapBinary)
    sub->base = sub->original.as_boxed<HeapBinary>().bytes;
}

/// Adds the owners copied from literals to this heap, with a reference count of their own.
template <CopyMode kMode>
void Collector<kMode>::adopt_owners() {
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

/// Moves everything that the words from `first` to `last` refer to, depth first: an object comes
/// after the one that refers to it and is often next to it, as it was where it was built.
template <CopyMode kMode>
template <bool kLarge>
void Collector<kMode>::trace_words(HeapWord* first, HeapWord* last) {
  std::array<Words, kDepth> waiting;  // not initialised
  Words* free = waiting.data();
  HeapWord* at = first;
  HeapWord* end = last;
  Word step = 1;
  Targets to = targets_;
  while (true) {
    if (at == end) {
      if (free == waiting.data()) break;
      --free;
      at = free->at;
      end = free->end;
      step = free->step;
    }
    const Term t = Term::from_bits(at->bits);
    if (!t.is_pointer()) {
      at += step;
      continue;
    }
    if constexpr (kLarge) {
      // Prefetch the object that a later word refers to.
      if (end - at > kAhead) {
        const Term later = Term::from_bits(at[kAhead].bits);
        if (later.is_pointer()) __builtin_prefetch(reinterpret_cast<const void*>(later.bits()), 1);
      }
    }
    const Moved result = moved_pointer(t, to);
    at->bits = result.term.bits();
    at += step;
    if (result.copy.at == result.copy.end) continue;
    if (at != end) {
      if (free == waiting.data() + kDepth) [[unlikely]] {
        Targets in_memory = to;
        trace_in_order(result.copy, in_memory);
        to = in_memory;
        continue;
      }
      free->at = at;
      free->end = end;
      free->step = step;
      ++free;
    }
    at = result.copy.at;
    end = result.copy.end;
    step = result.copy.step;
  }
  targets_ = to;
}

template <CopyMode kMode>
void Collector<kMode>::trace(HeapWord* first, HeapWord* last) {
  if (block_bytes_ + old_bytes_ > kLargeBytes) {
    trace_words<true>(first, last);
  } else {
    trace_words<false>(first, last);
  }
}

/// Moves everything that `words` refer to, which are those of the last copy, in the order of the
/// copies.
template <CopyMode kMode>
void Collector<kMode>::trace_in_order(Words words, Targets& to) const {
  Targets at = to;
  at.set_top(kPromotes && is_kept(reinterpret_cast<Word>(words.at)), words.at);
  while (at.young != to.young || at.old != to.old)
    trace_next(at.young != to.young ? at.young : at.old, to);
}

/// Moves what the word at `at` refers to, or skips a header and the raw words behind it; `at` is
/// the next one then. What a SubBinary refers to has been moved with it.
template <CopyMode kMode>
void Collector<kMode>::trace_next(HeapWord*& at, Targets& to) const {
  const Term t = Term::from_bits(at->bits);
  if (!t.is_header()) {
    at->bits = moved(t, to).term.bits();
    ++at;
    return;
  }
  at += term_words(t.bits()).first;
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
template <CopyMode kMode>
void Collector<kMode>::sweep_off_heap(OffHeap& list) {
  OffHeapNode* node = list.first();
  list.set_first(nullptr);
  list.set_overhead_bytes(0);
  SweptOwners young;
  SweptOwners old;
  while (node != nullptr) {
    const Word header = node->header;
    OffHeapNode* next = node->next;  // intact: moving an object overwrites only its header
    OffHeapNode* alive = nullptr;
    if ((header & 3) == 2) {
      alive = reinterpret_cast<OffHeapNode*>(Term::from_bits(header).boxed_words());
    } else if (kKeepsMature && is_kept(reinterpret_cast<Word>(node))) {
      alive = node;
    }
    if (alive == nullptr) {
      OffHeap::release(node);
    } else {
      const Word bytes = header_subtag(alive->header) == Subtag::kRefBinary
                             ? reinterpret_cast<RefBinary*>(alive)->binary->size()
                             : 0;
      (is_kept(reinterpret_cast<Word>(alive)) ? old : young).add(alive, bytes);
    }
    node = next;
  }
  young.move_to(heap_.off_heap);
  old.move_to(heap_.old_off_heap);
}

/// Sweeps the owners of the generations that are collected.
template <CopyMode kMode>
void Collector<kMode>::sweep_all() {
  if (!kMovesOld) {
    sweep_off_heap(heap_.off_heap);
    return;
  }
  OffHeap both;
  both.append(heap_.old_off_heap);  // append() puts what it gets first
  both.append(heap_.off_heap);
  sweep_off_heap(both);
}

/// Frees the memory that was collected, and makes the new blocks those of the heap.
template <CopyMode kMode>
void Collector<kMode>::replace_blocks(Word block_words) {
  const Word stack_words = heap_.stack_words();
  auto* new_end = reinterpret_cast<StackWord*>(block_ + block_words);
  std::memcpy(static_cast<void*>(new_end - stack_words), heap_.stack_top, stack_words * kWordBytes);

  for (HeapFragment* fragment = heap_.fragments; fragment != nullptr;) {
    HeapFragment* next = fragment->next;
    HeapFragment::free(fragment);
    fragment = next;
  }
  heap_.fragments = nullptr;
  heap_.fragment_words = 0;

  if (kKeepsMature) {
    heap_.old_start = heap_.heap_start;
    heap_.old_top = heap_.high_water;
    heap_.old_end = reinterpret_cast<HeapWord*>(heap_.heap_end);
  } else {
    free_block(heap_.heap_start, heap_.heap_words());
  }
  heap_.heap_start = block_;
  heap_.heap_top = heap_.high_water = targets_.young;
  heap_.heap_end = new_end;
  heap_.stack_top = new_end - stack_words;

  if (kPromotes) heap_.old_top = targets_.old;
  if (kMovesOld) {
    free_block(heap_.old_start, heap_.old_words());
    heap_.old_start = heap_.old_top = heap_.old_end = nullptr;
  }
}

template <CopyMode kMode>
bool Collector<kMode>::run(Word block_words) {
  block_ = try_allocate_block(block_words);
  if (block_ == nullptr) return false;
  new_start_ = reinterpret_cast<Word>(block_);
  new_bytes_ = block_words * kWordBytes;
  targets_ = {block_, heap_.old_top};

  trace(reinterpret_cast<HeapWord*>(heap_.stack_top), reinterpret_cast<HeapWord*>(heap_.heap_end));
  request_.visit(request_.context, *this);
  sweep_all();
  adopt_owners();
  replace_blocks(block_words);
  return true;
}

}  // namespace

bool copy_live(Heap& heap, const CollectionRequest& request, CopyMode mode, Word block_words) {
  switch (mode) {
    case CopyMode::kMinor:
      return Collector<CopyMode::kMinor>(heap, request).run(block_words);
    case CopyMode::kKeepMature:
      return Collector<CopyMode::kKeepMature>(heap, request).run(block_words);
    case CopyMode::kCompact:
      return Collector<CopyMode::kCompact>(heap, request).run(block_words);
  }
}

}  // namespace vm
