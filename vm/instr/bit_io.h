// Reading and writing fields of bitstrings: integers, floats, UTF, at any bit offset.
// What the bit syntax instructions and the binary BIFs are made of; no instruction operands, no
// process here. Offsets and sizes are in bits, counted from the first byte given; bit 0 is the most
// significant bit of byte 0. Threads: pure functions on the caller's memory.
#pragma once

#include "vm/base/bits.h"
#include "vm/heap/heap_builder.h"

namespace vm {

/// Field flags as the compiler encodes them.
enum FieldFlag : Word {
  kFieldAligned = 1,
  kFieldLittle = 2,
  kFieldSigned = 4,
  kFieldExact = 8,
  kFieldNative = 16,  // this machine's order: little on both architectures
};
constexpr bool is_little(Word flags) { return flags & (kFieldLittle | kFieldNative); }

/// The value of a field of 1 to 60 bits that was read most significant bit first, as the flags want
/// it. In the little-endian order only whole bytes.
inline SWord field_value(Word value, unsigned bits, Word flags) {
  if (is_little(flags)) value = reverse_bytes(value, bits);
  if (flags & kFieldSigned) return static_cast<SWord>(value << (64 - bits)) >> (64 - bits);
  return static_cast<SWord>(value);
}

/// An integer field of any size. Builds a big integer where needed.
Term read_integer(HeapBuilder& builder, const Byte* data, Word offset, Word bits, Word flags);
/// Heap words that read_integer may need for a field of `bits` bits.
constexpr Word integer_words_for(Word bits) { return bits < 60 ? 0 : 2 + bits / 64; }
/// Writes the low `bits` bits of an integer (two's complement); other bits around the field stay.
/// Precondition: `integer` is a small or big integer.
void write_integer(Byte* data, Word offset, Word bits, Word flags, Term integer);

/// A float field of 16, 32 or 64 bits; false for other sizes, infinities and NaNs.
bool read_float(const Byte* data, Word offset, Word bits, Word flags, double* value);
/// Writes a number as a float; false when the size is none of 16, 32, 64, the term is no number, or
/// it is beyond a 64-bit float. What is beyond a narrower one becomes infinite, as in OTP.
bool write_float(Byte* data, Word offset, Word bits, Word flags, Term number);

constexpr bool is_unicode_scalar(Word value) {
  return value < 0xD800 || (value > 0xDFFF && value <= 0x10FFFF);
}

/// One code point: bits taken, or 0 when there is none (truncated, overlong, surrogate, beyond
/// 10FFFF).
Word read_utf8(const Byte* data, Word offset, Word bits_left, Word* code_point);
Word read_utf16(const Byte* data, Word offset, Word bits_left, Word flags, Word* code_point);
Word read_utf32(const Byte* data, Word offset, Word bits_left, Word flags, Word* code_point);
/// Bytes that a code point takes. Precondition: is_unicode_scalar().
constexpr Word utf8_bytes(Word code_point) {
  return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}
constexpr Word utf16_bytes(Word code_point) { return code_point < 0x10000 ? 2 : 4; }
/// Write one code point; answer the bits written.
Word write_utf8(Byte* data, Word offset, Word code_point);
Word write_utf16(Byte* data, Word offset, Word flags, Word code_point);
Word write_utf32(Byte* data, Word offset, Word flags, Word code_point);

}  // namespace vm
