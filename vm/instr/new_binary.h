// Where the bit syntax instructions get memory for new bitstrings from: heap, counted Binary, or
// the end of a writable one.
//
// A writable binary is a counted Binary with room behind what its SubBinaries show, and one
// SubBinary that carries kWritable: the right to write there. Appending writes into the room and
// moves the right to the new, longer SubBinary; what others see of the Binary does not change. When
// the room is used up the bytes are copied to a Binary of twice the size; the old one stays where
// it is for those who still look at it, so no address of bytes ever changes. Threads: the process's
// own.
#pragma once

#include "vm/code/bs_flags.h"
#include "vm/heap/binary.h"
#include "vm/instr/machine.h"

namespace vm::instr {

inline constexpr Word kMinWritableBytes = 256;
/// No bitstring is larger.
inline constexpr Word kMaxBits = Word{1} << 57;
/// Heap words of a counted binary.
inline constexpr Word kCountedWords = kRefBinaryWords + kSubBinaryWords;

/// Heap words that a bitstring of `bits` bits takes.
constexpr Word words_for_bits(Word bits) {
  return bits > kMaxHeapBinaryBytes * 8 ? kCountedWords : HeapBinary::words_for((bits + 7) / 8);
}
/// Whether `more` bits can be written right behind this bitstring.
inline bool can_grow_in_place(Term t, Word more) {
  if (!t.is_boxed_as(Subtag::kSubBinary)) return false;
  const auto& sub = t.as_boxed<SubBinary>();
  if ((sub.flags & SubBinary::kWritable) == 0) return false;
  const Binary* binary = sub.original.as_boxed<RefBinary>().binary;
  if ((sub.end_bit + more + 7) / 8 > binary->size()) return false;
  // The last byte is written to when it is not full: nobody else may be looking at it.
  return sub.end_bit % 8 == 0 || binary->count() == 1;
}

/// A new bitstring of `bits` bits to be filled in through `*data`; words_for_bits() have been made
/// free.
Term put_bitstring(Machine& m, Word bits, Byte** data);
/// `prefix` with `more` bits to be filled in behind it, carrying the right to append; kCountedWords
/// have been made free.
Term extend_bitstring(Machine& m, Term prefix, Word more, BsAppend append);
/// An empty writable binary with room for `bytes`; kCountedWords have been made free.
Term put_writable(Machine& m, Word bytes);

}  // namespace vm::instr
