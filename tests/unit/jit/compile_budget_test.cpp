// When a function pays for its compilation, and when the program does.
#include "jit/compile_budget.h"

#include <gtest/gtest.h>

namespace jit {
namespace {

constexpr vm::Word kGainNs = 5, kGainPs = 1000 * kGainNs;
constexpr vm::Word kWords = 100;
constexpr vm::SWord kSecond = 1'000'000'000;

TEST(CompileBudget, AFunctionPaysOnceItWouldHaveGainedWhatItCosts) {
  CompileBudget budget;
  EXPECT_FALSE(budget.pays(1000, kWords, kGainPs));
  EXPECT_TRUE(budget.pays(kSecond, kWords, kGainPs));
  EXPECT_FALSE(budget.pays(kSecond, kWords * kWords * kWords, kGainPs))
      << "it is a million words long";
}

TEST(CompileBudget, WhatWasMeasuredCounts) {
  CompileBudget budget;
  const vm::Word first = budget.begin(kWords);
  budget.finish(first, kWords, first);  // with the start of the compiler
  const vm::Word second = budget.begin(kWords);
  EXPECT_LT(second, first) << "the compiler starts once";
  const vm::Word calls = second / kGainNs + 1;
  EXPECT_TRUE(budget.pays(calls, kWords, kGainPs));
  budget.finish(second, kWords, 100 * second);
  EXPECT_FALSE(budget.pays(calls, kWords, kGainPs)) << "a word costs more than it seemed to";
}

TEST(CompileBudget, AProgramSpendsAShareOfItsTime) {
  constexpr vm::Word kMany = 10 * kWords;
  CompileBudget budget;
  EXPECT_TRUE(budget.can_afford(kWords, kSecond / 100)) << "a short function, at once";
  EXPECT_FALSE(budget.can_afford(kMany, kSecond / 100));
  EXPECT_TRUE(budget.can_afford(kMany, 10 * kSecond));
  int started = 0;
  for (; budget.can_afford(kMany, 10 * kSecond); ++started) budget.begin(kMany);
  EXPECT_GT(started, 1);
  EXPECT_TRUE(budget.can_afford(kMany, 13 * kSecond)) << "more time has passed";
}

/// What a program of some seconds may spend, in seconds.
double spent(double seconds) {
  CompileBudget budget;
  vm::Word sum = 0;
  const auto program_ns = static_cast<vm::SWord>(seconds * 1e9);
  while (budget.can_afford(1, program_ns)) sum += budget.begin(1);
  return static_cast<double>(sum) / 1e9;
}

TEST(CompileBudget, TheShareIsSmallerInALongProgram) {
  EXPECT_LT(spent(0.1), 0.04);
  EXPECT_GT(spent(1), 0.1);
  EXPECT_LT(spent(1), 0.13);
  EXPECT_LT(spent(10), 0.5);
  EXPECT_GT(spent(100), 2 * spent(10));
}

TEST(CompileBudget, WhatWasPutAsideAndNotNeededIsThereAgain) {
  CompileBudget budget;
  const vm::Word put_aside = budget.begin(10 * kWords);
  EXPECT_FALSE(budget.can_afford(kWords, kSecond / 3));
  budget.finish(put_aside, 10 * kWords, put_aside / 100);
  EXPECT_TRUE(budget.can_afford(kWords, kSecond / 3));
}

}  // namespace
}  // namespace jit
