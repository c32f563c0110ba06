// A multiplication by a reciprocal gives what the processor's division gives.
#include "jit/baseline/reciprocal.h"

#include "vm/base/random_numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace {

using vm::SWord;
using vm::Word;

SWord quotient(SWord dividend, const jit::Reciprocal& reciprocal) {
  const __int128 product =
      static_cast<__int128>(dividend) * static_cast<__int128>(reciprocal.factor);
  return static_cast<SWord>(product >> (jit::kReciprocalBits + reciprocal.shift)) + (dividend < 0);
}

/// Compares for the dividends next to multiples of the divisor, at both ends and some in between.
void expect_right(Word divisor) {
  const jit::Reciprocal reciprocal = jit::reciprocal_of(divisor);
  ASSERT_EQ(reciprocal.factor >> 63, 0u) << divisor;
  ASSERT_LT(reciprocal.shift, 60u) << divisor;
  const auto step = static_cast<SWord>(divisor);
  vm::RandomNumbers random(divisor);
  std::vector<SWord> multiples = {0, step, vm::kSmallMax / step * step};
  for (int i = 0; i < 20; ++i)
    multiples.push_back(static_cast<SWord>(random.next() >> 5) / step * step);
  for (const SWord multiple : multiples) {
    for (SWord near = -1; near <= 1; ++near) {
      for (const SWord dividend : {multiple + near, -multiple + near}) {
        if (!vm::Term::fits_small(dividend)) continue;
        ASSERT_EQ(quotient(dividend, reciprocal), dividend / step) << dividend << " div " << step;
      }
    }
  }
  ASSERT_EQ(quotient(vm::kSmallMin, reciprocal), vm::kSmallMin / step) << step;
  ASSERT_EQ(quotient(vm::kSmallMax, reciprocal), vm::kSmallMax / step) << step;
}

TEST(Reciprocal, DividesByEachDivisor) {
  for (Word divisor = 2; divisor < 5000; ++divisor) expect_right(divisor);
  for (unsigned bits = 12; bits < 59; ++bits) {
    for (SWord near = -3; near <= 3; ++near)
      expect_right((Word{1} << bits) + static_cast<Word>(near));
  }
  for (Word divisor = static_cast<Word>(vm::kSmallMax); divisor > vm::kSmallMax - 100; --divisor)
    expect_right(divisor);
  vm::RandomNumbers random(1);
  for (int i = 0; i < 5000; ++i) {
    const Word divisor = random.next() >> (5 + random.next() % 58);
    if (divisor > 1) expect_right(divisor);
  }
}

}  // namespace
