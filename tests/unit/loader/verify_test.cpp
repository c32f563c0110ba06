// The verifier: one damaged place per rule, and the tests that replace a proof.
#include "loader/verify.h"

#include "loader/check.h"
#include "loader/decode.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace {

using loader::BeamFile;
using loader::GenericCode;
using loader::GenericOp;
using loader::Operand;

std::vector<loader::Byte> small() {
  std::ifstream in("tests/unit/loader/data/small_25.beam", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The operands of the first instruction `op`.
Operand* first(GenericCode& code, GenericOp op) {
  for (auto& instr : code.instrs) {
    if (instr.op == op) return &code.operands[instr.first_operand];
  }
  return nullptr;
}

/// Lets `change` damage a module, which check() must still accept, and gives what verify() says
/// behind the offset.
template <typename Change>
std::string refusal_after(Change change) {
  auto beam = loader::read_beam_file(small());
  auto code = loader::decode(**beam);
  change(*code);
  EXPECT_TRUE(loader::check(**beam, *code).ok());
  auto verified = loader::verify(**beam, *code);
  if (verified.ok()) return "";
  const loader::LoadError& error = *verified.error();
  return error.function + ": " + error.what + ": expected " + error.expected + ", found " +
         error.found;
}

constexpr Operand x(std::int64_t number) { return {Operand::Tag::kX, 0, number}; }

TEST(Verify, RefusesReadsOfRegistersThatHoldNothing) {
  EXPECT_EQ(refusal_after([](GenericCode& code) { first(code, GenericOp::k_gc_bif2)[3] = x(5); }),
            "sum/1: gc_bif2: expected a value in x5, found nothing");
}

TEST(Verify, RefusesLiveCountsAboveWhatHoldsTerms) {
  EXPECT_EQ(
      refusal_after([](GenericCode& code) { first(code, GenericOp::k_allocate)[1].value = 2; }),
      "sum/1: allocate: expected values in x0 to x1, found nothing in x1");
}

TEST(Verify, RefusesFramesThatAreNotGivenUpWhole) {
  EXPECT_EQ(
      refusal_after([](GenericCode& code) { first(code, GenericOp::k_deallocate)[0].value = 2; }),
      "sum/1: deallocate: expected a frame of 2, found a frame of 1");
}

TEST(Verify, RefusesHeapThatWasNotReserved) {
  EXPECT_NE(refusal_after([](GenericCode& code) {
              for (auto& instr : code.instrs) {
                if (instr.op == GenericOp::k_test_heap)
                  code.operands[instr.first_operand] = {Operand::Tag::kNumber, 0, 1};
              }
            }).find("heap words, found 1"),
            std::string::npos);
}

TEST(Verify, RefusesLoopsThatCostNoReductions) {
  EXPECT_EQ(refusal_after([](GenericCode& code) {
              // The function calls itself; here it jumps.
              for (auto& instr : code.instrs) {
                if (instr.op != GenericOp::k_is_nonempty_list) continue;
                const auto entry = code.operands[(&instr - 1)->first_operand].value;
                code.operands[instr.first_operand].value = entry;
                return;
              }
            }),
            "sum/1: label: expected a call or a receive in a loop, found none");
}

TEST(Verify, PutsATestWhereTheFileHasNone) {
  auto beam = loader::read_beam_file(small());
  auto code = loader::decode(**beam);
  for (auto& instr : code->instrs) {
    if (instr.op == GenericOp::k_is_nonempty_list) instr.op = GenericOp::k_is_list;
  }
  ASSERT_TRUE(loader::check(**beam, *code).ok());
  ASSERT_TRUE(loader::verify(**beam, *code).ok());
  ASSERT_FALSE(code->guards.empty());
  EXPECT_EQ(code->guards[0].shape, loader::Shape::kCons);
  EXPECT_EQ(code->instrs[code->guards[0].instr].op, GenericOp::k_get_list);
}

}  // namespace
