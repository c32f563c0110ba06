// Fields that are not byte-aligned are copied through small buffers, aligned ones by memcpy. Big
// integers are converted to and from a byte string in big-endian order.
#include "vm/instr/bit_io.h"

#include "vm/term/arith.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

namespace vm {
namespace {

/// Copies a field to bytes, most significant first. A partial byte comes first and is
/// zero-extended.
void field_to_big_endian(const Byte* data, Word offset, Word bits, Word flags, Byte* out) {
  const Word bytes = (bits + 7) / 8;
  const unsigned partial = bits % 8;
  if (is_little(flags)) {
    // Whole bytes start with the least significant one; the last byte holds the remaining high
    // bits.
    for (Word i = 0; i < bits / 8; ++i)
      out[bytes - 1 - i] = static_cast<Byte>(read_bits(data, offset + i * 8, 8));
    if (partial != 0) out[0] = static_cast<Byte>(read_bits(data, offset + bits - partial, partial));
    return;
  }
  Word at = offset;
  Word index = 0;
  if (partial != 0) {
    out[index++] = static_cast<Byte>(read_bits(data, at, partial));
    at += partial;
  }
  if (at % 8 == 0) {
    if (index < bytes) std::memcpy(out + index, data + at / 8, bytes - index);
    return;
  }
  for (; index < bytes; ++index, at += 8) out[index] = static_cast<Byte>(read_bits(data, at, 8));
}

void big_endian_to_field(Byte* data, Word offset, Word bits, Word flags, const Byte* in) {
  const Word bytes = (bits + 7) / 8;
  const unsigned partial = bits % 8;
  if (is_little(flags)) {
    for (Word i = 0; i < bits / 8; ++i) write_bits(data, offset + i * 8, in[bytes - 1 - i], 8);
    if (partial != 0) write_bits(data, offset + bits - partial, in[0], partial);
    return;
  }
  Word at = offset;
  Word index = 0;
  if (partial != 0) {
    write_bits(data, at, in[index++], partial);
    at += partial;
  }
  if (at % 8 == 0) {
    if (index < bytes) std::memcpy(data + at / 8, in + index, bytes - index);
    return;
  }
  for (; index < bytes; ++index, at += 8) write_bits(data, at, in[index], 8);
}

/// Negates a number of `size` big-endian bytes in place (two's complement).
void negate(Byte* bytes, Word size) {
  unsigned carry = 1;
  for (Word i = size; i-- > 0;) {
    carry += static_cast<Byte>(~bytes[i]);
    bytes[i] = static_cast<Byte>(carry);
    carry >>= 8;
  }
}

/// Makes an integer from a magnitude in big-endian bytes.
Term make_integer(HeapBuilder& builder, const Byte* bytes, Word size, bool negative) {
  while (size > 0 && *bytes == 0) {
    ++bytes;
    --size;
  }
  if (size <= 8) {
    Word value = 0;
    for (Word i = 0; i < size; ++i) value = (value << 8) | bytes[i];
    if (!negative) return builder.unsigned_integer(value);
    if (value <= Word{1} << 63) return builder.integer(static_cast<SWord>(Word{0} - value));
  }
  const Word limbs = (size + 7) / 8;
  auto* big = reinterpret_cast<Big*>(builder.alloc(limbs + 1));
  big->header = make_header(negative ? Subtag::kBigNegative : Subtag::kBigPositive, limbs);
  for (Word limb = 0; limb < limbs; ++limb) {
    Word value = 0;
    const Word end = size - limb * 8;
    const Word begin = end > 8 ? end - 8 : 0;
    for (Word i = begin; i < end; ++i) value = (value << 8) | bytes[i];
    big->limbs[limb] = value;
  }
  return Term::boxed(big);
}

/// A buffer of bytes; a short one is on the native stack.
class ByteBuffer {
 public:
  explicit ByteBuffer(Word size) {
    if (size > sizeof(small_)) large_ = std::make_unique<Byte[]>(size);
  }
  Byte* data() { return large_ != nullptr ? large_.get() : small_; }

 private:
  Byte small_[256];
  std::unique_ptr<Byte[]> large_;
};

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
  const Word size = (bits + 7) / 8;
  ByteBuffer buffer(size);
  Byte* bytes = buffer.data();
  field_to_big_endian(data, offset, bits, flags, bytes);
  const unsigned sign_bit = bits % 8 == 0 ? 0x80u : 1u << (bits % 8 - 1);
  const bool negative = (flags & kFieldSigned) && (bytes[0] & sign_bit);
  if (negative) {
    if (bits % 8 != 0) bytes[0] |= static_cast<Byte>(0xFF << (bits % 8));  // sign extension
    negate(bytes, size);
  }
  return make_integer(builder, bytes, size, negative);
}

void write_integer(Byte* data, Word offset, Word bits, Word flags, Term integer) {
  if (bits == 0) return;
  if (integer.is_small() && bits <= 64 && (!is_little(flags) || bits % 8 == 0)) {
    const auto size = static_cast<unsigned>(bits);
    const auto value = static_cast<Word>(integer.as_small());
    write_bits(data, offset, is_little(flags) ? reverse_bytes(value, size) : value, size);
    return;
  }
  const Word size = (bits + 7) / 8;
  ByteBuffer buffer(size);
  Byte* bytes = buffer.data();
  Word single = 0;
  const Word* limbs = &single;
  Word limb_count = 1;
  bool negative = false;
  if (integer.is_small()) {
    negative = integer.as_small() < 0;
    single = static_cast<Word>(negative ? -integer.as_small() : integer.as_small());
  } else {
    const Big& big = integer.as_boxed<Big>();
    negative = big.negative();
    limbs = big.limbs;
    limb_count = big.size();
  }
  for (Word i = 0; i < size; ++i) {
    const Word limb = i / 8;
    bytes[size - 1 - i] = limb < limb_count ? static_cast<Byte>(limbs[limb] >> (i % 8 * 8)) : 0;
  }
  if (negative) negate(bytes, size);
  big_endian_to_field(data, offset, bits, flags, bytes);
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
