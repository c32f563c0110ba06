// Digits, then prefix and zeros in front of them, then blanks.
#include "bif/nif/integer_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <utility>

namespace bif {

bool IntegerField::add_flag(char flag) {
  switch (flag) {
    case '#':
      return is_alternate = true;
    case '0':
      return has_zeros = true;
    case '-':
      return is_left = true;
    case ' ':
      return has_blank = true;
    case '+':
      return has_plus = true;
    default:
      return flag == '\'' || flag == 'I';
  }
}

namespace {

/// The value as its type has it.
long narrowed(long value, IntegerSize size, bool is_signed) {
  switch (size) {
    case IntegerSize::kChar:
      return is_signed ? static_cast<std::int8_t>(value) : static_cast<std::uint8_t>(value);
    case IntegerSize::kShort:
      return is_signed ? static_cast<std::int16_t>(value) : static_cast<std::uint16_t>(value);
    case IntegerSize::kLong:
      return value;
    default:
      return is_signed ? static_cast<std::int32_t>(value)
                       : static_cast<long>(static_cast<std::uint32_t>(value));
  }
}

std::string digits_of(unsigned long magnitude, char letter, int precision) {
  if (magnitude == 0) return precision == 0 ? "" : "0";
  char digits[32];
  const int base = letter == 'o' ? 8 : letter == 'x' || letter == 'X' ? 16 : 10;
  std::string text(digits, std::to_chars(digits, std::end(digits), magnitude, base).ptr);
  if (letter == 'X') {
    for (char& c : text) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return text;
}

std::string prefix_of(bool is_signed, bool is_negative, char letter, const IntegerField& field) {
  if (is_signed) return is_negative ? "-" : field.has_plus ? "+" : field.has_blank ? " " : "";
  if (!field.is_alternate) return "";
  return letter == 'o' ? "0" : letter == 'x' ? "0x" : letter == 'X' ? "0X" : "";
}

}  // namespace

std::string integer_text(long value, IntegerSize size, char letter, const IntegerField& field) {
  const bool is_signed = letter == 'd' || letter == 'i';
  value = narrowed(value, size, is_signed);
  const bool is_negative = is_signed && value < 0;
  const auto bits = static_cast<unsigned long>(value);
  const std::string digits = digits_of(is_negative ? -bits : bits, letter, field.precision);
  const std::string prefix = prefix_of(is_signed, is_negative, letter, field);
  const bool is_octal = letter == 'o' && field.is_alternate && field.precision > 1;
  const int precision = field.precision - (is_octal ? 1 : 0);
  const int size_so_far = static_cast<int>(digits.size());
  int zeros = std::max(0, precision - size_so_far);
  int blanks = std::max(0, field.width - size_so_far - zeros - static_cast<int>(prefix.size()));
  if (!field.is_left && field.has_zeros && precision < 0) zeros += std::exchange(blanks, 0);
  const auto times = [](int count, char c) { return std::string(static_cast<unsigned>(count), c); };
  const std::string text = prefix + times(zeros, '0') + digits;
  return field.is_left ? text + times(blanks, ' ') : times(blanks, ' ') + text;
}

}  // namespace bif
