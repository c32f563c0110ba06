// Conversion of floats to text and back. The C and C++ libraries produce the digits; the code here
// places the decimal point and the exponent as OTP does.
#include "vm/term/float_text.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace vm {
namespace {

std::string printed(const char* format, int precision, double value) {
  const int size = std::snprintf(nullptr, 0, format, precision, value);
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, precision, value);
  text.pop_back();
  return text;
}

// The digits without a point, and the exponent of the first one: value = d.ddd * 10^exponent.
struct Digits {
  std::string text;
  int exponent;
};
Digits shortest_digits(double value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  Digits digits{{}, 0};
  const char* at = buffer;
  for (; at < end && *at != 'e'; ++at) {
    if (*at != '.') digits.text += *at;
  }
  digits.exponent = std::atoi(std::string(at + 1, static_cast<const char*>(end)).c_str());
  return digits;
}

std::string with_exponent(const Digits& digits) {
  const std::string rest = digits.text.size() == 1 ? "0" : digits.text.substr(1);
  return digits.text.substr(0, 1) + "." + rest + "e" + std::to_string(digits.exponent);
}

}  // namespace

std::string float_to_text_short(double value) {
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  const std::string sign = value < 0 ? "-" : "";
  const double magnitude = std::abs(value);
  const Digits digits = shortest_digits(magnitude);
  const int count = static_cast<int>(digits.text.size());
  const int place = digits.exponent + 1;  // position of the point after the first digit
  // The characters that scientific notation needs besides the digits. Plain notation is used unless
  // it is longer.
  const int cost = static_cast<int>(std::to_string(digits.exponent).size()) + (count == 1 ? 3 : 2);
  if (place <= 0) {
    if (2 - place > cost) return sign + with_exponent(digits);
    return sign + "0." + std::string(static_cast<std::size_t>(-place), '0') + digits.text;
  }
  if (place >= count) {
    if (place - count + 2 > cost || magnitude >= 0x1p53) return sign + with_exponent(digits);
    return sign + digits.text + std::string(static_cast<std::size_t>(place - count), '0') + ".0";
  }
  const auto split = static_cast<std::size_t>(place);
  return sign + digits.text.substr(0, split) + "." + digits.text.substr(split);
}

std::string float_to_text_scientific(double value, int digits) {
  return printed("%.*e", digits, value);
}

std::string float_to_text_decimals(double value, int decimals, bool compact) {
  std::string text;
  constexpr int kExactPowers = 19;  // 10^18 is the last power of ten in OTP's table
  if (std::abs(value) > 0x1p53 || decimals >= kExactPowers) {
    text = printed("%.*f", decimals, value);
  } else {
    // OTP rounds the scaled fraction, not the exact decimal expansion, so 1234.56785 with four
    // decimals becomes 1234.5678.
    const double magnitude = std::abs(value);
    auto whole =
        static_cast<std::uint64_t>(decimals == 0 ? std::round(magnitude) : std::floor(magnitude));
    if (decimals > 0) {
      double scale = 1;
      for (int i = 0; i < decimals; ++i) scale *= 10;
      auto fraction = std::round((magnitude - std::floor(magnitude)) * scale);
      if (fraction >= scale) {
        ++whole;
        fraction = 0;
      }
      std::string part = std::to_string(static_cast<std::uint64_t>(fraction));
      part.insert(0, static_cast<std::size_t>(decimals) - part.size(), '0');
      text = std::to_string(whole) + "." + part;
    } else {
      text = std::to_string(whole);
    }
    if (std::signbit(value)) text.insert(0, 1, '-');
  }
  if (compact && decimals > 0) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text += '0';
  }
  return text;
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
  // strtod() rather than from_chars(): a number too small for a float reads as 0 and is no error.
  std::string with_point(text);
  with_point[point] = '.';
  *value = std::strtod(with_point.c_str(), nullptr);
  return std::isfinite(*value);
}

}  // namespace vm
