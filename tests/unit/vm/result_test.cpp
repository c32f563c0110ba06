// Result and VM_TRY.
#include "vm/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace {

using vm::Err;
using vm::Result;

Result<int, std::string> half(int n) {
  if (n % 2 != 0) return Err(std::string("odd: ") + std::to_string(n));
  return n / 2;
}

Result<int, std::string> quarter(int n) {
  VM_TRY(int h, half(n));
  VM_TRY(auto q, half(h));
  return q;
}

Result<void, std::string> need_even(int n) {
  VM_TRY_VOID(half(n));
  return {};
}

TEST(Result, HoldsTheValueOrTheError) {
  EXPECT_EQ(half(8).value(), 4);
  auto r = half(3);
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error(), "odd: 3");
}

TEST(Result, TryPassesTheFirstErrorOn) {
  EXPECT_EQ(*quarter(12), 3);
  EXPECT_EQ(quarter(6).error(), "odd: 3");
  EXPECT_TRUE(need_even(2).ok());
  EXPECT_EQ(need_even(5).error(), "odd: 5");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>, std::string> r = std::make_unique<int>(7);
  auto moved = std::move(r);
  std::unique_ptr<int> p = std::move(moved).value();
  EXPECT_EQ(*p, 7);
}

TEST(Result, AssignsAcrossKinds) {
  auto r = half(3);
  r = half(4);
  EXPECT_EQ(r.value(), 2);
  r = half(5);
  EXPECT_EQ(r.error(), "odd: 5");
}

TEST(ResultDeathTest, ReadingTheMissingSideStops) {
  EXPECT_DEATH({ half(3).value(); }, "check failed");
}

}  // namespace
