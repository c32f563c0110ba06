// UTF-8 as Erlang has it: code points up to 10FFFF without surrogates, in the shortest form.
// Inline, because a call would take longer than the few instructions. Threads: any.
#pragma once

#include "vm/base/types.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vm {

constexpr bool is_unicode_scalar(Word value) {
  return value < 0xD800 || (value > 0xDFFF && value <= 0x10FFFF);
}

/// The bytes that an encoded code point takes. Precondition: is_unicode_scalar().
constexpr Word utf8_bytes(Word code_point) {
  return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

/// Decodes the character at `at` to `*code_point` and returns its number of bytes, or 0 if there is
/// no valid one before `end`.
inline Word decode_utf8(const char* at, const char* end, std::uint32_t* code_point) {
  const auto* p = reinterpret_cast<const Byte*>(at);
  const auto left = static_cast<Word>(end - at);
  // Less than 64 for bytes that continue a character.
  const auto part = [p](Word i) { return std::uint32_t{p[i]} ^ 0x80U; };
  if (left == 0) return 0;
  if (p[0] < 0x80) {
    *code_point = p[0];
    return 1;
  }
  if (p[0] < 0xE0) {
    if (p[0] < 0xC2 || left < 2 || part(1) > 63) return 0;
    *code_point = (p[0] & 0x1FU) << 6 | part(1);
    return 2;
  }
  if (p[0] < 0xF0) {
    if (left < 3 || (part(1) | part(2)) > 63) return 0;
    *code_point = (p[0] & 0x0FU) << 12 | part(1) << 6 | part(2);
    return *code_point >= 0x800 && is_unicode_scalar(*code_point) ? 3 : 0;
  }
  if (p[0] > 0xF4 || left < 4 || (part(1) | part(2) | part(3)) > 63) return 0;
  *code_point = (p[0] & 0x07U) << 18 | part(1) << 12 | part(2) << 6 | part(3);
  return *code_point >= 0x10000 && *code_point <= 0x10FFFF ? 4 : 0;
}

/// Writes a code point, a scalar or not, of at most 21 bits to `out`, which has room for its bytes
/// (at most four). Returns their number.
inline Word encode_utf8(std::uint32_t code_point, char* out) {
  const auto more = [code_point](unsigned shift) {
    return static_cast<char>(0x80 | (code_point >> shift & 0x3F));
  };
  if (code_point < 0x80) {
    out[0] = static_cast<char>(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = static_cast<char>(0xC0 | code_point >> 6);
    out[1] = more(0);
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = static_cast<char>(0xE0 | code_point >> 12);
    out[1] = more(6);
    out[2] = more(0);
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | code_point >> 18);
  out[1] = more(12);
  out[2] = more(6);
  out[3] = more(0);
  return 4;
}

/// How many characters a text has; -1 if it is not UTF-8.
inline SWord count_utf8_characters(std::string_view text) {
  SWord count = 0;
  for (const char *at = text.data(), *end = at + text.size(); at < end; ++count) {
    std::uint32_t point;
    const Word size = decode_utf8(at, end, &point);
    if (size == 0) return -1;
    at += size;
  }
  return count;
}

/// The same text in UTF-8: characters of Latin-1 are code points.
inline std::string utf8_of_latin1(std::string_view latin1) {
  std::string utf8;
  for (const char c : latin1) {
    char bytes[2];
    utf8.append(bytes, encode_utf8(static_cast<Byte>(c), bytes));
  }
  return utf8;
}

}  // namespace vm
