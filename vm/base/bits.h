// Bits in memory at any bit offset: read, write, copy, compare. Offsets and sizes are in bits,
// counted from the first byte given; bit 0 is the most significant bit of byte 0. Nothing outside
// of the bytes that hold the bits asked for is touched, unless a function says so. Threads: pure
// functions on the caller's memory.
#pragma once

#include "vm/base/types.h"

#include <cstring>

namespace vm {

/// Eight bytes as a number, most significant first.
inline Word load_big_endian(const Byte* data) {
  Word raw;
  std::memcpy(&raw, data, sizeof raw);
  return __builtin_bswap64(raw);
}

inline void store_big_endian(Byte* data, Word value) {
  const Word raw = __builtin_bswap64(value);
  std::memcpy(data, &raw, sizeof raw);
}

/// Up to 64 bits as a number, most significant bit first.
inline Word read_bits(const Byte* data, Word offset, unsigned bits) {
  if (bits == 0) return 0;
  data += offset / 8;
  const unsigned shift = offset % 8;
  const unsigned bytes = (shift + bits + 7) / 8;
  Word value = 0;
  for (unsigned i = 0; i < bytes && i < 8; ++i) value = (value << 8) | data[i];
  if (bytes <= 8) {
    value >>= bytes * 8 - shift - bits;
  } else {  // nine bytes: the first eight hold all but the last few bits
    const unsigned rest = shift + bits - 64;
    value = (value << rest) | (data[8] >> (8 - rest));
  }
  return bits == 64 ? value : value & ((Word{1} << bits) - 1);
}

/// The same for 1 to 56 bits before bit `end`, where all bytes before that may be read.
inline Word read_short_field(const Byte* data, Word offset, unsigned bits, Word end) {
  if (end - offset >= 64)
    return (load_big_endian(data + offset / 8) << (offset % 8)) >> (64 - bits);
  // The eight bytes that end with the last one, where there are so many and they hold the field.
  const Word last = (end + 7) / 8 * 8;
  if (last >= 64 && last - 64 <= offset)
    return (load_big_endian(data + last / 8 - 8) << (offset - (last - 64))) >> (64 - bits);
  return read_bits(data, offset, bits);
}

/// The low `bits` (whole bytes, 8 to 64) of a number in the reverse order of bytes.
inline Word reverse_bytes(Word value, unsigned bits) {
  return __builtin_bswap64(value) >> (64 - bits);
}

/// Writes the low `bits` (at most 64) bits of `value`, most significant first. The bits beside them
/// stay.
inline void write_bits(Byte* data, Word offset, Word value, unsigned bits) {
  data += offset / 8;
  unsigned position = offset % 8;
  while (bits > 0) {
    if (position == 0 && bits >= 8) {
      bits -= 8;
      *data = static_cast<Byte>(value >> bits);
    } else {
      const unsigned take = 8 - position < bits ? 8 - position : bits;
      const unsigned shift = 8 - position - take;
      const auto mask = static_cast<Byte>(((1u << take) - 1) << shift);
      const auto field = static_cast<Byte>(value >> (bits - take));
      *data = static_cast<Byte>((*data & ~mask) | ((field << shift) & mask));
      bits -= take;
      position = 0;
    }
    ++data;
  }
}

/// The same for 1 to 57 bits where the eight bytes from the first one on may be written: of them,
/// what is behind the field becomes 0.
inline void write_short_field(Byte* data, Word offset, Word value, unsigned bits) {
  data += offset / 8;
  const unsigned shift = offset % 8;
  const Word before = shift == 0 ? 0 : (Word{*data} << 56) & ~(~Word{0} >> shift);
  store_big_endian(data, before | ((value << (64 - bits)) >> shift));
}

/// Copies `bits` bits; the ranges must not overlap. Other bits of the target's first and last byte
/// stay.
void copy_bits(const Byte* from, Word from_offset, Byte* to, Word to_offset, Word bits);
/// The same from the first bit of `to` on; the bits of its last byte behind them become 0.
void copy_bits_to_start(const Byte* from, Word from_offset, Byte* to, Word bits);
/// Whether two ranges of bits are equal.
bool bits_equal(const Byte* a, Word a_offset, const Byte* b, Word b_offset, Word bits);

}  // namespace vm
