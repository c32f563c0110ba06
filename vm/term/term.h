// A Term is one Erlang value in one machine word: an immediate, or a tagged pointer to a cons cell
// or a boxed object. This file and boxed.h contain all tagging arithmetic of the machine; no other
// file depends on a bit pattern.
//
// The low two bits are the primary tag: 00 header word (or code address on a stack), 01 cons, 10
// boxed, 11 immediate. Immediates: ..0011 pid, ..0111 port, 001011 atom, 011011 catch tag, 111011
// nil, ..1111 small integer (60 bits).
// Invariants: the word 0 is the non-value; no value that a program sees contains it.
// Ownership: a Term is a plain value. The heap, fragment or literal area that contains the object
// keeps it alive.
#pragma once

#include "vm/base/assert.h"
#include "vm/base/types.h"

#include <bit>
#include <type_traits>

namespace vm {

/// The type of a boxed object; bits 2 to 6 of its header word.
enum class Subtag : Word {
  kTuple = 0,
  kFun = 1,
  kBigPositive = 2,
  kBigNegative = 3,
  kRef = 4,
  kFloat = 5,
  kHeapBinary = 6,
  kSubBinary = 7,
  kRefBinary = 8,  // only the target of a SubBinary, never a value that a program sees
  kMagicRef = 9,   // a reference that owns a native object
  kFlatMap = 10,
  kHashMap = 11,   // root of a map with more than 32 keys
  kHashNode = 12,  // inner node of such a map, never a value that a program sees
  kExternalPid = 13,
  kExternalPort = 14,
  kExternalRef = 15,
  kRecord = 16,  // a native record
};

inline constexpr int kHeaderArityShift = 7;
inline constexpr SWord kSmallMax = (SWord{1} << 59) - 1;
inline constexpr SWord kSmallMin = -(SWord{1} << 59);

/// The header word of a boxed object with `words` words after the header.
constexpr Word make_header(Subtag tag, Word words) {
  return (words << kHeaderArityShift) | (static_cast<Word>(tag) << 2);
}
/// The upper 16 bits of a header are for the object's own use; a node of a map's trie has the
/// bitmap of its slots there.
inline constexpr int kHeaderExtraShift = 48;
constexpr Word header_extra(Word header) { return header >> kHeaderExtraShift; }
constexpr Word header_words(Word header) {
  constexpr int kExtraBits = 64 - kHeaderExtraShift;
  return header << kExtraBits >> (kHeaderArityShift + kExtraBits);
}
constexpr Subtag header_subtag(Word header) { return static_cast<Subtag>((header >> 2) & 31); }

struct Cons;
struct Tuple;

class Term {
 public:
  constexpr Term() = default;
  static constexpr Term from_bits(Word bits) { return Term(bits); }
  constexpr Word bits() const { return bits_; }

  /// The non-value: "no term". A BIF that raised returns it.
  static constexpr Term none() { return Term(0); }
  constexpr bool is_none() const { return bits_ == 0; }
  constexpr bool has_value() const { return bits_ != 0; }

  /// Identity: the same immediate, or the same object.
  constexpr bool operator==(const Term&) const = default;

  // Primary tags.
  constexpr bool is_header() const { return (bits_ & 3) == 0; }
  constexpr bool is_cons() const { return (bits_ & 3) == 1; }
  constexpr bool is_boxed() const { return (bits_ & 3) == 2; }
  constexpr bool is_immediate() const { return (bits_ & 3) == 3; }
  // The second bit of the next word is set after the tags of pointers, 1 and 2, only.
  constexpr bool is_pointer() const { return ((bits_ + 1) & 2) != 0; }
  static constexpr bool both_pointers(Term a, Term b) {
    return ((a.bits_ + 1) & (b.bits_ + 1) & 2) != 0;
  }
  static constexpr bool any_pointer(Term a, Term b) {
    return (((a.bits_ + 1) | (b.bits_ + 1)) & 2) != 0;
  }

  // Small integers.
  static constexpr Term small(SWord value) {
    return Term((static_cast<Word>(value) << 4) | kSmallTag);
  }
  static constexpr bool fits_small(SWord value) { return value >= kSmallMin && value <= kSmallMax; }
  /// The sum is one instruction that leaves the term as it is: the tag has all of the four bits.
  constexpr bool is_small() const { return ((bits_ + 1) & 15) == 0; }
  /// The unsigned number in those bits of `scaled` that `places` has, where 16 stands for 1.
  static constexpr Term small_at(Word scaled, Word places) {
    return Term((scaled & places << 4) | kSmallTag);
  }
  constexpr SWord as_small() const { return static_cast<SWord>(bits_) >> 4; }
  /// 16 times a small integer: its word without the tag.
  constexpr SWord as_scaled_small() const { return static_cast<SWord>(bits_ - kSmallTag); }
  /// What a small integer from 1 on is as an index from 0. Any other term gives at least 2^59 - 1,
  /// as the bits of its tag get to the top.
  constexpr Word as_index_from_one() const { return std::rotr(bits_ - small(1).bits_, 4); }
  /// Whether it is one of `count` small integers from `first` on. The tag of the difference is 0 if
  /// it is one at all, and gets to the top.
  constexpr bool is_small_in(Term first, Word count) const {
    return std::rotr(bits_ - first.bits_, 4) < count;
  }
  /// A small integer from 0 to 255.
  constexpr bool is_byte() const { return (bits_ & ~(Word{255} << 4)) == kSmallTag; }
  static constexpr bool both_small(Term a, Term b) { return (a.bits_ & b.bits_ & 15) == kSmallTag; }

  // Atoms, nil.
  static constexpr Term atom(Word index) { return Term((index << 6) | kAtomTag); }
  constexpr bool is_atom() const { return (bits_ & 63) == kAtomTag; }
  constexpr Word atom_index() const { return bits_ >> 6; }
  static constexpr Term nil() { return Term(kNilTag); }
  constexpr bool is_nil() const { return bits_ == kNilTag; }
  constexpr bool is_list() const { return is_cons() || is_nil(); }

  // Catch tags: on stacks only. The value is an index into the catch table (vm/code/catch_table.h).
  static constexpr Term catch_tag(Word index) { return Term((index << 6) | kCatchTag); }
  constexpr bool is_catch() const { return (bits_ & 63) == kCatchTag; }
  constexpr Word catch_index() const { return bits_ >> 6; }

  // Local pids and ports: 28 bits of number (table slot), 32 bits of serial.
  static constexpr Term local_pid(Word data) { return Term((data << 4) | kPidTag); }
  static constexpr Term local_port(Word data) { return Term((data << 4) | kPortTag); }
  constexpr bool is_local_pid() const { return (bits_ & 15) == kPidTag; }
  constexpr bool is_local_port() const { return (bits_ & 15) == kPortTag; }
  constexpr Word id_data() const { return bits_ >> 4; }

  // Pointers.
  static Term cons(const Cons* cell) { return Term(reinterpret_cast<Word>(cell) | 1); }
  static Term boxed(const void* object) { return Term(reinterpret_cast<Word>(object) | 2); }
  Cons& as_cons() const { return *reinterpret_cast<Cons*>(bits_ - 1); }
  Word* boxed_words() const { return reinterpret_cast<Word*>(bits_ - 2); }
  template <class T>
  T& as_boxed() const {
    return *reinterpret_cast<T*>(bits_ - 2);
  }
  Word header() const { return *boxed_words(); }
  bool is_boxed_as(Subtag tag) const { return is_boxed() && header_subtag(header()) == tag; }

  // Types as the guard BIFs define them. A header is read only through a boxed pointer.
  bool is_tuple() const { return is_boxed_as(Subtag::kTuple); }
  bool is_tuple_of(Word arity) const {
    return is_boxed() && header() == make_header(Subtag::kTuple, arity);
  }
  Tuple& as_tuple() const { return as_boxed<Tuple>(); }
  bool is_float() const { return is_boxed_as(Subtag::kFloat); }
  bool is_big() const {
    return is_boxed() && (static_cast<Word>(header_subtag(header())) & ~Word{1}) ==
                             static_cast<Word>(Subtag::kBigPositive);
  }
  bool is_integer() const { return is_small() || is_big(); }
  bool is_number() const { return is_integer() || is_float(); }
  bool is_fun() const { return is_boxed_as(Subtag::kFun); }
  bool is_flat_map() const { return is_boxed_as(Subtag::kFlatMap); }
  bool is_hash_map() const { return is_boxed_as(Subtag::kHashMap); }
  bool is_map() const { return is_flat_map() || is_hash_map(); }
  bool is_record() const { return is_boxed_as(Subtag::kRecord); }
  bool is_bitstring() const {
    return is_boxed_as(Subtag::kHeapBinary) || is_boxed_as(Subtag::kSubBinary);
  }
  bool is_binary() const;  // a bitstring of whole bytes; boxed.h
  bool is_local_ref() const { return is_boxed_as(Subtag::kRef) || is_boxed_as(Subtag::kMagicRef); }
  bool is_pid() const { return is_local_pid() || is_boxed_as(Subtag::kExternalPid); }
  bool is_port() const { return is_local_port() || is_boxed_as(Subtag::kExternalPort); }
  bool is_ref() const { return is_local_ref() || is_boxed_as(Subtag::kExternalRef); }

 private:
  static constexpr Word kPidTag = 0x3;
  static constexpr Word kPortTag = 0x7;
  static constexpr Word kSmallTag = 0xF;
  static constexpr Word kAtomTag = 0x0B;
  static constexpr Word kCatchTag = 0x1B;
  static constexpr Word kNilTag = 0x3B;

  constexpr explicit Term(Word bits) : bits_(bits) {}
  Word bits_ = 0;
};

static_assert(sizeof(Term) == sizeof(Word) && std::is_trivially_copyable_v<Term>,
              "a Term is passed in a register");

/// Arithmetic on tagged small integers. Returns false on overflow; `*result` is then unspecified.
inline bool add_small(Term a, Term b, Term* result) {
  SWord sum;
  const bool overflow =
      __builtin_add_overflow(static_cast<SWord>(a.bits()), b.as_scaled_small(), &sum);
  *result = Term::from_bits(static_cast<Word>(sum));
  return !overflow;
}
inline bool sub_small(Term a, Term b, Term* result) {
  SWord difference;
  const bool overflow =
      __builtin_sub_overflow(static_cast<SWord>(a.bits()), b.as_scaled_small(), &difference);
  *result = Term::from_bits(static_cast<Word>(difference));
  return !overflow;
}
inline bool mul_small(Term a, Term b, Term* result) {
  SWord product;
  const bool overflow = __builtin_mul_overflow(a.as_small(), b.as_scaled_small(), &product);
  *result = Term::from_bits(static_cast<Word>(product) + 15);
  return !overflow;
}

}  // namespace vm
