// Reads and writes fields of bitstrings at any bit offset: integers, floats, UTF. The bit syntax
// instructions and the binary BIFs use these functions, which know neither operands nor processes.
// Offsets and sizes are in bits from the first byte given; bit 0 is the most significant bit of
// byte 0.
// Threads: pure functions on the caller's memory.
#pragma once

#include "vm/base/bits.h"
#include "vm/base/utf8.h"
#include "vm/heap/heap_builder.h"

namespace vm {

/// Flags of a field, as the Erlang compiler encodes them.
enum FieldFlag : Word {
  kFieldAligned = 1,
  kFieldLittle = 2,
  kFieldSigned = 4,
  kFieldExact = 8,
  kFieldNative = 16,  // the byte order of the machine, little-endian on both architectures
};
constexpr bool is_little(Word flags) { return flags & (kFieldLittle | kFieldNative); }

/// Converts a field of 1 to 64 bits, read most significant bit first, to the byte order and
/// signedness of the flags. A little-endian field must have whole bytes.
inline SWord field_value(Word value, unsigned bits, Word flags) {
  if (is_little(flags)) value = reverse_bytes(value, bits);
  if (flags & kFieldSigned) return static_cast<SWord>(value << (64 - bits)) >> (64 - bits);
  return static_cast<SWord>(value);
}

/// Reads an integer field of any size. Builds a big integer if needed.
Term read_integer(HeapBuilder& builder, const Byte* data, Word offset, Word bits, Word flags);
/// The heap words that read_integer() needs at most for a field of `bits` bits.
constexpr Word integer_words_for(Word bits) { return bits < 60 ? 0 : 2 + bits / 64; }
/// Writes the low `bits` bits of an integer (small or big) in two's complement. The bits around the
/// field keep their values.
void write_integer(Byte* data, Word offset, Word bits, Word flags, Term integer);

/// Reads a float field of 16, 32 or 64 bits. Returns false for other sizes, infinities and NaNs.
bool read_float(const Byte* data, Word offset, Word bits, Word flags, double* value);
/// Writes a number as a float of 16, 32 or 64 bits. Returns false for other sizes, for a term that
/// is not a number, and for a number out of the range of 64-bit floats. A number out of the range
/// of a narrower float becomes infinite, as in OTP.
bool write_float(Byte* data, Word offset, Word bits, Word flags, Term number);

inline bool is_code_point(Term value) {
  return value.is_small() && is_unicode_scalar(static_cast<Word>(value.as_small()));
}

/// Read one code point. They return the number of bits read, or 0 if there is no valid code point:
/// truncated, overlong, a surrogate, or beyond 10FFFF.
Word read_utf8(const Byte* data, Word offset, Word bits_left, Word* code_point);
Word read_utf16(const Byte* data, Word offset, Word bits_left, Word flags, Word* code_point);
Word read_utf32(const Byte* data, Word offset, Word bits_left, Word flags, Word* code_point);
constexpr Word utf16_bytes(Word code_point) { return code_point < 0x10000 ? 2 : 4; }
/// Write one code point. They return the number of bits written.
Word write_utf8(Byte* data, Word offset, Word code_point);
Word write_utf16(Byte* data, Word offset, Word flags, Word code_point);
Word write_utf32(Byte* data, Word offset, Word flags, Word code_point);

}  // namespace vm
