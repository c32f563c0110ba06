// Arithmetic against a table of the real system, and as properties.
#include "vm/term/arith.h"

#include "tests/unit/vm/term/expectations.h"
#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/big.h"
#include "vm/term/compare.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace vm {
namespace {

Term read(TermArena& t, const std::string& text) {
  if (text.starts_with("f:")) {
    return t.builder.float_(
        std::bit_cast<double>(static_cast<Word>(std::stoull(text.substr(2), nullptr, 16))));
  }
  if (text == "a") return t.atom("a");
  return parse_integer(t.builder, text).value();
}

std::string write(const ArithResult& result) {
  if (!result.ok()) return result.error() == ArithError::kBadArith ? "badarith" : "system_limit";
  if (result.value().is_integer()) return integer_to_text(result.value());
  char text[32];
  std::snprintf(text, sizeof text, "f:%016lX", std::bit_cast<Word>(float_value(result.value())));
  return text;
}

ArithResult to_float(HeapBuilder& builder, Term a) {
  double value;
  if (!number_to_double(a, &value)) return Err(ArithError::kBadArith);
  return builder.float_(value);
}

TEST(Arith, AnswersWhatTheRealSystemAnswers) {
  using Binary = std::function<ArithResult(HeapBuilder&, Term, Term)>;
  using Unary = std::function<ArithResult(HeapBuilder&, Term)>;
  const std::map<std::string, Binary> binary = {
      {"+", arith_add},     {"-", arith_subtract}, {"*", arith_multiply}, {"/", arith_divide},
      {"div", arith_div},   {"rem", arith_rem},    {"band", arith_band},  {"bor", arith_bor},
      {"bxor", arith_bxor}, {"bsl", arith_bsl},    {"bsr", arith_bsr}};
  const auto rounded = [](Rounding rounding) {
    return
        [rounding](HeapBuilder& builder, Term a) { return arith_to_integer(builder, a, rounding); };
  };
  const std::map<std::string, Unary> unary = {{"-", arith_negate},
                                              {"bnot", arith_bnot},
                                              {"abs", arith_abs},
                                              {"float", to_float},
                                              {"trunc", rounded(Rounding::kTruncate)},
                                              {"round", rounded(Rounding::kNearest)},
                                              {"floor", rounded(Rounding::kDown)},
                                              {"ceil", rounded(Rounding::kUp)}};
  TermArena t;
  for (const std::string& line : table_lines("arith.txt")) {
    const std::vector<std::string> parts = split(line, ' ');
    ASSERT_EQ(parts.size(), 4u) << line;
    const Term a = read(t, parts[1]);
    const bool one = parts[2] == "-";
    // The operand itself, not its text, is "-": a missing operand.
    const ArithResult result = one ? unary.at(parts[0])(t.builder, a)
                                   : binary.at(parts[0])(t.builder, a, read(t, parts[2]));
    EXPECT_EQ(write(result), parts[3]) << line;
  }
}

TEST(Arith, DividesAndMultipliesBack) {
  TermArena t(11);
  for (int i = 0; i < 2000; ++i) {
    const Term a = t.big({t.below(~Word{0}), t.below(~Word{0}), t.below(9) + 1}, i % 2);
    const Term b = i % 3 ? t.big({t.below(~Word{0}), t.below(~Word{0}) | 1}, i % 5 == 0)
                         : Term::small(static_cast<SWord>(t.below(1000)) + 1);
    const Term quotient = arith_div(t.builder, a, b).value();
    const Term rest = arith_rem(t.builder, a, b).value();
    const Term product = arith_multiply(t.builder, quotient, b).value();
    ASSERT_TRUE(exactly_equal(arith_add(t.builder, product, rest).value(), a));
  }
}

TEST(Big, TextRoundTripsInEveryBase) {
  TermArena t(4);
  for (int base = 2; base <= 36; ++base) {
    for (int i = 0; i < 20; ++i) {
      const Term value = i % 2 ? t.big({t.below(~Word{0}), t.below(~Word{0}), 5}, i % 4 == 1)
                               : Term::small(static_cast<SWord>(t.below(1u << 30)) - 1000);
      const std::string text = integer_to_text(value, base);
      ASSERT_TRUE(exactly_equal(parse_integer(t.builder, text, base).value(), value)) << text;
    }
  }
  EXPECT_EQ(integer_to_text(Term::small(-255), 16), "-FF");
}

TEST(Big, RefusesWhatIsNoInteger) {
  TermArena t;
  for (const char* text : {"", "-", "+", "1 ", " 1", "1.0", "--1", "1a", "abc"}) {
    EXPECT_EQ(parse_integer(t.builder, text).error(), ParseError::kSyntax) << text;
  }
  EXPECT_EQ(parse_integer(t.builder, "+12").value(), Term::small(12));
  EXPECT_EQ(parse_integer(t.builder, "-000000000000000000000000012").value(), Term::small(-12));
  EXPECT_EQ(parse_integer(t.builder, "2", 2).error(), ParseError::kSyntax);
  EXPECT_EQ(parse_integer(t.builder, std::string(1300000, '9')).error(), ParseError::kTooLarge);
}

TEST(Big, ConvertsToMachineIntegersAtTheLimits) {
  TermArena t;
  SWord value;
  Word magnitude;
  EXPECT_TRUE(integer_to_int64(t.big({Word{1} << 63}, true), &value));
  EXPECT_EQ(value, INT64_MIN);
  EXPECT_FALSE(integer_to_int64(t.big({Word{1} << 63}), &value));
  EXPECT_FALSE(integer_to_int64(t.big({(Word{1} << 63) + 1}, true), &value));
  EXPECT_TRUE(integer_to_uint64(t.big({~Word{0}}), &magnitude));
  EXPECT_FALSE(integer_to_uint64(Term::small(-1), &magnitude));
  EXPECT_EQ(make_integer_128(t.builder, kSmallMin), Term::small(kSmallMin));
  EXPECT_TRUE(make_integer_128(t.builder, __int128{kSmallMin} - 1).is_big());
  EXPECT_EQ(integer_bits(t.big({0, 1})), 65u);
}

}  // namespace
}  // namespace vm
