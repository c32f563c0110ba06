// Conversion of floats to text and back, with the results of float_to_list, io_lib and
// list_to_float.
// Threads: any.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace vm {

/// A text of a float in a place of its own. The longest has some 40 characters.
class FloatText {
 public:
  void add(char c) { *end_++ = c; }
  void add(const char* text, int count) { end_ = std::copy_n(text, count, end_); }
  void add_zeros(int count) { end_ = std::fill_n(end_, count, '0'); }
  template <class Integer>
  void add_number(Integer value) {
    end_ = std::to_chars(end_, std::end(text_), value).ptr;
  }
  /// Adds a number that has `count` digits, at most 20.
  void add_digits(std::uint64_t digits, int count);
  /// The same, with a point behind the first `place` of them.
  void add_digits(std::uint64_t digits, int count, int place);
  /// Adds the last `count` decimal digits of `value`.
  void add_fraction(std::uint64_t value, int count) {
    for (int i = count; i-- > 0; value /= 10) end_[i] = static_cast<char>('0' + value % 10);
    end_ += count;
  }
  /// Removes zeros from the end, but not the one behind the point.
  void remove_zeros() {
    while (end_[-1] == '0' && end_[-2] != '.') --end_;
  }
  std::string_view view() const { return {text_, static_cast<const char*>(end_)}; }

  FloatText() = default;
  FloatText(const FloatText&) = delete;
  FloatText& operator=(const FloatText&) = delete;

 private:
  char text_[64];
  char* end_ = text_;
};

/// Adds the shortest text that reads back as the same float, as float_to_list(F, [short]): `0.1`,
/// `1.0e23`, `1.0`.
void add_float_short(FloatText& text, double value);
/// Scientific notation with `digits` digits after the point. 20 digits is what float_to_list/1
/// returns: `1.00000000000000000000e+00`.
std::string float_to_text_scientific(double value, int digits);
/// Plain notation with `decimals` digits after the point. `compact` drops trailing zeros, but keeps
/// one digit after the point.
std::string float_to_text_decimals(double value, int decimals, bool compact);
/// Adds the same, of up to 18 decimals and an absolute value of up to 2^53. False: it is another,
/// and nothing is added.
bool add_float_decimals(FloatText& text, double value, int decimals, bool compact);

/// Parses the syntax of list_to_float: an optional sign, digits, a point or comma, digits, and an
/// optional exponent. Returns false if the text has another form or is out of range.
bool parse_float(std::string_view text, double* value);

}  // namespace vm
