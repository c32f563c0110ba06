// Memory for the new bitstrings of bit syntax instructions: the heap, an off-heap Binary, or the
// end of a writable binary.
//
// A writable binary is an off-heap Binary with unused space after the bits of its SubBinaries. One
// SubBinary has the flag kWritable, the right to append. Appending writes to the unused space and
// moves the right to a new, longer SubBinary; the bits of other SubBinaries do not change. When the
// space is used up, the bytes are copied to a Binary of twice the size. The old Binary stays as
// long as terms refer to it, so the address of its bytes never changes.
// Threads: the thread that runs the process.
#pragma once

#include "vm/code/bs_flags.h"
#include "vm/heap/binary.h"
#include "vm/instr/machine.h"
#include "vm/instr/value.h"

namespace vm::instr {

inline constexpr Word kMinWritableBytes = 256;
/// The maximum size of a bitstring.
inline constexpr Word kMaxBits = Word{1} << 57;
/// The heap words of an off-heap binary.
inline constexpr Word kCountedWords = kRefBinaryWords + kSubBinaryWords;

/// The reductions that copying `bits` bits costs: one for each KiB, as in OTP.
constexpr SWord reductions_to_copy(Word bits) { return static_cast<SWord>(bits / (8 * 1024)); }

/// The heap words that a bitstring of `bits` bits takes.
constexpr Word words_for_bits(Word bits) {
  return bits > kMaxHeapBinaryBytes * 8 ? kCountedWords : HeapBinary::words_for((bits + 7) / 8);
}
/// True if `more` bits can be appended to this bitstring in place.
inline bool can_grow_in_place(Term t, Word more) {
  if (!Value(t).is_sub_binary()) return false;
  const auto& sub = t.as_boxed<SubBinary>();
  if ((sub.flags & SubBinary::kWritable) == 0) return false;
  const Binary* binary = sub.original.as_boxed<RefBinary>().binary;
  if ((sub.end_bit + more + 7) / 8 > binary->size()) return false;
  // Appending writes to a partly used last byte, so no other term may refer to the Binary then.
  return sub.end_bit % 8 == 0 || binary->count() == 1;
}

/// Makes a bitstring of `bits` bits, which the caller fills in through `*data`. words_for_bits()
/// heap words must be free.
Term put_bitstring(Machine& m, Word bits, Byte** data);
/// Makes a bitstring of `prefix` and `more` bits, which the caller fills in. It has the right to
/// append. kCountedWords heap words must be free.
Term extend_bitstring(Machine& m, Term prefix, Word more, BsAppend append);
/// Makes the bits from `offset` on, and those behind them in the last byte, zeros.
void clear_bits(Byte* bytes, Word offset, Word bits);
/// Makes an empty writable binary with space for `bytes`. kCountedWords heap words must be free.
Term put_writable(Machine& m, Word bytes);

}  // namespace vm::instr
