// The encoding: bit 3 clear: four bits of value; bit 4 clear: eleven; both set: bytes, whose count
// is in the upper three bits (plus 2), or, if those are all set, in a further compact number (plus
// 9).
#include "loader/compact_term.h"

namespace loader {

namespace {

/// Reads the count of a number of many bytes; it is itself a short number, so there is no
/// recursion.
bool read_count(ByteReader& reader, std::uint64_t* count) {
  Byte first = reader.u8();
  if ((first & 7) != static_cast<Byte>(CompactTag::kUnsigned)) return false;
  if ((first & 0x08) == 0) {
    *count = first >> 4;
    return true;
  }
  if ((first & 0x10) == 0) {
    *count = static_cast<std::uint64_t>(first >> 5) << 8 | reader.u8();
    return true;
  }
  Bytes digits = reader.take((first >> 5) + 2u);
  if (digits.size() > 4) return false;
  *count = 0;
  for (Byte digit : digits) *count = *count << 8 | digit;
  return true;
}

}  // namespace

CompactTerm read_compact(ByteReader& reader) {
  Byte first = reader.u8();
  CompactTerm term{static_cast<CompactTag>(first & 7), false, 0, {}};
  if ((first & 0x08) == 0) {
    term.value = first >> 4;
    return term;
  }
  if ((first & 0x10) == 0) {
    term.value = (first >> 5) << 8 | reader.u8();
    return term;
  }
  std::uint64_t count = (first >> 5) + 2u;
  if (count == 9) {
    std::uint64_t more = 0;
    if (!read_count(reader, &more)) reader.set_failed();
    count += more;
  }
  Bytes digits = reader.take(count);
  if (digits.empty()) return term;
  term.big = digits;
  if (digits.size() > 8) {
    term.is_big = true;
    return term;
  }
  std::uint64_t value = (digits[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
  for (Byte digit : digits) value = value << 8 | digit;
  term.value = static_cast<std::int64_t>(value);
  return term;
}

bool read_compact_u32(ByteReader& reader, std::uint32_t* value) {
  CompactTerm term = read_compact(reader);
  if (reader.failed() || term.tag != CompactTag::kUnsigned || term.is_big || term.value < 0 ||
      term.value > UINT32_MAX) {
    return false;
  }
  *value = static_cast<std::uint32_t>(term.value);
  return true;
}

}  // namespace loader
