// Conversion of floats to text and back. The C and C++ libraries produce the digits; the code here
// places the decimal point and the exponent as OTP does.
#include "vm/term/float_text.h"

#include "vm/base/types.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace vm {
namespace {

/// As printf, whose results to_chars() has in a fraction of its time.
std::string printed(std::chars_format format, int precision, double value) {
  constexpr std::size_t kMostWithoutFraction = 320;  // the largest float has 309 digits
  std::string text(kMostWithoutFraction + static_cast<std::size_t>(precision), '\0');
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, format, precision).ptr;
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

int count_digits(std::uint64_t value) {
  constexpr auto kPowers = [] {
    std::array<std::uint64_t, 20> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
    return powers;
  }();
  // A bit is 0.30103 of a digit.
  const auto least = static_cast<std::size_t>(std::bit_width(value) * 1233 >> 12);
  return static_cast<int>(least) + static_cast<int>(value >= kPowers[least]);
}

/// The decimal digits of a number below 10^8 as characters, the first in the lowest byte.
Word text_of_eight(std::uint32_t value) {
  // Two numbers of four digits, then four of two, then eight digits, side by side; quotients by
  // multiplication with a reciprocal.
  const Word fours = value / 10000 | Word{value % 10000} << 32;
  const Word hundreds = (fours * 10486 >> 20) & 0x0000'007f'0000'007f;
  const Word twos = hundreds | (fours - 100 * hundreds) << 16;
  const Word tens = (twos * 103 >> 10) & 0x000f'000f'000f'000f;
  return (tens | (twos - 10 * tens) << 8) | 0x3030'3030'3030'3030;
}

}  // namespace

void FloatText::add_digits(std::uint64_t digits, int count) {
  constexpr std::uint64_t kBlock = 100'000'000;
  constexpr int kBlockDigits = 8;
  std::uint32_t blocks[3];  // of eight digits, the last first
  int used = 0;
  for (; digits >= kBlock; digits /= kBlock)
    blocks[used++] = static_cast<std::uint32_t>(digits % kBlock);
  // Without the zeros in front; what this writes behind its digits is written again.
  const int first = count - used * kBlockDigits;
  const Word text =
      text_of_eight(static_cast<std::uint32_t>(digits)) >> (8 * (kBlockDigits - first));
  std::memcpy(end_, &text, sizeof text);
  end_ += first;
  while (used > 0) {
    const Word block = text_of_eight(blocks[--used]);
    std::memcpy(end_, &block, sizeof block);
    end_ += kBlockDigits;
  }
}

void FloatText::add_digits(std::uint64_t digits, int count, int place) {
  char* const first = end_++;
  add_digits(digits, count);
  for (int i = 0; i < place; ++i) first[i] = first[i + 1];
  first[place] = '.';
}

void add_float_short(FloatText& text, double value) {
  if (std::signbit(value)) text.add('-');
  if (value == 0) return text.add("0.0", 3);
  const double magnitude = std::abs(value);
  // Not documented, but what fmt prints floats with: std::to_chars() takes twice as long for the
  // digits, and they would have to be read from its text again.
  const auto [digits, shift] = fmt::detail::dragonbox::to_decimal(magnitude);
  const int count = count_digits(digits);
  const int place = count + shift;  // of the point, behind the first digit of all if it is 1
  const int exponent = place - 1, size = std::abs(exponent);
  // The characters that scientific notation needs besides the digits. Plain notation is used unless
  // it is longer.
  const int exponent_size = (size >= 100 ? 3 : size >= 10 ? 2 : 1) + (exponent < 0);
  const int cost = exponent_size + (count == 1 ? 3 : 2);
  const bool is_plain = place <= 0      ? 2 - place <= cost
                        : place < count ? true
                                        : place - count + 2 <= cost && magnitude < 0x1p53;
  if (!is_plain) {
    text.add_digits(digits, count, 1);
    if (count == 1) text.add('0');
    text.add('e');
    text.add_number(exponent);
  } else if (place <= 0) {
    text.add("0.", 2);
    text.add_zeros(-place);
    text.add_digits(digits, count);
  } else if (place >= count) {
    text.add_digits(digits, count);
    text.add_zeros(place - count);
    text.add(".0", 2);
  } else {
    text.add_digits(digits, count, place);
  }
}

std::string float_to_text_scientific(double value, int digits) {
  return printed(std::chars_format::scientific, digits, value);
}

std::string float_to_text_decimals(double value, int decimals, bool compact) {
  if (FloatText text; add_float_decimals(text, value, decimals, compact))
    return std::string(text.view());
  std::string text = printed(std::chars_format::fixed, decimals, value);
  if (compact) {  // without decimals, OTP removes zeros before the point
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text += '0';
  }
  return text;
}

bool add_float_decimals(FloatText& text, double value, int decimals, bool compact) {
  constexpr int kExactPowers = 19;  // 10^18 is the last power of ten in OTP's table
  if (std::abs(value) > 0x1p53 || decimals >= kExactPowers) return false;
  if (std::signbit(value)) text.add('-');
  // OTP rounds the scaled fraction, not the exact decimal expansion, so 1234.56785 with four
  // decimals becomes 1234.5678.
  const double magnitude = std::abs(value);
  auto whole =
      static_cast<std::uint64_t>(decimals == 0 ? std::round(magnitude) : std::floor(magnitude));
  if (decimals == 0) {
    text.add_number(whole);
    return true;
  }
  double scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  auto fraction = std::round((magnitude - std::floor(magnitude)) * scale);
  if (fraction >= scale) {
    ++whole;
    fraction = 0;
  }
  text.add_number(whole);
  text.add('.');
  text.add_fraction(static_cast<std::uint64_t>(fraction), decimals);
  if (compact) text.remove_zeros();
  return true;
}

bool parse_float(std::string_view text, double* value) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at > start;
  };
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  };
  sign();
  if (!digits() || at >= text.size() || (text[at] != '.' && text[at] != ',')) return false;
  const std::size_t point = at++;
  if (!digits()) return false;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return false;
    ++at;
    sign();
    if (!digits() || at != text.size()) return false;
  }
  if (text[0] != '+' && text.find(',') == std::string_view::npos) {
    const char* const end = text.data() + text.size();
    if (std::from_chars(text.data(), end, *value).ec == std::errc()) return true;
  }
  // A number too small for a float reads as 0 and is no error, unlike in from_chars().
  std::string with_point(text);
  with_point[point] = '.';
  *value = std::strtod(with_point.c_str(), nullptr);
  return std::isfinite(*value);
}

}  // namespace vm
