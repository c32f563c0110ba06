// Bit copies and comparisons. Byte-aligned ranges use memcpy and memcmp; other ranges are processed
// 56 or 64 bits at a time.
#include "vm/base/bits.h"

namespace vm {

void copy_bits(const Byte* from, Word from_offset, Byte* to, Word to_offset, Word bits) {
  if (bits == 0) return;
  from += from_offset / 8;
  to += to_offset / 8;
  from_offset %= 8;
  to_offset %= 8;
  if (from_offset == 0 && to_offset == 0) {
    std::memcpy(to, from, bits / 8);
    from += bits / 8;
    to += bits / 8;
    bits %= 8;
  } else if (to_offset == 0) {
    for (; bits >= 64; bits -= 64, from += 8, to += 8) {
      const Word value = load_big_endian(from) << from_offset | from[8] >> (8 - from_offset);
      const Word raw = __builtin_bswap64(value);
      std::memcpy(to, &raw, sizeof raw);
    }
  }
  constexpr unsigned kStep = 56;
  for (; bits >= kStep; bits -= kStep, from += kStep / 8, to += kStep / 8)
    write_bits(to, to_offset, read_bits(from, from_offset, kStep), kStep);
  const auto rest = static_cast<unsigned>(bits);
  write_bits(to, to_offset, read_bits(from, from_offset, rest), rest);
}

void copy_bits_to_start(const Byte* from, Word from_offset, Byte* to, Word bits) {
  constexpr Word kFew = 64;  // bytes
  if ((from_offset | bits) % 8 == 0 && bits <= kFew * 8)
    return copy_few_bytes(to, from + from_offset / 8, bits / 8);
  if (bits % 8 != 0) to[bits / 8] = 0;
  copy_bits(from, from_offset, to, 0, bits);
}

bool bits_equal(const Byte* a, Word a_offset, const Byte* b, Word b_offset, Word bits) {
  if (a_offset % 8 == 0 && b_offset % 8 == 0) {
    if (std::memcmp(a + a_offset / 8, b + b_offset / 8, bits / 8) != 0) return false;
    const unsigned rest = bits % 8;
    return read_bits(a, a_offset + bits - rest, rest) == read_bits(b, b_offset + bits - rest, rest);
  }
  for (; bits >= 56; bits -= 56, a_offset += 56, b_offset += 56) {
    if (read_bits(a, a_offset, 56) != read_bits(b, b_offset, 56)) return false;
  }
  const auto rest = static_cast<unsigned>(bits);
  return read_bits(a, a_offset, rest) == read_bits(b, b_offset, rest);
}

}  // namespace vm
