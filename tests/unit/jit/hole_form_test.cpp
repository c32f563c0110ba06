// Values in holes: the bits that processors expect, and what is too large.
#include "jit/hole_form.h"

#include "tests/unit/jit/aarch64_instructions.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace {

using namespace aarch64;
using jit::HoleForm;
using vm::Word;

constexpr Word kAddress = 0x7f0012340000;

/// The instruction `code` with a value; 0: it does not fit.
std::uint32_t filled(std::uint32_t code, HoleForm form, Word value) {
  std::array<vm::Byte, 4> bytes;
  std::memcpy(bytes.data(), &code, sizeof(code));
  const bool fits = jit::fill_hole(form, bytes.data(), kAddress, value);
  std::memcpy(&code, bytes.data(), sizeof(code));
  return fits ? code : 0;
}

TEST(FillHole, TakesSixteenBits) {
  constexpr Word kValue = 0x1122334455667788;
  EXPECT_EQ(filled(kMovz, HoleForm::kMove0, kValue), kMovz | 0x7788 << 5);
  EXPECT_EQ(filled(kMovz, HoleForm::kMove16, kValue), kMovz | 0x5566 << 5);
  EXPECT_EQ(filled(kMovz, HoleForm::kMove32, kValue), kMovz | 0x3344 << 5);
  EXPECT_EQ(filled(kMovz, HoleForm::kMove48, kValue), kMovz | 0x1122 << 5);
}

TEST(FillHole, ChecksThatNoBitsAreAboveTheLast) {
  EXPECT_EQ(filled(kMovz, HoleForm::kLast0, 0xffff), kMovz | 0xffff << 5);
  EXPECT_EQ(filled(kMovz, HoleForm::kLast0, 0x10000), 0u);
  EXPECT_EQ(filled(kMovz, HoleForm::kLast16, 0xffffffff), kMovz | 0xffff << 5);
  EXPECT_EQ(filled(kMovz, HoleForm::kLast16, Word{1} << 32), 0u);
  EXPECT_EQ(filled(kMovz, HoleForm::kLast32, kAddress), kMovz | 0x7f00 << 5);
  EXPECT_EQ(filled(kMovz, HoleForm::kLast32, Word{1} << 48), 0u);
  EXPECT_EQ(filled(kMovz, HoleForm::kLast0, ~Word{0}), 0u) << "a negative one";
}

TEST(FillHole, TakesOffsetsInWords) {
  EXPECT_EQ(filled(kLdr, HoleForm::kOffset, 0), kLdr);
  EXPECT_EQ(filled(kLdr, HoleForm::kOffset, 24), kLdr | 3 << 10);
  EXPECT_EQ(filled(kLdr, HoleForm::kOffset, 32760), kLdr | 4095 << 10);
  EXPECT_EQ(filled(kLdr, HoleForm::kOffset, 32768), 0u);
  EXPECT_EQ(filled(kLdr, HoleForm::kOffset, 20), 0u);
  EXPECT_EQ(filled(kLdr, HoleForm::kOffset, static_cast<Word>(-8)), 0u);
}

TEST(FillHole, TakesDistancesInInstructions) {
  EXPECT_EQ(filled(kIfEqual, HoleForm::kBranch19, kAddress + 8), kIfEqual | 2 << 5);
  EXPECT_EQ(filled(kIfEqual, HoleForm::kBranch19, kAddress - 4), kIfEqual | 0x7ffff << 5);
  EXPECT_EQ(filled(kIfEqual, HoleForm::kBranch19, kAddress + (1 << 20) - 4),
            kIfEqual | 0x3ffff << 5);
  EXPECT_EQ(filled(kIfEqual, HoleForm::kBranch19, kAddress + (1 << 20)), 0u);
  EXPECT_EQ(filled(kIfEqual, HoleForm::kBranch19, kAddress - (1 << 20)), kIfEqual | 0x40000 << 5);
  EXPECT_EQ(filled(kIfEqual, HoleForm::kBranch19, kAddress - (1 << 20) - 4), 0u);
  EXPECT_EQ(filled(kIfEqual, HoleForm::kBranch19, kAddress + 2), 0u);
  EXPECT_EQ(filled(kBranch, HoleForm::kBranch26, kAddress - 8), 0x17fffffeu);
  EXPECT_EQ(filled(kBranch, HoleForm::kBranch26, kAddress + (1 << 27)), 0u);
}

TEST(FillHole, ReplacesWhatWasThere) {
  EXPECT_EQ(filled(kMovz | 0x1234 << 5, HoleForm::kMove0, 1), kMovz | 1 << 5);
}

TEST(FillHole, ExtendsNarrowValuesEitherWay) {
  EXPECT_EQ(filled(1, HoleForm::kNarrow, 0x7fffffff), 0x7fffffffu);
  EXPECT_EQ(filled(1, HoleForm::kNarrow, 0x80000000), 0u);
  EXPECT_EQ(filled(1, HoleForm::kNarrow, static_cast<Word>(-1)), 0u);
  EXPECT_EQ(filled(1, HoleForm::kRelative, kAddress - 1), 0xffffffffu);
  EXPECT_EQ(filled(1, HoleForm::kRelative, kAddress + (Word{1} << 31)), 0u);
}

}  // namespace
