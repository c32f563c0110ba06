// Reads, writes, copies and compares bit fields at any bit offset. Offsets and sizes are in bits
// from the first byte given; bit 0 is the most significant bit of byte 0. A function accesses only
// the bytes that hold the requested bits, unless its comment says otherwise.
// Threads: pure functions on the caller's memory.
#pragma once

#include "vm/base/types.h"

#include <cstring>

namespace vm {

/// Reads two, four or eight bytes, most significant first.
template <class T = Word>
inline T load_big_endian(const Byte* data) {
  T raw;
  std::memcpy(&raw, data, sizeof raw);
  return static_cast<T>(__builtin_bswap64(raw) >> (64 - 8 * sizeof raw));
}

/// Writes eight bytes, most significant first.
inline void store_big_endian(Byte* data, Word value) {
  const Word raw = __builtin_bswap64(value);
  std::memcpy(data, &raw, sizeof raw);
}

/// Reads `bits` (at most 64) bits as an unsigned number, most significant bit first.
inline Word read_bits(const Byte* data, Word offset, unsigned bits) {
  if (bits == 0) return 0;
  data += offset / 8;
  const unsigned shift = offset % 8;
  const unsigned bytes = (shift + bits + 7) / 8;
  Word value = 0;
  for (unsigned i = 0; i < bytes && i < 8; ++i) value = (value << 8) | data[i];
  if (bytes <= 8) {
    value >>= bytes * 8 - shift - bits;
  } else {  // the field spans nine bytes: the ninth holds its last few bits
    const unsigned rest = shift + bits - 64;
    value = (value << rest) | (data[8] >> (8 - rest));
  }
  return bits == 64 ? value : value & ((Word{1} << bits) - 1);
}

/// Like read_bits(), for a field of 1 to 56 bits that ends at or before bit `end`. May read any
/// byte up to the one that holds bit `end - 1`, so that one eight-byte load suffices in most cases.
inline Word read_short_field(const Byte* data, Word offset, unsigned bits, Word end) {
  // The usual fields of texts and protocols.
  if ((bits == 8 || bits == 16 || bits == 32) && offset % 8 == 0) [[likely]] {
    const Byte* field = data + offset / 8;
    if (bits == 8) return *field;
    return bits == 16 ? load_big_endian<std::uint16_t>(field)
                      : load_big_endian<std::uint32_t>(field);
  }
  if (end - offset >= 64)
    return (load_big_endian(data + offset / 8) << (offset % 8)) >> (64 - bits);
  // Near the end: load the last eight bytes of the range, if they exist and contain the field.
  const Word last = (end + 7) / 8 * 8;
  if (last >= 64 && last - 64 <= offset)
    return (load_big_endian(data + last / 8 - 8) << (offset - (last - 64))) >> (64 - bits);
  return read_bits(data, offset, bits);
}

/// Reverses the byte order of the low `bits` bits of `value`; `bits` is a multiple of 8, from 8 to
/// 64.
inline Word reverse_bytes(Word value, unsigned bits) {
  return __builtin_bswap64(value) >> (64 - bits);
}

/// Writes the low `bits` (at most 64) bits of `value`, most significant bit first. The neighbouring
/// bits in the first and last byte keep their values.
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

/// Like write_bits(), for 1 to 57 bits when the eight bytes from the field's first byte on may be
/// written. The bits after the field in its last byte become 0, those behind it may.
inline void write_short_field(Byte* data, Word offset, Word value, unsigned bits) {
  data += offset / 8;
  const unsigned shift = offset % 8;
  if (shift == 0) [[likely]] {
    if (bits == 8)
      *data = static_cast<Byte>(value);
    else
      store_big_endian(data, value << (64 - bits));
    return;
  }
  const Word before = (Word{*data} << 56) & ~(~Word{0} >> shift);
  store_big_endian(data, before | ((value << (64 - bits)) >> shift));
}

/// The same for 64 bits.
inline void write_long_field(Byte* data, Word offset, Word value) {
  if (offset % 8 == 0) [[likely]] {
    store_big_endian(data + offset / 8, value);
    return;
  }
  write_short_field(data, offset, value >> 32, 32);
  write_short_field(data, offset + 32, value, 32);
}

/// Like memcpy(), for so few bytes that a call would take longer than the copy.
[[gnu::always_inline]] inline void copy_few_bytes(Byte* to, const Byte* from, Word bytes) {
  const auto copy = [&](Word at, auto word) {
    std::memcpy(&word, from + at, sizeof word);
    std::memcpy(to + at, &word, sizeof word);
  };
  // Where the size is no multiple, the last word is copied beside and over the one before.
  if (bytes >= 8) {
    Word at = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (; at + 8 < bytes; at += 8) copy(at, std::uint64_t{});
    copy(bytes - 8, std::uint64_t{});
  } else if (bytes >= 4) {
    copy(0, std::uint32_t{});
    copy(bytes - 4, std::uint32_t{});
  } else if (bytes > 0) {
    const Byte first = from[0], middle = from[bytes / 2], last = from[bytes - 1];
    to[0] = first, to[bytes / 2] = middle, to[bytes - 1] = last;
  }
}

/// Copies `bits` bits; the ranges must not overlap. The other bits of the target's first and last
/// byte keep their values.
void copy_bits(const Byte* from, Word from_offset, Byte* to, Word to_offset, Word bits);
/// Like copy_bits() to offset 0 of `to`, but clears the unused bits of the last byte written.
void copy_bits_to_start(const Byte* from, Word from_offset, Byte* to, Word bits);
/// Returns true if the two bit ranges are equal.
bool bits_equal(const Byte* a, Word a_offset, const Byte* b, Word b_offset, Word bits);

}  // namespace vm
