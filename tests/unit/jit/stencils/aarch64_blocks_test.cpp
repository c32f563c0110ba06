// The code of a function is cut at its branches, and what stencils cannot have is refused.
#include "jit/stencils/aarch64_blocks.h"

#include "tests/unit/jit/aarch64_instructions.h"

#include <gtest/gtest.h>

#include <cstring>

namespace {

using jit::HoleForm;
using jit::HoleValue;
using stencils::Block;
using stencils::Blocks;

using namespace aarch64;

constexpr std::uint32_t to(int by) { return (static_cast<std::uint32_t>(by) & 0x7ffff) << 5; }
constexpr std::uint32_t branch(int by) {
  return kBranch | (static_cast<std::uint32_t>(by) & 0x3ffffff);
}
/// `tbz w3, #5` or, with a bit above 31, `tbz x3`.
constexpr std::uint32_t test_zero(int bit, int by) {
  const auto number = static_cast<std::uint32_t>(bit);
  return 0x36000003 | number >> 5 << 31 | (number & 31) << 19 |
         (static_cast<std::uint32_t>(by) & 0x3fff) << 5;
}
constexpr std::uint32_t kTestsOther = 1 << 24;  // tbnz

struct Leaving {
  std::size_t instruction;
  HoleValue value;
};
/// `leaving`: branches that have a relocation.
vm::Result<Blocks, std::string> cut(std::vector<std::uint32_t> code,
                                    std::initializer_list<Leaving> leaving = {}) {
  Block function;
  function.code.resize(code.size() * 4);
  if (!code.empty()) std::memcpy(function.code.data(), code.data(), function.code.size());
  for (const Leaving& branch : leaving) {
    function.references.push_back(
        {branch.instruction * 4, HoleForm::kBranch26, {.value = branch.value}, 0});
  }
  return stencils::cut_aarch64(std::move(function));
}

std::vector<std::uint32_t> code_of(const Block& block) {
  std::vector<std::uint32_t> code(block.code.size() / 4);
  std::memcpy(code.data(), block.code.data(), block.code.size());
  return code;
}
using Codes = std::vector<std::uint32_t>;

TEST(Aarch64Blocks, EndWhereOthersBegin) {
  const auto blocks = cut({kNop, kIfEqual | to(3), kNop, branch(-3), kRet});
  ASSERT_TRUE(blocks.ok());
  ASSERT_EQ(blocks->size(), 3u);
  EXPECT_EQ(code_of((*blocks)[0]), (Codes{kNop, kIfEqual, kBranch})) << "goes on in block 1";
  ASSERT_EQ((*blocks)[0].references.size(), 2u);
  EXPECT_EQ((*blocks)[0].references[0].target.block, 2);
  EXPECT_EQ((*blocks)[0].references[0].form, HoleForm::kBranch19);
  EXPECT_EQ((*blocks)[0].references[0].offset, 4u);
  EXPECT_EQ((*blocks)[0].references[1].target.block, 1);
  EXPECT_EQ(code_of((*blocks)[1]), (Codes{kNop, kBranch}));
  EXPECT_EQ((*blocks)[1].references[0].target.block, 0);
  EXPECT_EQ(code_of((*blocks)[2]), Codes{kRet});
}

TEST(Aarch64Blocks, BeginInTheMiddle) {
  const auto blocks = cut({kNop, kNop, kIfZero | to(-1), kBr});
  ASSERT_TRUE(blocks.ok());
  ASSERT_EQ(blocks->size(), 3u);
  EXPECT_EQ(code_of((*blocks)[0]), (Codes{kNop, kBranch}));
  EXPECT_EQ((*blocks)[1].references[0].target.block, 1);
}

TEST(Aarch64Blocks, KeepWhatLeaves) {
  const auto blocks =
      cut({kIfEqual | to(2), kBranch, kBranch}, {{1, HoleValue::kNext}, {2, HoleValue::kFail}});
  ASSERT_TRUE(blocks.ok());
  ASSERT_EQ(blocks->size(), 3u);
  EXPECT_TRUE((*blocks)[1].references[0].target.is(HoleValue::kNext));
  EXPECT_TRUE((*blocks)[2].references[0].target.is(HoleValue::kFail));
}

TEST(Aarch64Blocks, TestBitsByFlags) {
  for (const int bit : {0, 5, 31, 32, 63}) {
    for (const std::uint32_t other : {0u, kTestsOther}) {
      const auto blocks = cut({test_zero(bit, 2) | other, kRet, kBr});
      ASSERT_TRUE(blocks.ok());
      const std::uint32_t rotation = static_cast<std::uint32_t>(64 - bit) % 64;
      EXPECT_EQ(code_of((*blocks)[0]),
                (Codes{0xf240007f | rotation << 16, kIfEqual | (other != 0 ? 1u : 0u), kBranch}));
      EXPECT_EQ((*blocks)[0].references[0].target.block, 2);
    }
  }
}

TEST(Aarch64Blocks, KeepFlagsThatAreReadLater) {
  EXPECT_FALSE(cut({kAdds, test_zero(1, 2), kRet, kCsel, kRet}).ok()) << "where the bit is zero";
  EXPECT_FALSE(cut({kAdds, test_zero(1, 3), kIfEqual | to(2), kRet, kRet}).ok());
  EXPECT_FALSE(cut({kAdds, test_zero(1, 2), branch(1), kNop, branch(1), kCsel, kRet}).ok());
  EXPECT_TRUE(cut({kAdds, test_zero(1, 2), kRet, kCmp, kCsel, kRet}).ok()) << "set again";
  EXPECT_TRUE(cut({kAdds, test_zero(1, 2), kRet, kBlr, kCsel, kRet}).ok()) << "not after a call";
  EXPECT_TRUE(cut({kAdds, kCsel, test_zero(1, -2), kRet}).ok()) << "set again in a loop";
}

TEST(Aarch64Blocks, RefuseWhatIsNoFunction) {
  EXPECT_FALSE(cut({}).ok());
  EXPECT_FALSE(cut({kNop}).ok()) << "no end";
  EXPECT_FALSE(cut({kIfEqual | to(5), kRet}).ok()) << "a branch behind the end";
  EXPECT_FALSE(cut({branch(-1)}).ok());
  Block odd;
  odd.code = {1, 2, 3};
  EXPECT_FALSE(stencils::cut_aarch64(odd).ok());
}

}  // namespace
