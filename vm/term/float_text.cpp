// Conversion of floats to text and back. The C and C++ libraries produce the digits; the code here
// places the decimal point and the exponent as OTP does.
#include "vm/term/float_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

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

// The digits without a point, and the exponent of the first one: value = d.ddd * 10^exponent.
struct Digits {
  explicit Digits(double value) {
    char* const end =
        std::to_chars(buffer, std::end(buffer), value, std::chars_format::scientific).ptr;
    char* at = end;  // "d.ddde-dd", or "de-dd"
    for (int scale = 1; at[-1] >= '0' && at[-1] <= '9'; scale *= 10)
      exponent += scale * (*--at - '0');
    --at;
    if (*at == '-') exponent = -exponent;
    --at;
    count = static_cast<int>(at - buffer);
    text = buffer;
    if (count == 1) return;
    buffer[1] = buffer[0];  // in place of the point
    ++text;
    --count;
  }
  Digits(const Digits&) = delete;
  Digits& operator=(const Digits&) = delete;

  char buffer[32];
  const char* text;
  int count;
  int exponent = 0;
};

}  // namespace

void add_float_short(FloatText& text, double value) {
  if (std::signbit(value)) text.add('-');
  if (value == 0) return text.add("0.0", 3);
  const double magnitude = std::abs(value);
  const Digits digits(magnitude);
  const int count = digits.count, exponent = std::abs(digits.exponent);
  const int place = digits.exponent + 1;  // position of the point after the first digit
  // The characters that scientific notation needs besides the digits. Plain notation is used unless
  // it is longer.
  const int exponent_size = (exponent >= 100 ? 3 : exponent >= 10 ? 2 : 1) + (digits.exponent < 0);
  const int cost = exponent_size + (count == 1 ? 3 : 2);
  const bool is_plain = place <= 0      ? 2 - place <= cost
                        : place < count ? true
                                        : place - count + 2 <= cost && magnitude < 0x1p53;
  if (!is_plain) {
    text.add(digits.text[0]);
    text.add('.');
    count == 1 ? text.add('0') : text.add(digits.text + 1, count - 1);
    text.add('e');
    text.add_number(digits.exponent);
  } else if (place <= 0) {
    text.add("0.", 2);
    text.add_zeros(-place);
    text.add(digits.text, count);
  } else if (place >= count) {
    text.add(digits.text, count);
    text.add_zeros(place - count);
    text.add(".0", 2);
  } else {
    text.add(digits.text, place);
    text.add('.');
    text.add(digits.text + place, count - place);
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
