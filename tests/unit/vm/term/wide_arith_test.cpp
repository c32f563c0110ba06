// Operations on 128 bits, and those of longer integers that they go on with, against those on
// integers of any size.
#include "vm/term/wide_arith.h"

#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/arith.h"
#include "vm/term/big.h"
#include "vm/term/compare.h"
#include "vm/term/long_arith.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace vm {
namespace {

struct Operation {
  const char* name;
  WideOperation* wide;
  ArithResult (*any_size)(HeapBuilder&, Term, Term);
};
const Operation kOperations[] = {
    {"+", wide_add, arith_add},           {"-", wide_subtract, arith_subtract},
    {"*", wide_multiply, arith_multiply}, {"div", wide_div, arith_div},
    {"rem", wide_rem, arith_rem},         {"band", wide_band, arith_band},
    {"bor", wide_bor, arith_bor},         {"bxor", wide_bxor, arith_bxor},
    {"bsl", wide_bsl, arith_bsl},         {"bsr", wide_bsr, arith_bsr}};

/// Free heap space of some words, as an instruction sees it.
class Space {
 public:
  explicit Space(Word words) : words_(words + kStackReserve) {}
  WideResult run(const Operation& operation, Term a, Term b) {
    return operation.wide(a, b, top(), reinterpret_cast<const StackWord*>(top() + words_));
  }
  HeapWord* top() { return memory_.data(); }

 private:
  std::array<HeapWord, 2 * kMostLongLimbs> memory_{};
  Word words_;
};

/// Powers of two that matter, and their neighbours, with both signs; and random integers.
std::vector<Term> integers(TermArena& t) {
  std::vector<Term> result;
  for (const SWord n : {0, 1, 2, 7, 58, 63, 64, 65, 127, 128, 129}) {
    result.push_back(Term::small(n));
    result.push_back(Term::small(-n));
  }
  for (const int bits : {58, 59, 60, 63, 64, 65, 100, 127, 128, 129, 200}) {
    const Term power = arith_bsl(t.builder, Term::small(1), Term::small(bits)).value();
    for (const SWord near : {-1, 0, 1}) {
      const Term n = arith_add(t.builder, power, Term::small(near)).value();
      result.push_back(n);
      result.push_back(arith_negate(t.builder, n).value());
    }
  }
  std::mt19937_64 random(42);
  for (int i = 0; i < 40; ++i) {
    const Word limbs[] = {random(), random()};
    const Term n = make_integer(t.builder, limbs, 1 + random() % 2, random() % 2 == 0);
    result.push_back(
        arith_bsr(t.builder, n, Term::small(static_cast<SWord>(random() % 70))).value());
  }
  return result;
}

TEST(WideArith, AgreesWithIntegersOfAnySize) {
  TermArena t;
  const std::vector<Term> all = integers(t);
  Word done = 0;
  for (const Operation& operation : kOperations) {
    for (const Term a : all) {
      for (const Term b : all) {
        Space space(3);
        const auto [value, top] = space.run(operation, a, b);
        if (value.is_none()) {
          EXPECT_EQ(top, space.top());
          continue;
        }
        ++done;
        const std::string line =
            integer_to_text(a) + " " + operation.name + " " + integer_to_text(b);
        const ArithResult expected = operation.any_size(t.builder, a, b);
        ASSERT_TRUE(expected.ok()) << line;
        EXPECT_EQ(integer_to_text(value), integer_to_text(expected.value())) << line;
        EXPECT_EQ(value.is_small(), expected.value().is_small()) << line;
        const bool is_old = value.is_small() || value == a;
        const Word words = is_old ? 0 : 1 + header_words(value.header());
        EXPECT_EQ(top, space.top() + words) << line;
      }
    }
  }
  EXPECT_GT(done, 60'000u);
}

/// Integers of up to `most` limbs, those of some ones and zeros in a row among them.
Term long_integer(TermArena& t, std::mt19937_64& random, Word most) {
  std::vector<Word> limbs(1 + random() % most);
  for (Word& limb : limbs) {
    const Word kind = random() % 4;
    limb = kind == 0 ? 0 : kind == 1 ? ~Word{0} : random();
  }
  return make_integer(t.builder, limbs.data(), limbs.size(), random() % 2 == 0);
}

TEST(WideArith, GoesOnWithLongIntegers) {
  TermArena t;
  std::mt19937_64 random(7);
  constexpr Word kRoom = kMostLongLimbs + 2;
  Word longest = 0;
  for (const Operation& operation :
       {kOperations[0], kOperations[1], kOperations[2], kOperations[3], kOperations[4]}) {
    for (int i = 0; i < 4000; ++i) {
      const Term a = long_integer(t, random, i % 2 == 0 ? 3 : 40);
      const Term near = Term::small(static_cast<SWord>(random() % 3) - 1);
      // Also the same magnitude, nearly.
      const Term b = i % 5 == 0   ? arith_add(t.builder, a, near).value()
                     : i % 5 == 1 ? arith_subtract(t.builder, near, a).value()
                                  : long_integer(t, random, i % 3 == 0 ? 2 : 40);
      Space space(kRoom);
      const auto [value, top] = space.run(operation, a, b);
      const std::string line = integer_to_text(a) + " " + operation.name + " " + integer_to_text(b);
      const Word limbs = (integer_bits(a) + 63) / 64 + (integer_bits(b) + 63) / 64;
      if (value.is_none()) {
        const std::string name = operation.name;
        const bool divides = name == "div" || name == "rem";
        EXPECT_TRUE(limbs > kMostLongLimbs || (divides && b == Term::small(0))) << line;
        EXPECT_EQ(top, space.top());
        continue;
      }
      const ArithResult expected = operation.any_size(t.builder, a, b);
      ASSERT_TRUE(expected.ok()) << line;
      ASSERT_TRUE(exactly_equal(value, expected.value())) << line;
      if (value.is_small()) continue;
      const bool is_operand = value == a;
      EXPECT_EQ(top, space.top() + (is_operand ? 0 : 1 + header_words(value.header()))) << line;
      longest = std::max(longest, header_words(value.header()));
      if (is_operand) continue;
      // With a word less than the result needs nothing is made.
      const Term without = Space(header_words(value.header())).run(operation, a, b).value;
      EXPECT_TRUE(without.is_none() || without == a) << line;
    }
  }
  EXPECT_GT(longest, kMostLongLimbs - 4);
}

TEST(WideArith, DoesWhatFits) {
  TermArena t;
  for (const Operation& operation : kOperations) {
    for (const Term a : integers(t)) {
      for (const Term b : integers(t)) {
        const bool are_words = integer_bits(a) <= 64 && integer_bits(b) <= 64;
        const std::string name = operation.name;
        const bool divides = name == "div" || name == "rem";
        const bool shifts = name == "bsl" || name == "bsr";
        if (!are_words || (divides && b == Term::small(0))) continue;
        if (shifts && integer_bits(b) > 6) continue;
        EXPECT_TRUE(Space(3).run(operation, a, b).value.has_value())
            << integer_to_text(a) << " " << name << " " << integer_to_text(b);
      }
    }
  }
}

TEST(WideArith, RefusesOtherOperands) {
  TermArena t;
  const Term wide = arith_bsl(t.builder, Term::small(1), Term::small(90)).value();
  for (const Operation& operation : kOperations) {
    for (const Term other :
         {t.atom("a"), Term::nil(), t.builder.tuple(Term::small(1), Term::small(2))}) {
      EXPECT_TRUE(Space(3).run(operation, other, Term::small(1)).value.is_none());
      EXPECT_TRUE(Space(3).run(operation, wide, other).value.is_none());
    }
  }
  EXPECT_TRUE(Space(3).run({"div", wide_div, nullptr}, wide, Term::small(0)).value.is_none());
  EXPECT_TRUE(Space(3).run({"rem", wide_rem, nullptr}, wide, Term::small(0)).value.is_none());
}

TEST(WideArith, AddsAndMultipliesAFloatAndASmallInteger) {
  TermArena t;
  const Term wide = arith_bsl(t.builder, Term::small(1), Term::small(90)).value();
  for (const Operation& operation : kOperations) {
    const std::string name = operation.name;
    const bool takes_floats = name == "+" || name == "-" || name == "*";
    for (const double number : {0.0, 1.5, -2.25, 1e300, 1.7e308}) {
      const Term f = t.builder.float_(number);
      EXPECT_TRUE(Space(3).run(operation, f, wide).value.is_none());
      EXPECT_TRUE(Space(3).run(operation, f, f).value.is_none());
      for (const SWord n : {SWord{0}, SWord{-3}, (SWord{1} << 53) + 1, SWord{kSmallMax}}) {
        for (const auto& [a, b] : {std::pair(f, Term::small(n)), std::pair(Term::small(n), f)}) {
          Space space(3);
          const auto [value, top] = space.run(operation, a, b);
          const ArithResult expected = operation.any_size(t.builder, a, b);
          ASSERT_EQ(value.has_value(), takes_floats && expected.ok()) << name << number << n;
          EXPECT_EQ(top, space.top() + (value.has_value() ? 2 : 0));
          if (value.has_value()) {
            EXPECT_EQ(float_value(value), float_value(expected.value()));
          }
        }
      }
    }
  }
}

TEST(WideArith, LeavesTheReserveOfTheStack) {
  TermArena t;
  const Term wide = arith_bsl(t.builder, Term::small(1), Term::small(90)).value();
  EXPECT_TRUE(Space(2).run({"+", wide_add, nullptr}, wide, Term::small(1)).value.is_none());
  EXPECT_TRUE(Space(3).run({"+", wide_add, nullptr}, wide, Term::small(1)).value.has_value());
}

}  // namespace
}  // namespace vm
