// The layout of every object on a heap: cons cells, tuples, floats, integers, references, funs,
// binaries, maps. A boxed object is a header word and the words it counts. What the collector must
// know of each is said beside it: which words are terms, which are raw. Invariants: objects are
// word-aligned; only the words named "terms" are followed by the collector.
#pragma once

#include "vm/term/term.h"

#include <bit>
#include <cstring>

namespace vm {

struct FunEntry;
struct Export;
class Binary;       // counted off-heap bytes, vm/heap/binary.h
class MagicObject;  // what a magic reference owns, vm/heap/off_heap.h
struct Node;        // another node's name and creation, vm/term/node.h

/// A list cell: two terms, no header.
struct Cons {
  Term head;
  Term tail;
};

/// Header, then `arity()` terms.
struct Tuple {
  Word header;
  Term elements[];
  Word arity() const { return header_words(header); }
};

/// Raw double.
struct Float {
  Word header;
  double value;
};
inline constexpr Word kFloatWords = 2;
inline double float_value(Term t) { return t.as_boxed<Float>().value; }

/// Sign in the subtag, magnitude as raw 64-bit limbs, least significant first, no leading zero limb
/// (GMP's mpn layout). A value that fits a small integer is never a Big.
struct Big {
  Word header;
  Word limbs[];
  Word size() const { return header_words(header); }
  bool negative() const { return header_subtag(header) == Subtag::kBigNegative; }
};

/// A reference of this node: 3 x 32 bits of number (raw) as `#Ref<0.n2.n1.n0>` prints them, and for
/// an alias or spawn/monitor reference the pid it belongs to (an immediate, so raw for the
/// collector).
struct Ref {
  Word header;  // 2 or 3 words
  Word low;     // n0 in the low 32 bits, n1 in the high
  Word high;    // n2
  Word pid[];   // bits of the owner's pid, when header_words() == 3
  bool has_pid() const { return header_words(header) == 3; }
};
inline constexpr Word kRefWords = 3;
inline constexpr Word kPidRefWords = 4;

/// Head of an object that owns something outside the heap; linked in the heap's off-heap list so
/// that the collector can release what dead ones own. All words raw.
struct OffHeapNode {
  Word header;
  OffHeapNode* next;
};

/// A reference that owns a native object (session handles and the like). All raw.
struct MagicRef {
  OffHeapNode node;
  Word low;
  Word high;
  MagicObject* object;  // one count
};
inline constexpr Word kMagicRefWords = 5;

/// Owner of one count of a Binary. Reached only through SubBinary::original.
struct RefBinary {
  OffHeapNode node;
  Binary* binary;
};
inline constexpr Word kRefBinaryWords = 3;

/// Bits in the heap itself. Bit size, then the bytes, zero-padded to words; all raw.
struct HeapBinary {
  Word header;
  Word bit_size;
  Byte bytes[];
  static Word words_for(Word bytes) { return 2 + (bytes + 7) / 8; }
};
/// A binary of up to this many bytes is a HeapBinary, a larger one a SubBinary of a RefBinary.
inline constexpr Word kMaxHeapBinaryBytes = 64;

/// A part of a bitstring, and the match context (same layout, so that turning one into the other is
/// a flag). `base` points to byte 0 of the original's data (raw; recomputed by the collector when
/// the original is a HeapBinary).
struct SubBinary {
  Word header;
  Byte* base;
  Word start_bit;  // bits 0..61; see flags below
  Word end_bit;
  Term original;  // boxed RefBinary or HeapBinary
  Word flags;     // raw: kMatchContext, kWritable
  static constexpr Word kMatchContext = 1;
  static constexpr Word kWritable =
      2;  // may be appended to in place: the last one that refers to the binary's end
  Word bit_size() const { return end_bit - start_bit; }
  bool is_match_context() const { return flags & kMatchContext; }
};
inline constexpr Word kSubBinaryWords = 6;

/// View of the bits of any bitstring or match context: first byte, offset of the first bit (0..7),
/// number of bits.
struct Bits {
  const Byte* bytes;
  Word bit_offset;
  Word bit_size;
  Word byte_size() const { return bit_size / 8; }
  bool is_byte_aligned() const { return bit_offset == 0; }
};
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

/// A fun: raw entry (FunEntry* of a closure, Export* of `fun m:f/a`), raw arity and kind, then
/// `num_free` terms.
struct Fun {
  Word header;  // 2 + num_free words
  void* target;
  Word arity;  // arity without the free variables in the low 8 bits; bit 8: an external fun
  Term free[];
  Word num_free() const { return header_words(header) - 2; }
  Word call_arity() const { return arity & 255; }
  bool is_external() const { return arity & kExternal; }
  FunEntry& entry() const { return *static_cast<FunEntry*>(target); }
  Export& exported() const { return *static_cast<Export*>(target); }
  static constexpr Word kExternal = 256;
};

/// Map of up to kFlatMapMax keys: size (small), keys (a tuple in key order), then the values; all
/// terms.
struct FlatMap {
  Word header;  // 2 + size words
  Term size;
  Term keys;
  Term values[];
  Word count() const { return header_words(header) - 2; }
};
inline constexpr Word kFlatMapMax = 32;

/// Hash array mapped trie, 16 ways, by the 64 bits of internal_hash(), the lowest four first. Root
/// and inner nodes have a bitmap of their slots above the size in their header, and a term per set
/// bit: a cons [Key|Value] leaf, a boxed HashNode, or, below the last level, a tuple of leaves
/// whose hashes are equal (map.h says in which order). The root has the number of keys in front.
/// All words are terms.
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

/// What the records of one definition have in common (vm/term/record.h makes them). It lies in
/// memory as a tuple and is one for whoever copies, collects or writes it. The hash is that of a
/// tuple of what follows it; the names of the fields are atoms, in the order of their declaration.
struct RecordDefinition {
  Word header;
  Term hash;  // small
  Term module;
  Term name;
  Term is_exported;  // an atom, true or false
  Term fields[];
  Word count() const { return header_words(header) - 4; }
};

/// A native record: its definition (a RecordDefinition), then a value for each of its fields; all
/// terms.
struct Record {
  Word header;
  Term definition;
  Term values[];
  Word count() const { return header_words(header) - 1; }
  const RecordDefinition& type() const { return definition.as_boxed<RecordDefinition>(); }
};
inline constexpr Word kRecordDefinitionWords = 5;  // and one for each field
inline constexpr Word kRecordWords = 2;            // and one for each field
static_assert(sizeof(RecordDefinition) == kRecordDefinitionWords * kWordBytes &&
              sizeof(Record) == kRecordWords * kWordBytes);

/// Pid, port or reference of another node (from the external format; no distribution). All raw;
/// nodes live for ever.
struct External {
  Word header;  // 1 + words of data
  Node* node;
  Word data[];  // pid: number, serial; port: 64-bit id; reference: count, then 32-bit ids in pairs
};

}  // namespace vm
