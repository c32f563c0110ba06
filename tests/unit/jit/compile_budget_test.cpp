// When a function pays for its compilation, and when the program does.
#include "jit/compile_budget.h"

#include <gtest/gtest.h>

namespace jit {
namespace {

constexpr vm::Word kGainNs = 5;
constexpr vm::Word kWords = 100;
constexpr vm::SWord kSecond = 1'000'000'000;

TEST(CompileBudget, AFunctionPaysOnceItWouldHaveGainedWhatItCosts) {
  CompileBudget budget(kGainNs);
  EXPECT_FALSE(budget.pays(1000, kWords));
  EXPECT_TRUE(budget.pays(kSecond, kWords));
  EXPECT_FALSE(budget.pays(kSecond, kWords * kWords * kWords)) << "it is a million words long";
}

TEST(CompileBudget, WhatWasMeasuredCounts) {
  CompileBudget budget(kGainNs);
  const vm::Word first = budget.begin(kWords);
  budget.finish(first, kWords, first);  // with the start of the compiler
  const vm::Word second = budget.begin(kWords);
  EXPECT_LT(second, first) << "the compiler starts once";
  const vm::Word calls = second / kGainNs + 1;
  EXPECT_TRUE(budget.pays(calls, kWords));
  budget.finish(second, kWords, 100 * second);
  EXPECT_FALSE(budget.pays(calls, kWords)) << "a word costs more than it seemed to";
}

TEST(CompileBudget, AProgramSpendsAShareOfItsTime) {
  CompileBudget budget(kGainNs);
  EXPECT_FALSE(budget.can_afford(kWords, kSecond / 100));
  EXPECT_TRUE(budget.can_afford(kWords, 10 * kSecond));
  int started = 0;
  for (; budget.can_afford(kWords, 10 * kSecond); ++started) budget.begin(kWords);
  EXPECT_GT(started, 1);
  EXPECT_TRUE(budget.can_afford(kWords, 11 * kSecond)) << "more time has passed";
}

TEST(CompileBudget, WhatWasPutAsideAndNotNeededIsThereAgain) {
  CompileBudget budget(kGainNs);
  const vm::Word put_aside = budget.begin(kWords);
  EXPECT_FALSE(budget.can_afford(kWords, kSecond / 3));
  budget.finish(put_aside, kWords, put_aside / 100);
  EXPECT_TRUE(budget.can_afford(kWords, kSecond / 3));
}

}  // namespace
}  // namespace jit
