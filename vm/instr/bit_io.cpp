// Long integers are read and written by words, the least significant first.
#include "vm/instr/bit_io.h"

#include "vm/term/big.h"
#include "vm/term/limbs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace vm {
namespace {

/// The words of an integer in two's complement, the least significant first, and any number of
/// words of its sign behind them.
class IntegerWords {
 public:
  explicit IntegerWords(Term integer) : integer_(integer), carry_(integer_.negative() ? 1 : 0) {}
  Word next() {
    const Word limb = next_ < integer_.size() ? integer_.limbs()[next_] : 0;
    ++next_;
    if (!integer_.negative()) return limb;
    const Word word = ~limb + carry_;
    if (word != 0) carry_ = 0;
    return word;
  }

 private:
  const IntegerView integer_;
  Word next_ = 0;
  Word carry_;  // of the negation
};

/// Calls `transfer(at, part, shift)` for the parts of a field, the least significant first: where
/// the part is, its number of bits (64, except at the end), and how many bits of its word the part
/// before it had. The bits of a little-endian field above its last whole byte are such a second
/// part.
template <class Transfer>
void for_each_part(Word offset, Word bits, Word flags, Transfer transfer) {
  Word done = 0;
  for (; bits - done >= 64; done += 64)
    transfer(is_little(flags) ? offset + done : offset + bits - done - 64, 64, 0);
  const auto rest = static_cast<unsigned>(bits - done);
  if (rest == 0) return;
  if (!is_little(flags)) return transfer(offset, rest, 0);
  const unsigned whole = rest / 8 * 8;
  if (whole != 0) transfer(offset + done, whole, 0);
  if (rest != whole) transfer(offset + done + whole, rest - whole, whole);
}

/// The value of such a part from its bits, or its bits from its value.
Word in_byte_order(Word value, unsigned part, Word flags) {
  return is_little(flags) && part % 8 == 0 ? reverse_bytes(value, part) : value;
}

double half_to_double(unsigned half) {
  const unsigned exponent = (half >> 10) & 31;
  const unsigned fraction = half & 1023;
  const double magnitude = exponent == 0
                               ? std::ldexp(fraction, -24)
                               : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
  return half & 0x8000 ? -magnitude : magnitude;
}

}  // namespace

Term read_integer(HeapBuilder& builder, const Byte* data, Word offset, Word bits, Word flags) {
  if (bits == 0) return Term::small(0);
  if (bits <= 64 && (!is_little(flags) || bits % 8 == 0)) {
    Word value = read_bits(data, offset, static_cast<unsigned>(bits));
    if (is_little(flags)) value = reverse_bytes(value, static_cast<unsigned>(bits));
    if (!(flags & kFieldSigned)) return builder.unsigned_integer(value);
    const unsigned unused = 64 - static_cast<unsigned>(bits);
    return builder.integer(static_cast<SWord>(value << unused) >> unused);
  }
  Word size = (bits + 63) / 64;
  Limbs limbs(size);
  Word* const first = limbs.data();
  Word* limb = first;
  for_each_part(offset, bits, flags, [&](Word at, unsigned part, unsigned shift) {
    const bool is_aligned_word = part == 64 && at % 8 == 0;
    const Word raw =
        is_aligned_word ? load_big_endian<Word>(data + at / 8) : read_bits(data, at, part);
    const Word value = in_byte_order(raw, part, flags);
    *limb = shift == 0 ? value : *limb | value << shift;
    if (part == 64) ++limb;
  });
  Word& last = first[size - 1];
  const auto above = static_cast<unsigned>(size * 64 - bits);
  const bool negative = (flags & kFieldSigned) != 0 && last >> (63 - above) != 0;
  if (negative) {
    last = static_cast<Word>(static_cast<SWord>(last << above) >> above);
    mpn_neg(gmp(first), gmp(first), gmp_size(size));
  }
  if (const Term small = small_of_limbs(first, &size, negative); small.has_value()) return small;
  // Not make_integer(): as in OTP, a field may have more limbs than arithmetic makes.
  auto& big = *reinterpret_cast<Big*>(builder.alloc(size + 1));
  big.header = make_header(negative ? Subtag::kBigNegative : Subtag::kBigPositive, size);
  std::copy_n(first, size, big.limbs);
  return Term::boxed(&big);
}

void write_integer(Byte* data, Word offset, Word bits, Word flags, Term integer) {
  if (bits == 0) return;
  if (integer.is_small() && bits <= 64 && (!is_little(flags) || bits % 8 == 0)) {
    const auto size = static_cast<unsigned>(bits);
    const auto value = static_cast<Word>(integer.as_small());
    write_bits(data, offset, is_little(flags) ? reverse_bytes(value, size) : value, size);
    return;
  }
  IntegerWords words(integer);
  Word word = 0;
  for_each_part(offset, bits, flags, [&](Word at, unsigned part, unsigned shift) {
    if (shift == 0) word = words.next();
    const Word value = in_byte_order(word >> shift, part, flags);
    if (part == 64 && at % 8 == 0)
      store_big_endian(data + at / 8, value);
    else
      write_bits(data, at, value, part);
  });
}

bool read_float(const Byte* data, Word offset, Word bits, Word flags, double* value) {
  if (bits != 16 && bits != 32 && bits != 64) return false;
  const auto size = static_cast<unsigned>(bits);
  Word raw = read_bits(data, offset, size);
  if (is_little(flags)) raw = reverse_bytes(raw, size);
  if (bits == 64) {
    *value = std::bit_cast<double>(raw);
  } else if (bits == 32) {
    *value = std::bit_cast<float>(static_cast<std::uint32_t>(raw));
  } else {
    if (((raw >> 10) & 31) == 31) return false;
    *value = half_to_double(static_cast<unsigned>(raw));
  }
  return std::isfinite(*value);
}

bool write_float(Byte* data, Word offset, Word bits, Word flags, Term number) {
  double value;
  if (!number_to_double(number, &value)) return false;
  Word raw;
  if (bits == 64) {
    raw = std::bit_cast<Word>(value);
  } else if (bits == 32) {
    const auto narrow = static_cast<float>(value);
    raw = std::bit_cast<std::uint32_t>(narrow);
  } else if (bits == 16) {
    const auto half = static_cast<_Float16>(value);
    raw = std::bit_cast<std::uint16_t>(half);
  } else {
    return false;
  }
  const auto size = static_cast<unsigned>(bits);
  write_bits(data, offset, is_little(flags) ? reverse_bytes(raw, size) : raw, size);
  return true;
}

Word read_utf8(const Byte* data, Word offset, Word bits_left, Word* code_point) {
  // Most code points are at a byte.
  std::array<Byte, 4> copy;
  const Byte* at = data + offset / 8;
  const Word bytes = std::min<Word>(bits_left / 8, copy.size());
  if (offset % 8 != 0) {
    for (Word i = 0; i < bytes; ++i)
      copy[i] = static_cast<Byte>(read_bits(data, offset + i * 8, 8));
    at = copy.data();
  }
  std::uint32_t found;
  const auto* text = reinterpret_cast<const char*>(at);
  const Word size = decode_utf8(text, text + bytes, &found);
  if (size != 0) *code_point = found;
  return size * 8;
}

Word read_utf16(const Byte* data, Word offset, Word bits_left, Word flags, Word* code_point) {
  const auto unit = [&](Word at) {
    const Word value = read_bits(data, at, 16);
    return is_little(flags) ? ((value & 255) << 8) | (value >> 8) : value;
  };
  if (bits_left < 16) return 0;
  const Word high = unit(offset);
  if (is_unicode_scalar(high)) {
    *code_point = high;
    return 16;
  }
  if (high > 0xDBFF || bits_left < 32) return 0;
  const Word low = unit(offset + 16);
  if (low < 0xDC00 || low > 0xDFFF) return 0;
  *code_point = 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF);
  return 32;
}

Word read_utf32(const Byte* data, Word offset, Word bits_left, Word flags, Word* code_point) {
  if (bits_left < 32) return 0;
  Word value = read_bits(data, offset, 32);
  if (is_little(flags)) value = __builtin_bswap32(static_cast<std::uint32_t>(value));
  if (!is_unicode_scalar(value)) return 0;
  *code_point = value;
  return 32;
}

Word write_utf8(Byte* data, Word offset, Word code_point) {
  const auto point = static_cast<std::uint32_t>(code_point);
  if (offset % 8 == 0) return 8 * encode_utf8(point, reinterpret_cast<char*>(data + offset / 8));
  std::array<char, 4> text;
  const Word bytes = encode_utf8(point, text.data());
  for (Word i = 0; i < bytes; ++i) write_bits(data, offset + i * 8, static_cast<Byte>(text[i]), 8);
  return bytes * 8;
}

Word write_utf16(Byte* data, Word offset, Word flags, Word code_point) {
  const auto put = [&](Word at, Word unit) {
    if (is_little(flags)) unit = ((unit & 255) << 8) | (unit >> 8);
    write_bits(data, at, unit, 16);
  };
  if (code_point < 0x10000) {
    put(offset, code_point);
    return 16;
  }
  put(offset, 0xD800 + ((code_point - 0x10000) >> 10));
  put(offset + 16, 0xDC00 + ((code_point - 0x10000) & 0x3FF));
  return 32;
}

Word write_utf32(Byte* data, Word offset, Word flags, Word code_point) {
  if (is_little(flags)) code_point = __builtin_bswap32(static_cast<std::uint32_t>(code_point));
  write_bits(data, offset, code_point, 32);
  return 32;
}

}  // namespace vm
