// Floats as text against a table of the real system.
#include "vm/term/float_text.h"

#include "tests/unit/vm/term/expectations.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace vm {
namespace {

TEST(FloatText, IsWhatTheRealSystemWrites) {
  for (const std::string& line : table_lines("floats.txt")) {
    const std::vector<std::string> parts = split(line, '|');
    ASSERT_EQ(parts.size(), 6u);
    const auto value = std::bit_cast<double>(std::stoull(parts[0], nullptr, 16));
    FloatText shortest;
    add_float_short(shortest, value);
    EXPECT_EQ(shortest.view(), parts[1]);
    EXPECT_EQ(float_to_text_scientific(value, 20), parts[2]);
    if (parts[3] != "badarg") {  // OTP's buffer ends at 255 characters: a matter of the BIF
      EXPECT_EQ(float_to_text_decimals(value, 4, false), parts[3]) << line;
      EXPECT_EQ(float_to_text_decimals(value, 4, true), parts[4]) << line;
    }
    EXPECT_EQ(float_to_text_scientific(value, 6), parts[5]);
    double read;
    for (const int i : {1, 2}) {
      ASSERT_TRUE(parse_float(parts[static_cast<std::size_t>(i)], &read));
      EXPECT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(value));
    }
  }
}

TEST(FloatText, ParsesOnlyFloats) {
  double value;
  for (const char* text : {"", "1", "1.", ".1", "1.e1", "1.0e", "1.0e+", "1.0 ", " 1.0", "1.0e1.0",
                           "0x1.0", "1e5", "1.0e400", "inf", "nan", "1_0.0"}) {
    EXPECT_FALSE(parse_float(text, &value)) << text;
  }
  EXPECT_TRUE(parse_float("+1.5E-3", &value));
  EXPECT_EQ(value, 0.0015);
  EXPECT_TRUE(parse_float("1.0e-400", &value));
  EXPECT_EQ(value, 0.0);
  EXPECT_TRUE(parse_float("1,5", &value));
  EXPECT_EQ(value, 1.5);
  EXPECT_TRUE(parse_float("-0.0", &value));
  EXPECT_TRUE(std::signbit(value));
}

}  // namespace
}  // namespace vm
