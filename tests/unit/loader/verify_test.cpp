// The verifier: one damaged place per rule, and the tests that replace a proof.
#include "loader/verify.h"

#include "loader/check.h"
#include "loader/decode.h"
#include "tests/unit/loader/first_instruction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iterator>

namespace {

using loader::BeamFile;
using loader::GenericCode;
using loader::GenericOp;
using loader::Operand;
using test_support::first_instruction;
using test_support::operands_of;

std::vector<loader::Byte> small() {
  std::ifstream in("tests/unit/loader/data/small_25.beam", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Puts another instruction in the place of `instr`.
void become(GenericCode& code, loader::GenericInstr& instr, GenericOp op,
            std::initializer_list<Operand> operands) {
  instr.op = op;
  instr.first_operand = static_cast<std::uint32_t>(code.operands.size());
  instr.operand_count = static_cast<std::uint8_t>(operands.size());
  code.operands.insert(code.operands.end(), operands);
}

/// Lets `change` damage a module, which check() must still accept, and gives what verify() says
/// behind the offset.
template <typename Change>
std::string refusal_of_verify(Change change) {
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
  EXPECT_EQ(refusal_of_verify(
                [](GenericCode& code) { operands_of(code, GenericOp::k_gc_bif2)[3] = x(5); }),
            "sum/1: gc_bif2: expected a value in x5, found nothing");
}

TEST(Verify, RefusesLiveCountsAboveWhatHoldsTerms) {
  EXPECT_EQ(refusal_of_verify(
                [](GenericCode& code) { operands_of(code, GenericOp::k_allocate)[1].value = 2; }),
            "sum/1: allocate: expected values in x0 to x1, found nothing in x1");
}

TEST(Verify, RefusesFramesThatAreNotGivenUpWhole) {
  EXPECT_EQ(refusal_of_verify(
                [](GenericCode& code) { operands_of(code, GenericOp::k_deallocate)[0].value = 2; }),
            "sum/1: deallocate: expected a frame of 2, found a frame of 1");
}

TEST(Verify, RefusesHeapThatWasNotReserved) {
  EXPECT_NE(refusal_of_verify([](GenericCode& code) {
              for (auto& instr : code.instrs) {
                if (instr.op == GenericOp::k_test_heap)
                  code.operands[instr.first_operand] = {Operand::Tag::kNumber, 0, 1};
              }
            }).find("heap words, found 1"),
            std::string::npos);
}

TEST(Verify, RefusesLoopsThatCostNoReductions) {
  EXPECT_EQ(refusal_of_verify([](GenericCode& code) {
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

TEST(Verify, RefusesLoopsThatOnlyLookAtMessages) {
  EXPECT_EQ(refusal_of_verify([](GenericCode& code) {
              // Without a message it looks again.
              const auto loop = operands_of(code, GenericOp::k_loop_rec_end)[0];
              operands_of(code, GenericOp::k_loop_rec)[0] = loop;
            }),
            "loop/0: label: expected a call or a receive in a loop, found none");
}

TEST(Verify, RefusesLoopsThatOnlySend) {
  EXPECT_EQ(refusal_of_verify([](GenericCode& code) {
              // What follows the message is the send again, not a call.
              const auto loop = operands_of(code, GenericOp::k_loop_rec_end)[0];
              become(code, *first_instruction(code, GenericOp::k_call_last), GenericOp::k_jump,
                     {loop});
            }),
            "loop/0: label: expected a call or a receive in a loop, found none");
}

TEST(Verify, FollowsTestsOfTagsThatFail) {
  EXPECT_EQ(refusal_of_verify([](GenericCode& code) {
              // The second test of a tuple of two elements may fail, too: another tag.
              const Operand loop = operands_of(code, GenericOp::k_loop_rec_end)[0];
              const Operand* is_tuple = operands_of(code, GenericOp::k_is_tuple);
              const Operand fail = is_tuple[0], x0 = is_tuple[1];
              const Operand two{Operand::Tag::kNumber, 0, 2}, tag{Operand::Tag::kAtom, 0, 1};
              constexpr auto kTest = GenericOp::k_is_tagged_tuple;
              auto* instr = first_instruction(code, GenericOp::k_is_tuple);
              become(code, instr[0], kTest, {fail, x0, two, tag});
              become(code, instr[1], kTest, {loop, x0, two, tag});
            }),
            "loop/0: label: expected a call or a receive in a loop, found none");
}

TEST(Verify, RefusesCallsWithoutAFrame) {
  EXPECT_EQ(refusal_of_verify([](GenericCode& code) {
              // There is no room for the address to return to.
              const Operand* call = operands_of(code, GenericOp::k_call);
              const Operand arity = call[0], callee = call[1];
              become(code, *first_instruction(code, GenericOp::k_return_), GenericOp::k_call,
                     {arity, callee});
            }),
            "sum/1: call: expected a frame, found no frame");
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

TEST(Verify, TakesFalseTypesFromOperands) {
  auto beam = loader::read_beam_file(small());
  auto code = loader::decode(**beam);
  // Whatever is added up is said to be 7.
  loader::RegisterType lie;
  lie.kinds = static_cast<std::uint16_t>(vm::bit(vm::TypeBit::kInteger));
  lie.has_min = lie.has_max = true;
  lie.min = lie.max = 7;
  (*beam)->types.assign(1, lie);
  for (Operand& operand : code->operands) operand.count = operand.is_register() ? 1 : operand.count;
  ASSERT_TRUE(loader::check(**beam, *code).ok());
  ASSERT_TRUE(loader::verify(**beam, *code).ok());
  const Operand* operands = operands_of(*code, GenericOp::k_gc_bif2);
  EXPECT_EQ(operands[3].count, 0u);
  EXPECT_EQ(operands[4].count, 0u);
}

TEST(Verify, KeepsTypesThatHold) {
  auto beam = loader::read_beam_file(small());
  auto code = loader::decode(**beam);
  loader::RegisterType list;
  list.kinds = static_cast<std::uint16_t>(vm::bit(vm::TypeBit::kCons));
  (*beam)->types.assign(1, list);
  for (Operand& operand : code->operands) operand.count = operand.is_register() ? 0 : operand.count;
  // A test of the same register stands before it.
  operands_of(*code, GenericOp::k_get_list)[0].count = 1;
  ASSERT_TRUE(loader::check(**beam, *code).ok());
  ASSERT_TRUE(loader::verify(**beam, *code).ok());
  EXPECT_EQ(operands_of(*code, GenericOp::k_get_list)[0].count, 1u);
}

TEST(Verify, RefusesSourcesThatACollectionForgets) {
  EXPECT_EQ(refusal_of_verify([](GenericCode& code) {
              // x0 is read when the instruction may have collected without it.
              Operand* operands = operands_of(code, GenericOp::k_gc_bif2);
              operands[1].value = 0;
            }),
            "sum/1: gc_bif2: expected a register that 0 live ones include, found x0");
}

TEST(Verify, RefusesGuardsThatBuildWithoutCollecting) {
  EXPECT_EQ(refusal_of_verify([](GenericCode& code) {
              for (auto& instr : code.instrs) {
                if (instr.op != GenericOp::k_gc_bif2) continue;
                // The same without the live count.
                Operand* operands = &code.operands[instr.first_operand];
                for (int i = 1; i < 5; i++) operands[i] = operands[i + 1];
                instr.op = GenericOp::k_bif2;
                instr.operand_count = 5;
                return;
              }
            }),
            "sum/1: bif2: expected a guard that builds nothing, found one that does");
}

TEST(Verify, DoesNotTakeListsWithoutElementsForNonemptyOnes) {
  // STRING_EXT and LIST_EXT of length 0 are [] and the tail, whatever that is.
  static const std::vector<loader::Byte> kLiterals[] = {{131, 107, 0, 0},
                                                        {131, 108, 0, 0, 0, 0, 106}};
  for (const auto& literal : kLiterals) {
    auto beam = loader::read_beam_file(small());
    auto code = loader::decode(**beam);
    (*beam)->literals.resize(std::max<std::size_t>((*beam)->literals.size(), 1));
    (*beam)->literals[0] = literal;
    operands_of(*code, GenericOp::k_get_list)[0] = {Operand::Tag::kLiteral, 0, 0};
    ASSERT_TRUE(loader::check(**beam, *code).ok());
    auto verified = loader::verify(**beam, *code);
    ASSERT_TRUE(verified.ok()) << to_string(*verified.error(), "");
    EXPECT_FALSE(code->guards.empty());
  }
}

TEST(Verify, ClearsFramesWhereAnExceptionMayFindOldWords) {
  auto beam = loader::read_beam_file(small());
  auto code = loader::decode(**beam);
  const auto clears = [&] {
    return std::ranges::any_of(code->functions, &loader::GenericFunction::clears_frames);
  };
  ASSERT_TRUE(loader::check(**beam, *code).ok());
  ASSERT_TRUE(loader::verify(**beam, *code).ok());
  EXPECT_FALSE(clears());
  // Without the test before it, get_list gets one that raises, and the frame is not filled yet.
  for (auto& instr : code->instrs) {
    if (instr.op == GenericOp::k_is_nonempty_list) instr.op = GenericOp::k_is_list;
  }
  ASSERT_TRUE(loader::verify(**beam, *code).ok());
  EXPECT_TRUE(clears());
}

}  // namespace
