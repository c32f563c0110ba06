// Conversion of floats to text and back, with the results of float_to_list, io_lib and
// list_to_float.
// Threads: any.
#pragma once

#include <string>
#include <string_view>

namespace vm {

/// The shortest text that reads back as the same float, as float_to_list(F, [short]): `0.1`,
/// `1.0e23`, `1.0`.
std::string float_to_text_short(double value);
/// Scientific notation with `digits` digits after the point. 20 digits is what float_to_list/1
/// returns: `1.00000000000000000000e+00`.
std::string float_to_text_scientific(double value, int digits);
/// Plain notation with `decimals` digits after the point. `compact` drops trailing zeros, but keeps
/// one digit after the point.
std::string float_to_text_decimals(double value, int decimals, bool compact);

/// Parses the syntax of list_to_float: an optional sign, digits, a point or comma, digits, and an
/// optional exponent. Returns false if the text has another form or is out of range.
bool parse_float(std::string_view text, double* value);

}  // namespace vm
