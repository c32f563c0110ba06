// Blocks become a stencil: what follows what, which jumps are left, and what their holes are.
#include "jit/stencils/layout.h"

#include "tests/unit/jit/aarch64_instructions.h"

#include <gtest/gtest.h>

namespace {

using jit::Hole;
using jit::HoleForm;
using jit::HoleValue;
using stencils::Block;
using stencils::Target;

constexpr Target to_block(int block) { return {.block = block}; }
constexpr Target to(HoleValue value) { return {.value = value}; }

/// Adds instructions to a block as the code generator does.
struct Code {
  Block block;

  Code& byte(std::uint8_t value) {
    block.code.push_back(value);
    return *this;
  }
  Code& distance(Target target) {
    block.references.push_back({block.code.size(), HoleForm::kRelative, target, -4});
    block.code.insert(block.code.end(), 4, 0);
    return *this;
  }
  Code& jump(Target target) { return byte(0xe9).distance(target); }
  Code& jump_if(std::uint8_t condition, Target target) {
    return byte(0x0f).byte(0x80 | condition).distance(target);
  }
};

template <class Code>
jit::Stencil lay_out(std::initializer_list<Code> codes) {
  stencils::Blocks blocks;
  for (const Code& code : codes) blocks.push_back(code.block);
  jit::Stencil stencil;
  EXPECT_TRUE(stencils::lay_out(std::move(blocks), &stencil).ok());
  return stencil;
}

using Bytes = std::vector<std::uint8_t>;

TEST(Layout, FallsThroughToTheNextInstruction) {
  const jit::Stencil stencil = lay_out({Code().byte(1).jump(to(HoleValue::kNext))});
  EXPECT_EQ(stencil.code, Bytes{1});
  EXPECT_EQ(stencil.hot_bytes, 1u);
  EXPECT_TRUE(stencil.holes.empty());
}

TEST(Layout, KeepsABranchToAnExit) {
  const jit::Stencil stencil =
      lay_out({Code().jump_if(4, to(HoleValue::kFail)).jump(to(HoleValue::kNext))});
  EXPECT_EQ(stencil.code, (Bytes{0x0f, 0x84, 0, 0, 0, 0}));
  ASSERT_EQ(stencil.holes.size(), 1u);
  EXPECT_EQ(stencil.holes[0].value, HoleValue::kFail);
  EXPECT_EQ(stencil.holes[0].offset, 2);
  EXPECT_EQ(stencil.holes[0].addend, -4);
}

TEST(Layout, InvertsABranchToTheNextInstruction) {
  const jit::Stencil stencil =
      lay_out({Code().jump_if(4, to(HoleValue::kNext)).jump(to(HoleValue::kFail))});
  EXPECT_EQ(stencil.code, (Bytes{0x0f, 0x85, 0, 0, 0, 0}));
  ASSERT_EQ(stencil.holes.size(), 1u);
  EXPECT_EQ(stencil.holes[0].value, HoleValue::kFail);
}

TEST(Layout, JumpsToWhereABlockOnlyJumpsTo) {
  const jit::Stencil stencil =
      lay_out({Code().jump_if(4, to_block(1)).jump(to(HoleValue::kNext)), Code().jump(to_block(2)),
               Code().jump(to(HoleValue::kSlow))});
  EXPECT_EQ(stencil.code, (Bytes{0x0f, 0x84, 0, 0, 0, 0}));
  ASSERT_EQ(stencil.holes.size(), 1u);
  EXPECT_EQ(stencil.holes[0].value, HoleValue::kSlow);
}

TEST(Layout, PutsWhatIsOnlyBranchedToIntoTheColdPart) {
  const jit::Stencil stencil =
      lay_out({Code().jump_if(4, to_block(1)).jump(to_block(2)), Code().byte(7).jump(to_block(2)),
               Code().byte(8).jump(to(HoleValue::kNext))});
  EXPECT_EQ(stencil.hot_bytes, 7u);
  EXPECT_EQ(stencil.code, (Bytes{0x0f, 0x84, 0, 0, 0, 0, 8, 7, 0xe9, 0, 0, 0, 0}));
  ASSERT_EQ(stencil.holes.size(), 2u);
  EXPECT_EQ(stencil.holes[0].value, HoleValue::kCold);
  EXPECT_EQ(stencil.holes[0].addend, -4);
  EXPECT_EQ(stencil.holes[1].value, HoleValue::kHot);
  EXPECT_EQ(stencil.holes[1].addend, 6 - 4) << "back to the block that the hot part ends with";
}

TEST(Layout, LeavesTheColdPartByAJump) {
  const jit::Stencil stencil = lay_out({Code().jump_if(4, to_block(1)).jump(to(HoleValue::kNext)),
                                        Code().byte(7).jump(to(HoleValue::kNext))});
  EXPECT_EQ(stencil.code, (Bytes{0x0f, 0x84, 0, 0, 0, 0, 7, 0xe9, 0, 0, 0, 0}));
  EXPECT_EQ(stencil.holes.back().value, HoleValue::kNext);
}

TEST(Layout, KeepsALoop) {
  const jit::Stencil stencil =
      lay_out({Code().byte(1).jump(to_block(1)),
               Code().byte(2).jump_if(5, to_block(1)).jump(to(HoleValue::kNext))});
  EXPECT_EQ(stencil.code, (Bytes{1, 2, 0x0f, 0x85, 0, 0, 0, 0}));
  ASSERT_EQ(stencil.holes.size(), 1u);
  EXPECT_EQ(stencil.holes[0].value, HoleValue::kHot);
  EXPECT_EQ(stencil.holes[0].addend, 1 - 4);
}

/// Adds instructions of AArch64 to a block.
struct Aarch64Code {
  Block block;

  Aarch64Code& instruction(std::uint32_t code) {
    for (int i = 0; i < 4; ++i) block.code.push_back(static_cast<std::uint8_t>(code >> (8 * i)));
    return *this;
  }
  Aarch64Code& branch(std::uint32_t code, HoleForm form, Target target) {
    block.references.push_back({block.code.size(), form, target, 0});
    return instruction(code);
  }
  Aarch64Code& jump(Target target) { return branch(0x14000000, HoleForm::kBranch26, target); }
  Aarch64Code& jump_if(std::uint32_t code, Target target) {
    return branch(code, HoleForm::kBranch19, target);
  }
};
using namespace aarch64;

TEST(Layout, FallsThroughOnAarch64) {
  EXPECT_EQ(lay_out({Aarch64Code().instruction(kNop).jump(to(HoleValue::kNext))}).code,
            Aarch64Code().instruction(kNop).block.code);
}

TEST(Layout, InvertsBranchesOfAarch64) {
  for (const auto& [code, inverted] : {std::pair(kIfEqual, kIfDifferent),
                                       {kIfDifferent, kIfEqual},
                                       {kIfZero, kIfNotZero},
                                       {kIfNotZero, kIfZero}}) {
    const jit::Stencil stencil =
        lay_out({Aarch64Code().jump_if(code, to(HoleValue::kNext)).jump(to(HoleValue::kFail))});
    EXPECT_EQ(stencil.code, Aarch64Code().instruction(inverted).block.code);
    ASSERT_EQ(stencil.holes.size(), 1u);
    EXPECT_EQ(stencil.holes[0].value, HoleValue::kFail);
    EXPECT_EQ(stencil.holes[0].form, HoleForm::kBranch19);
    EXPECT_EQ(stencil.holes[0].addend, 0);
  }
}

TEST(Layout, PutsWhatIsRareIntoTheColdPartOnAarch64) {
  const jit::Stencil stencil =
      lay_out({Aarch64Code().jump_if(kIfZero, to_block(1)).jump(to_block(2)),
               Aarch64Code().instruction(kNop).jump(to_block(2)),
               Aarch64Code().instruction(kNop + 1).jump(to(HoleValue::kNext))});
  EXPECT_EQ(stencil.hot_bytes, 8u);
  EXPECT_EQ(stencil.code.size(), 16u);
  ASSERT_EQ(stencil.holes.size(), 2u);
  EXPECT_EQ(stencil.holes[0].value, HoleValue::kCold);
  EXPECT_EQ(stencil.holes[1].value, HoleValue::kHot);
  EXPECT_EQ(stencil.holes[1].addend, 4);
}

TEST(Layout, SurvivesBlocksThatJumpInACircle) {
  const jit::Stencil stencil = lay_out({Code().jump(to_block(1)), Code().jump(to_block(0))});
  EXPECT_FALSE(stencil.code.empty());
}

TEST(Layout, KeepsOtherReferencesWhereTheyAre) {
  Code code;
  code.byte(0x48).byte(0xb8);
  code.block.references.push_back(
      {2, HoleForm::kWord, {.value = HoleValue::kOperand, .index = 3}, 24});
  code.block.code.insert(code.block.code.end(), 8, 0);
  const jit::Stencil stencil = lay_out({code.jump(to(HoleValue::kNext))});
  ASSERT_EQ(stencil.holes.size(), 1u);
  EXPECT_EQ(stencil.holes[0].offset, 2);
  EXPECT_EQ(stencil.holes[0].form, HoleForm::kWord);
  EXPECT_EQ(stencil.holes[0].index, 3);
  EXPECT_EQ(stencil.holes[0].addend, 24);
}

TEST(Layout, RefusesCodeThatIsTooLong) {
  Code code;
  code.block.code.resize(70000);
  stencils::Blocks blocks;
  blocks.push_back(code.jump(to(HoleValue::kFail)).block);
  jit::Stencil stencil;
  EXPECT_FALSE(stencils::lay_out(std::move(blocks), &stencil).ok());
}

}  // namespace
