// Compact terms: the variable-length form in which the code, line and (since OTP 28) atom chunks
// hold operands and numbers. A tag in three bits, then a value of 4, 11 or many bits.
#pragma once

#include "loader/byte_reader.h"

#include <cstdint>

namespace loader {

/// The tags, numbered as in the file. The last three are the extended ones (z and a second number).
enum class CompactTag : std::uint8_t {
  kUnsigned = 0,
  kInteger = 1,
  kAtom = 2,
  kX = 3,
  kY = 4,
  kLabel = 5,
  kCharacter = 6,
  kExtended = 7,
};

/// What follows the tag kExtended.
enum class ExtendedTag : std::uint8_t {
  kList = 1,
  kFloatRegister = 2,
  kAllocList = 3,
  kLiteral = 4,
  kTypedRegister = 5,
};

struct CompactTerm {
  CompactTag tag;
  bool is_big;         // the number has more than 64 bits: `big` holds it, `value` is 0
  std::int64_t value;  // sign-extended for kInteger; never negative for the others unless damaged
  Bytes
      big;  // the digits of values of two bytes and more: two's complement, most significant first
};

/// Whether a compact term is this byte alone, and its tag is not an extended one's or kCharacter.
constexpr bool is_short_term(Byte byte) {
  return (byte & 0x08) == 0 && (byte & 7) <= static_cast<Byte>(CompactTag::kLabel);
}

/// Reads one tag and number. On a cut-off input the reader is failed and the result meaningless.
CompactTerm read_compact(ByteReader& reader);

/// Reads a number that must be unsigned and fit in 32 bits; fails the result otherwise.
bool read_compact_u32(ByteReader& reader, std::uint32_t* value);

}  // namespace loader
