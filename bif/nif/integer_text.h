// Integers in formats of enif_snprintf(): flags, width and precision as in C, where OTP's do not
// differ.
#pragma once

#include <string>

namespace bif {

/// The type of an argument. kLongDouble and kUnknown are none of an integer.
enum class IntegerSize { kChar, kShort, kInt, kLong, kLongDouble, kUnknown };

/// The flags of a conversion, its width and precision; -1: there is none.
struct IntegerField {
  bool is_alternate = false;
  bool has_zeros = false;
  bool is_left = false;
  bool has_blank = false;
  bool has_plus = false;
  int width = -1;
  int precision = -1;

  /// False: the character is no flag.
  bool add_flag(char flag);
};

/// `letter` is one of d, i, o, u, x and X.
std::string integer_text(long value, IntegerSize size, char letter, const IntegerField& field);

}  // namespace bif
