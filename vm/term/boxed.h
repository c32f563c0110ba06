// The layout of every object on a heap: cons cells, tuples, floats, integers, references, funs,
// binaries, maps, records. A boxed object is a header word followed by as many words as the header
// says. The comment of each object says which of its words are terms and which are raw.
// Invariants: objects are word-aligned; the collector follows only the words described as terms.
#pragma once

#include "vm/term/term.h"

#include <bit>
#include <cstring>

namespace vm {

struct FunEntry;
struct Export;
class Binary;       // reference-counted off-heap bytes, vm/heap/binary.h
class MagicObject;  // the native object that a magic reference owns, vm/heap/off_heap.h
struct Node;        // name and creation of another node, vm/term/node.h

/// A list cell: two terms, no header.
struct Cons {
  Term head;
  Term tail;
};

/// A tuple: `arity()` terms.
struct Tuple {
  Word header;
  Term elements[];
  /// But for the number of elements the header of a tuple is zero.
  Word arity() const { return header >> kHeaderArityShift; }
};
static_assert(make_header(Subtag::kTuple, 0) == 0);

/// A float; raw.
struct Float {
  Word header;
  double value;
};
inline constexpr Word kFloatWords = 2;
inline constexpr Word kOneLimbWords = 2;  // of a big integer of one limb
inline constexpr Word kFloatHeader = make_header(Subtag::kFloat, kFloatWords - 1);
inline double float_value(Term t) { return t.as_boxed<Float>().value; }

/// An integer that does not fit a small. The subtag holds the sign; the raw 64-bit limbs hold the
/// magnitude, least significant first, without leading zero limbs (the layout of GMP's mpn layer).
struct Big {
  Word header;
  Word limbs[];
  Word size() const { return header_words(header); }
  bool negative() const { return header_subtag(header) == Subtag::kBigNegative; }
};

/// A reference of this node: three 32-bit numbers, printed as `#Ref<0.n2.n1.n0>`. An alias, or a
/// reference made by a spawn or monitor, can also hold the pid of its owner. All words are raw; the
/// pid is an immediate, so the collector need not follow it.
struct Ref {
  Word header;  // 2 or 3 words
  Word low;     // n0 in the low 32 bits, n1 in the high
  Word high;    // n2
  Word pid[];   // bits of the owner's pid, if header_words() == 3
  bool has_pid() const { return header_words(header) == 3; }
};
inline constexpr Word kRefWords = 3;
inline constexpr Word kPidRefWords = 4;

/// First words of an object that owns something outside the heap. It is linked into the heap's
/// off-heap list, so that the collector can release what dead objects own. All words are raw.
struct OffHeapNode {
  Word header;
  OffHeapNode* next;
};

/// A reference that owns a native object, for example the handle of a trace session. All words are
/// raw.
struct MagicRef {
  OffHeapNode node;
  Word low;
  Word high;
  MagicObject* object;  // owns one reference count
};
inline constexpr Word kMagicRefWords = 5;

/// Owns one reference count of a Binary. Only SubBinary::original points to it.
struct RefBinary {
  OffHeapNode node;
  Binary* binary;
};
inline constexpr Word kRefBinaryWords = 3;

/// A bitstring whose bytes are in the heap: its size in bits, then the bytes, zero-padded to a word
/// boundary. All words are raw.
struct HeapBinary {
  Word header;
  Word bit_size;
  Byte bytes[];
  static Word words_for(Word bytes) { return 2 + (bytes + 7) / 8; }
};
/// A new binary of up to this many bytes is a HeapBinary; a larger one is a SubBinary of a
/// RefBinary.
inline constexpr Word kMaxHeapBinaryBytes = 64;

/// A part of a bitstring, or a match context. Both have the same layout, so a flag converts one to
/// the other. Only `original` is a term.
struct SubBinary {
  Word header;
  Byte* base;      // byte 0 of the original's data; the collector updates it if that is on a heap
  Word start_bit;  // from `base`
  Word end_bit;
  Term original;  // boxed RefBinary or HeapBinary
  Word flags;
  static constexpr Word kMatchContext = 1;
  // The bytes after end_bit are unused and may be appended to in place: no other SubBinary with
  // this flag refers to the same Binary.
  static constexpr Word kWritable = 2;
  Word bit_size() const { return end_bit - start_bit; }
  bool is_match_context() const { return flags & kMatchContext; }
};
inline constexpr Word kSubBinaryWords = 6;
inline constexpr Word kSubBinaryHeader = make_header(Subtag::kSubBinary, kSubBinaryWords - 1);

/// A view of the bits of a bitstring or match context: the first byte, the offset of the first bit
/// in it (0 to 7) and the number of bits. Valid until the heap is collected.
struct Bits {
  const Byte* bytes;
  Word bit_offset;
  Word bit_size;
  Word byte_size() const { return bit_size / 8; }
  bool is_byte_aligned() const { return bit_offset == 0; }
};
/// The bits of a bitstring or match context; for a match context those not matched yet.
inline Bits bits_of(Term t) {
  if (header_subtag(t.header()) == Subtag::kHeapBinary) {
    const auto& heap = t.as_boxed<HeapBinary>();
    return {heap.bytes, 0, heap.bit_size};
  }
  const auto& sub = t.as_boxed<SubBinary>();
  return {sub.base + sub.start_bit / 8, sub.start_bit % 8, sub.bit_size()};
}
inline Word bit_size(Term t) {
  return header_subtag(t.header()) == Subtag::kHeapBinary ? t.as_boxed<HeapBinary>().bit_size
                                                          : t.as_boxed<SubBinary>().bit_size();
}
inline bool Term::is_binary() const { return is_bitstring() && bit_size(*this) % 8 == 0; }

/// A fun. The target (the FunEntry of a closure, the Export of `fun m:f/a`) and the arity are raw;
/// the free variables are terms.
struct Fun {
  Word header;  // 2 + num_free words
  void* target;
  Word arity;  // bits 0 to 7: arity of a call, without the free variables; bit 8: kExternal
  Term free[];
  Word num_free() const { return header_words(header) - 2; }
  Word call_arity() const { return arity & 255; }
  bool is_external() const { return arity & kExternal; }
  FunEntry& entry() const { return *static_cast<FunEntry*>(target); }
  Export& exported() const { return *static_cast<Export*>(target); }
  static constexpr Word kExternal = 256;
};

/// A map of up to kFlatMapMax keys: the size (a small), a tuple of the sorted keys, and the values
/// in the order of the keys. All words are terms.
struct FlatMap {
  Word header;  // 2 + size words
  Term size;
  Term keys;
  Term values[];
  Word count() const { return header_words(header) - 2; }
  /// The index of the key that is this very word, as that is which equals an immediate; count():
  /// there is none.
  [[gnu::always_inline]] Word index_of_word(Term word) const {
    const Term* elements = keys.as_tuple().elements;
    const Word end = count();
    Word at = 0;
    while (at < end && elements[at] != word) ++at;
    return at;
  }
};
inline constexpr Word kFlatMapMax = 32;

/// The root of a map of more than kFlatMapMax keys: a hash array mapped trie with 16 slots per
/// node, indexed by the 64 bits of internal_hash(), four bits per level, the lowest first. The
/// upper bits of the header of a root or inner node hold the bitmap of the slots in use; the node
/// stores a term for each set bit. A slot is a leaf (a cons cell [Key|Value]), a boxed HashNode,
/// or, below the last level, a tuple of leaves with equal hashes (map.h defines their order). The
/// root also stores the number of keys. All words are terms.
struct HashMap {
  Word header;  // 1 + popcount(bitmap)
  Term size;
  Term slots[];
  Word count() const { return static_cast<Word>(size.as_small()); }
};
struct HashNode {
  Word header;  // popcount(bitmap)
  Term slots[];
};
inline Word map_size(Term map) {
  return map.is_flat_map() ? map.as_boxed<FlatMap>().count() : map.as_boxed<HashMap>().count();
}

/// The definition of a native record, shared by the records of one kind (vm/term/record.h makes
/// it). It has the layout of a tuple, so that code that copies, collects or encodes terms treats it
/// as one. `hash` is the phash2 of a tuple of all elements after it. The field names are atoms in
/// the order of declaration.
struct RecordDefinition {
  Word header;
  Term hash;  // small
  Term module;
  Term name;
  Term is_exported;  // an atom, true or false
  Term fields[];
  Word count() const { return header_words(header) - 4; }
};

/// A native record: its RecordDefinition and a value for each field. All words are terms.
struct Record {
  Word header;
  Term definition;
  Term values[];
  Word count() const { return header_words(header) - 1; }
  const RecordDefinition& type() const { return definition.as_boxed<RecordDefinition>(); }
};
inline constexpr Word kRecordDefinitionWords = 5;  // plus one for each field
inline constexpr Word kRecordWords = 2;            // plus one for each field
static_assert(sizeof(RecordDefinition) == kRecordDefinitionWords * kWordBytes &&
              sizeof(Record) == kRecordWords * kWordBytes);

/// A pid, port or reference of another node. Such terms are decoded from the external format; there
/// is no distribution. All words are raw. Nodes are never freed.
struct External {
  Word header;  // 1 + words of data
  Node* node;
  Word
      data[];  // pid: number, serial; port: 64-bit id; reference: count, then two 32-bit ids a word
};

}  // namespace vm
