// Floats as text and back, as float_to_list, io_lib and list_to_float have them.
#pragma once

#include <string>
#include <string_view>

namespace vm {

/// The shortest digits that read back as the same float (float_to_list(F, [short])): `0.1`,
/// `1.0e23`, `1.0`.
std::string float_to_text_short(double value);
/// `digits` digits after the point of one leading digit, and an exponent:
/// `1.00000000000000000000e+00` for 20, which is what float_to_list/1 gives.
std::string float_to_text_scientific(double value, int digits);
/// `decimals` digits after the point; `compact` drops zeros at the end but one.
std::string float_to_text_decimals(double value, int decimals, bool compact);

/// Reads what list_to_float accepts: an optional sign, digits, a point (or comma), digits, an
/// optional exponent; nothing else. False where it is something else or out of range.
bool parse_float(std::string_view text, double* value);

}  // namespace vm
