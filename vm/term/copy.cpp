// Copies and sizes of terms. A copy fills one block of known size from the front, or fragments one
// after the other. A word of the copy holds the source's term until that term is copied, and is
// then updated to point to its copy.
#include "vm/term/copy.h"

#include "vm/base/bits.h"
#include "vm/heap/binary.h"
#include "vm/term/copy_words.h"
#include "vm/term/shared_copy.h"
#include "vm/term/term_words.h"
#include "vm/term/word_map.h"
#include "vm/term/work_stack.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace vm {
namespace {

// The words of a copy of bits on a heap. Only these bits are copied, not the whole HeapBinary.
Word heap_bits_words(const SubBinary& sub) {
  return HeapBinary::words_for((sub.bit_size() + 7) / 8);
}

/// Whether a copy refers to the same term.
bool is_shared(Term t, SharedLiterals literals) { return !t.is_pointer() || literals.contains(t); }

enum class Sharing : bool { kLost, kKept };

// A copy keeps sharing if it would have more than `words` words without it, and has at most
// `shared` with it. To count the first limit takes some milliseconds. Only terms that are large
// with sharing, too, come to the second one, and of these only what would take gigabytes is looked
// at again: that takes several times as long as the copy.
constexpr Word kNoLimit = ~Word{0};
struct SharingLimit {
  Word words;
  Word shared;
};
constexpr SharingLimit kSharingLimits[] = {{Word{1} << 22, Word{1} << 18},
                                           {Word{1} << 28, kNoLimit}};

/// Memory of known size for a copy.
class MeasuredRoom {
 public:
  MeasuredRoom(HeapBuilder& builder, Word words)
      : next_(builder.alloc(words)), off_heap_(builder.off_heap()) {}

  Term* take(Word words) { return std::exchange(next_, next_ + words); }
  OffHeap& off_heap() { return off_heap_; }
  static constexpr bool is_full() { return false; }
  Term* end() const { return next_; }

 private:
  Term* next_;
  OffHeap& off_heap_;
};

/// A chain of fragments for a copy whose size is not known. Each has a quarter of what is there
/// already, so that little of the last one is left.
class RoomInParts {
 public:
  RoomInParts() { add(0); }
  RoomInParts(const RoomInParts&) = delete;
  RoomInParts& operator=(const RoomInParts&) = delete;
  ~RoomInParts() { HeapFragment::free_chain(first_); }

  Term* take(Word words) {
    if (static_cast<Word>(end_ - next_) < words) [[unlikely]]
      add(words);
    return std::exchange(next_, next_ + words);
  }
  /// Owners are all in the list of the first fragment, which is the first to release them.
  OffHeap& off_heap() { return first_->off_heap; }
  /// The term is so large that it may have to keep its sharing.
  bool is_full() const { return words_ > kSharingLimits[0].words; }
  HeapFragment* take_fragments() {
    close_last();
    return std::exchange(first_, nullptr);
  }

 private:
  static constexpr Word kLeastWords = 512;

  void close_last() { last_->used = static_cast<std::uint32_t>(next_ - last_->words()); }
  [[gnu::noinline]] void add(Word words) {
    HeapFragment* const added = HeapFragment::make(std::max({words, kLeastWords, words_ / 4}));
    if (first_ == nullptr) {
      first_ = added;
    } else {
      close_last();
      last_->next = added;
    }
    last_ = added;
    words_ += added->capacity;
    next_ = added->words();
    end_ = next_ + added->capacity;
  }

  HeapFragment* first_ = nullptr;
  HeapFragment* last_ = nullptr;
  Word words_ = 0;  // in all fragments
  Term* next_ = nullptr;
  Term* end_ = nullptr;
};

// Most terms have few levels, and recursion walks them faster than a stack of what is to be done.
constexpr unsigned kMostLevels = 20;

template <Sharing kSharing, typename Room>
class Copier {
 public:
  Copier(Room& room, SharedLiterals literals) : room_(room), literals_(literals) {}

  /// What it returns has no meaning if the room is full afterwards.
  Term run(Term term) {
    if constexpr (kSharing == Sharing::kLost) return nested(term, kMostLevels);
    return in_steps(term);
  }

 private:
  // Words of the copy that still hold terms of the source.
  struct Range {
    Term* first;
    Word count;
  };

  // The copy of an object, by recursion to so many further levels.
  Term nested(Term term, unsigned levels) {
    if (levels == 0) [[unlikely]]
      return in_steps(term);
    Term first;
    Term* place = &first;
    while (!is_shared(term, literals_) && !room_.is_full()) {
      if (!term.is_cons()) {
        *place = term;
        const Range terms = copy_object(place);
        for (Term* each = terms.first; each < terms.first + terms.count; ++each)
          if (!is_shared(*each, literals_)) *each = nested(*each, levels - 1);
        return first;
      }
      const Cons& source = term.as_cons();
      Term* const cell = room_.take(2);
      *place = Term::cons(reinterpret_cast<Cons*>(cell));
      cell[0] = is_shared(source.head, literals_) ? source.head : nested(source.head, levels - 1);
      place = &cell[1];
      term = source.tail;
    }
    *place = term;
    return first;
  }

  Term in_steps(Term term) {
    Term root = term;
    todo_.push({&root, 1});
    while (!todo_.empty() && !room_.is_full()) {
      Range& range = todo_.top();
      Term* place = range.first++;
      if (--range.count == 0) todo_.drop();
      copy(place);
    }
    return root;
  }

  void copy(Term* place) {
    while (!is_shared(*place, literals_) && !room_.is_full()) {
      Term unused;
      Term* copied = &unused;  // where the next pointer to the same object finds its copy
      if constexpr (kSharing == Sharing::kKept) {
        const auto found = copies_.find_or_add(place->bits());
        copied = &found.value;
        if (!found.is_new) {
          *place = *copied;
          return;
        }
      }
      if (!place->is_cons()) {
        copy_boxed(place);
        *copied = *place;
        return;
      }
      const Cons& source = place->as_cons();
      Term* cell = room_.take(2);
      cell[0] = source.head;
      cell[1] = source.tail;
      *place = Term::cons(reinterpret_cast<Cons*>(cell));
      *copied = *place;
      if (!is_shared(cell[0], literals_)) todo_.push({&cell[0], 1});
      place = &cell[1];
    }
  }

  void copy_boxed(Term* place) {
    const Range terms = copy_object(place);
    if (terms.count > 0) todo_.push(terms);
  }

  // Copies one boxed object. Returns the terms in its copy, which are still those of the source.
  [[gnu::always_inline]] Range copy_object(Term* place) {
    const Word header = place->header();
    if (header_subtag(header) == Subtag::kSubBinary) {
      copy_sub_binary(place);
      return {nullptr, 0};
    }
    const Word words = header_words(header) + 1;
    Term* object = room_.take(words);
    copy_words(object, reinterpret_cast<const Term*>(place->boxed_words()), words);
    *place = Term::boxed(object);
    if (header_subtag(header) == Subtag::kMagicRef) {
      auto& magic = place->as_boxed<MagicRef>();
      magic.object = SharedRef<MagicObject>(magic.object).detach();
      room_.off_heap().add(&magic.node, 0);
      return {nullptr, 0};
    }
    const TermWords terms = term_words(header);
    return {object + terms.first, terms.end - terms.first};
  }

  void copy_sub_binary(Term* place) {
    const auto& source = place->as_boxed<SubBinary>();
    // A match context can be among the arguments of a traced call. Its copy is a bitstring of the
    // bits not matched yet.
    if (source.original.is_boxed_as(Subtag::kHeapBinary)) return copy_heap_bits(place, source);
    Term* const words = room_.take(kRefBinaryWords + kSubBinaryWords);
    auto* owner = reinterpret_cast<RefBinary*>(words);
    auto* sub = reinterpret_cast<SubBinary*>(words + kRefBinaryWords);
    owner->node.header = make_header(Subtag::kRefBinary, kRefBinaryWords - 1);
    owner->binary = SharedRef<Binary>(source.original.as_boxed<RefBinary>().binary).detach();
    room_.off_heap().add(&owner->node, owner->binary->size());
    *sub = source;
    sub->original = Term::boxed(owner);
    sub->flags = 0;  // only the source may be appended to in place
    *place = Term::boxed(sub);
  }

  void copy_heap_bits(Term* place, const SubBinary& source) {
    const Word words = heap_bits_words(source);
    auto* binary = reinterpret_cast<HeapBinary*>(room_.take(words));
    const Bits bits = bits_of(*place);
    binary->header = make_header(Subtag::kHeapBinary, words - 1);
    binary->bit_size = bits.bit_size;
    // Clear the padding in the last word: copies of equal binaries must be the same words.
    if (words > 2) reinterpret_cast<Word*>(binary)[words - 1] = 0;
    copy_bits_to_start(bits.bytes, bits.bit_offset, binary->bytes, bits.bit_size);
    *place = Term::boxed(binary);
  }

  Room& room_;
  const SharedLiterals literals_;
  WorkStack<Range> todo_;
  struct NoCopies {};
  // By the bits of the original; with kLost there is none, as messages are copied so.
  [[no_unique_address]] std::conditional_t<kSharing == Sharing::kKept, WordMap<Term>, NoCopies>
      copies_;
};

// The words that a copy of one boxed object takes.
Word object_words(Term term) {
  const Word header = term.header();
  if (header_subtag(header) != Subtag::kSubBinary) return header_words(header) + 1;
  const auto& sub = term.as_boxed<SubBinary>();
  if (sub.original.is_boxed_as(Subtag::kHeapBinary)) return heap_bits_words(sub);
  return kSubBinaryWords + kRefBinaryWords;
}

constexpr auto kObjectWords = [](Term term) { return object_words(term); };  // which is inlined

// True if a copy of the boxed object owns something outside the heap.
bool will_own(Term term) {
  const Subtag subtag = header_subtag(term.header());
  if (subtag == Subtag::kMagicRef) return true;
  return subtag == Subtag::kSubBinary &&
         !term.as_boxed<SubBinary>().original.is_boxed_as(Subtag::kHeapBinary);
}

// In OTP a record definition has one more word, which points to a tuple with the sorted order of
// the fields. The size of a record includes its definition.
Word words_of_field_order(Word fields) { return fields == 0 ? 1 : fields + 2; }

// The words of one boxed object in OTP 27. There, the empty tuple is a constant, and a closure has
// an additional object of four words.
Word object_words_of_otp(Term term) {
  const Word words = object_words(term);
  switch (header_subtag(term.header())) {
    case Subtag::kTuple:
      return words == 1 ? 0 : words;
    case Subtag::kFun:
      return term.as_boxed<Fun>().is_external() ? 2 : words + 3;
    case Subtag::kRecord:
      return words + words_of_field_order(term.as_boxed<Record>().count());
    case Subtag::kExternalPort:
      return 4;
    case Subtag::kMagicRef:
      return 3;
    case Subtag::kSubBinary:
      return words == kSubBinaryWords + kRefBinaryWords ? words - 1 : words;
    default:
      return words;
  }
}

constexpr auto kEveryObject = [](Term) { return true; };

// Includes each object once: a bit for each word of memory, in the map the bits of 64 words at a
// time. A walk often stays within such a block, or goes to the next one.
class FirstVisits {
 public:
  bool operator()(Term t) {
    const Word word = t.bits() / kWordBytes;
    const Word block = word / kBlock * kWordBytes;
    if (block != block_) {
      block_ = block;
      bits_ = &seen_.find_or_add(block).value;
    }
    const Word bit = Word{1} << word % kBlock;
    if ((*bits_ & bit) != 0) {
      any_again_ = true;
      return false;
    }
    *bits_ |= bit;
    return true;
  }
  /// Whether it was called twice for an object.
  bool any_again() const { return any_again_; }

 private:
  static constexpr Word kBlock = 64;  // words; the bits of a Word
  WordMap<Word> seen_;
  Word block_ = 0;        // the last one; no object is at address 0
  Word* bits_ = nullptr;  // its bits
  bool any_again_ = false;
};

// Returns the sum of `words_of` over the objects of a term that are not shared literals and for
// which `includes` returns true. `includes` is called for each pointer to an object. Ends early
// with a sum above `limit`.
template <typename WordsOf, typename Includes>
Word sum_of_objects(Term term, SharedLiterals literals, WordsOf words_of, Includes&& includes,
                    Word limit = kNoLimit) {
  struct Range {
    const Term* first;
    Word count;
  };
  WorkStack<Range> todo;
  Word words = 0;
  for (;;) {
    if (!is_shared(term, literals) && includes(term)) {
      if (term.is_cons()) {
        const Cons& cell = term.as_cons();
        words += 2;
        if (!is_shared(cell.head, literals)) todo.push({&cell.head, 1});
        term = cell.tail;
        continue;
      }
      words += words_of(term);
      const TermWords terms = term_words(term.header());
      const Term* object = reinterpret_cast<const Term*>(term.boxed_words());
      if (terms.first < terms.end) todo.push({object + terms.first, terms.end - terms.first});
    }
    if (todo.empty() || words > limit) return words;
    Range& range = todo.top();
    term = *range.first++;
    if (--range.count == 0) todo.drop();
  }
}

// The same for every object, by recursion to so many further levels.
template <typename WordsOf>
Word sum_of_nested(Term term, SharedLiterals literals, WordsOf words_of, Word limit,
                   unsigned levels) {
  if (levels == 0) [[unlikely]]
    return sum_of_objects(term, literals, words_of, kEveryObject, limit);
  Word words = 0;
  const auto add = [&](Term t) {
    if (words <= limit && !is_shared(t, literals))
      words += sum_of_nested(t, literals, words_of, limit - words, levels - 1);
  };
  for (; words <= limit && !is_shared(term, literals); term = term.as_cons().tail) {
    if (!term.is_cons()) {
      words += words_of(term);
      const TermWords terms = term_words(term.header());
      const Term* const object = reinterpret_cast<const Term*>(term.boxed_words());
      for (Word i = terms.first; i < terms.end; ++i) add(object[i]);
      return words;
    }
    words += 2;
    add(term.as_cons().head);
  }
  return words;
}

/// The words of a copy of a tuple that needs no other copies, as most messages are; 0: it is none.
Word words_of_flat_tuple(Term term, SharedLiterals literals) {
  if (!term.is_tuple() || literals.contains(term)) return 0;
  const Tuple& tuple = term.as_tuple();
  for (Word i = 0; i < tuple.arity(); ++i)
    if (!is_shared(tuple.elements[i], literals)) return 0;
  return 1 + tuple.arity();
}

template <typename WordsOf>
CopySize copy_size(Term term, SharedLiterals literals, WordsOf words_of) {
  if (!term.is_pointer()) return {};
  if (const Word words = words_of_flat_tuple(term, literals); words != 0) return {words, false};
  for (const SharingLimit& limit : kSharingLimits) {
    const Word words = sum_of_nested(term, literals, words_of, limit.words, kMostLevels);
    if (words <= limit.words) return {words, false};
    const Word shared = sum_of_objects(term, literals, words_of, FirstVisits(), limit.shared);
    if (shared <= limit.shared) return {shared, true};
  }
  VM_UNREACHABLE();
}

/// object_words(), which also notes whether any object will_own().
auto words_and_owners(bool* has_owners) {
  return [has_owners](Term object) {
    *has_owners |= will_own(object);
    return object_words(object);
  };
}

template <Sharing kSharing>
Term copy_to(MeasuredRoom room, Term term, const Term* end, SharedLiterals literals) {
  const Term result = Copier<kSharing, MeasuredRoom>(room, literals).run(term);
  VM_ASSERT(room.end() == end, "the size and the copy walk the same objects");
  return result;
}

}  // namespace

CopySize size_of_term(Term term, SharedLiterals literals) {
  return copy_size(term, literals, kObjectWords);
}

TermSize size_and_owners_of_term(Term term, SharedLiterals literals) {
  bool has_owners = false;
  const CopySize size = copy_size(term, literals, words_and_owners(&has_owners));
  return {size, has_owners};
}

TermSize size_and_owners_up_to(Term term, SharedLiterals literals, Word most) {
  TermSize size;
  size.words = words_of_flat_tuple(term, literals);
  if (size.words == 0) {
    size.words =
        sum_of_nested(term, literals, words_and_owners(&size.has_owners), most, kMostLevels);
  }
  return size;
}

Word size_of_term_in_otp(Term term) {
  return sum_of_objects(term, nullptr, object_words_of_otp, kEveryObject);
}

Word size_of_shared_term_in_otp(Term term, const LiteralMemory& literals) {
  return sum_of_objects(term, &literals, object_words_of_otp, FirstVisits());
}

Term copy_term_of_size(HeapBuilder& builder, Term term, CopySize size, SharedLiterals literals) {
  const Word words = size.words;
  if (words == 0) return term;
  MeasuredRoom room(builder, words);
  Term* const memory = room.end();
  if (size.keeps_sharing) [[unlikely]]
    return copy_to<Sharing::kKept>(room, term, memory + words, literals);
  if (term.is_tuple() && words == 1 + term.as_tuple().arity()) {
    // Only the tuple itself is copied; its elements are immediates or shared literals.
    copy_words(memory, reinterpret_cast<const Term*>(term.boxed_words()), words);
    return Term::boxed(memory);
  }
  return copy_to<Sharing::kLost>(room, term, memory + words, literals);
}

CopyInParts copy_in_parts(Term term, SharedLiterals literals) {
  RoomInParts room;
  const Term copy = Copier<Sharing::kLost, RoomInParts>(room, literals).run(term);
  if (room.is_full()) return {};
  return {copy, room.take_fragments()};
}

Term copy_term(HeapBuilder& builder, Term term, SharedLiterals literals) {
  return copy_term_of_size(builder, term, size_of_term(term, literals), literals);
}

CopySize size_of_shared_term(Term term, SharedLiterals literals) {
  FirstVisits visits;
  const Word words = sum_of_objects(term, literals, kObjectWords, visits);
  return {words, visits.any_again()};
}

const Term* first_word(Term t) {
  return t.is_cons() ? &t.as_cons().head : reinterpret_cast<const Term*>(t.boxed_words());
}

Word words_of_copied_element(const Tuple& copy, Word element, const Term* end) {
  const auto owner_words = [](Term t) -> Word {
    // A large binary's owner stands before the part.
    return t.is_boxed_as(Subtag::kSubBinary) &&
                   !t.as_boxed<SubBinary>().original.is_boxed_as(Subtag::kHeapBinary)
               ? kRefBinaryWords
               : 0;
  };
  const Term term = copy.elements[element];
  if (!term.is_pointer() || owner_words(term) != 0) return 0;
  for (Word next = element + 1; next < copy.arity(); ++next) {
    const Term other = copy.elements[next];
    if (!other.is_pointer()) continue;
    end = first_word(other) - owner_words(other);
    break;
  }
  return static_cast<Word>(end - first_word(term));
}

Term copy_block(HeapBuilder& builder, Term object, const Term* block, Word words) {
  Term* const copy = builder.alloc(words);
  const Word distance = reinterpret_cast<Word>(copy) - reinterpret_cast<Word>(block);
  const auto moved = [distance](Term t) { return Term::from_bits(t.bits() + distance); };
  const Term* const end = block + words;
  for (Term* to = copy; block < end;) {
    const Term term = *block;
    if (!term.is_header() || header_subtag(term.bits()) == Subtag::kTuple) [[likely]] {
      // Of a tuple, map or fun, or half of a cons cell; behind the header of a tuple are terms
      // only.
      *to++ = term.is_pointer() ? moved(term) : term;
      ++block;
      continue;
    }
    // The raw words; the terms of the object, if there are any, are next.
    const Word raw = term_words(term.bits()).first;
    copy_words(to, block, raw);
    switch (header_subtag(term.bits())) {
      case Subtag::kSubBinary: {
        auto& sub = *reinterpret_cast<SubBinary*>(to);
        sub.original = moved(sub.original);
        break;
      }
      case Subtag::kRefBinary: {
        auto& owner = *reinterpret_cast<RefBinary*>(to);
        owner.binary = SharedRef<Binary>(owner.binary).detach();
        builder.off_heap().add(&owner.node, owner.binary->size());
        break;
      }
      case Subtag::kMagicRef: {
        auto& magic = *reinterpret_cast<MagicRef*>(to);
        magic.object = SharedRef<MagicObject>(magic.object).detach();
        builder.off_heap().add(&magic.node, 0);
        break;
      }
      default:
        break;
    }
    to += raw;
    block += raw;
  }
  return moved(object);
}

}  // namespace vm
