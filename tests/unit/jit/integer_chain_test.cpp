// Which instructions become a chain, and what is known of its values: up to which size 128 bits are
// enough, and when only the lower 64 are needed.
#include "jit/integer_chain.h"

#include "jit/integer_facts.h"
#include "tests/unit/jit/assembled_function.h"
#include "vm/interp/interpreter.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>

using namespace test_support;
using jit::IntegerChain;
using vm::Op;
using vm::SWord;
using vm::Word;
using Operation = IntegerChain::Operation;
using Source = IntegerChain::Source;

namespace {

constexpr SWord kMask32 = 0xFFFFFFFF;

class Chains : public testing::Test {
 protected:
  static constexpr Word kBegin = 1, kElse = 2, kAtEnd = 9;

  Assembler function() {
    Assembler a(engine_, false);
    a.function(vm::am::lists, vm::am::map, 3, kBegin);
    return a;
  }
  static void operation(Assembler& a, Op op, Item left, Item right, Item to) {
    a.op(op, no_label(), num(3), left, right, to);
  }
  /// Ends the function with the value of x0.
  std::optional<IntegerChain> chain_at(Assembler& a, int first) {
    a.op(Op::return_);
    jit::FunctionCode code = read_assembled(vm_, engine_, a, kBegin, kAtEnd);
    jit::add_integer_facts(&code);
    const auto pasted = [](int) { return true; };
    return jit::find_chain(code, jit::make_plan(code, engine_, pasted), first);
  }
  /// An integer of so many limbs.
  Item big(Word magnitude, Word limbs = 1) {
    std::array<vm::HeapWord, 3>& object = objects_.emplace_back();
    object[0].bits = vm::make_header(vm::Subtag::kBigPositive, limbs);
    object[1].bits = object[2].bits = magnitude;
    return term(vm::Term::boxed(object.data()));
  }

  std::deque<std::array<vm::HeapWord, 3>> objects_;
  vm::Vm vm_{vm::VmOptions{.schedulers = 1}};
  vm::InterpreterEngine engine_{vm_};
};

TEST_F(Chains, WhatAMaskTakesAwayIsNeverATerm) {
  Assembler a = function();
  operation(a, Op::i_times, x(0), x(1), x(0));
  operation(a, Op::i_plus, x(0), x(2), x(0));
  operation(a, Op::i_band, x(0), small(kMask32), x(0));
  const auto chain = chain_at(a, 0);
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->instructions, 3);
  ASSERT_EQ(chain->results.size(), 1U);
  EXPECT_EQ(chain->results[0].reg, vm::encode_x(0));
  const auto& masked = chain->values[static_cast<std::size_t>(chain->results[0].value)];
  EXPECT_EQ(masked.operation, Operation::kAnd);
  EXPECT_EQ(masked.bits, 32);
  EXPECT_FALSE(masked.is_low);
  EXPECT_TRUE(chain->values[static_cast<std::size_t>(masked.a)].is_low);
  // Small integers are likely, so only they are read.
  EXPECT_EQ(chain->values[0].bits, IntegerChain::kSmallBits);
}

TEST_F(Chains, ALongConstantMakesLongIntegersLikely) {
  Assembler a = function();
  operation(a, Op::i_bxor, x(0), x(1), x(0));
  operation(a, Op::i_times, x(0), small(1099511628211), x(0));
  operation(a, Op::i_band, x(0), big(UINT64_MAX), x(0));
  const auto chain = chain_at(a, 0);
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->values[0].bits, 64);
  EXPECT_EQ(chain->values[static_cast<std::size_t>(chain->results[0].value)].bits, 64);
}

TEST_F(Chains, ARegisterThatIsReadLaterIsAResult) {
  Assembler a = function();
  operation(a, Op::i_bsl, x(0), small(25), x(1));
  operation(a, Op::i_band, x(1), big(UINT64_MAX), x(2));
  operation(a, Op::i_bxor, x(0), x(2), x(0));
  a.op(Op::put_list, x(1), x(0), x(0));
  const auto chain = chain_at(a, 0);
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->instructions, 3);
  ASSERT_EQ(chain->results.size(), 2U);
  EXPECT_EQ(chain->results[0].reg, vm::encode_x(0));
  EXPECT_EQ(chain->results[1].reg, vm::encode_x(1));
}

TEST_F(Chains, RegistersInMemoryAreReadOrNot) {
  for (const bool is_read : {false, true}) {
    Assembler a = function();
    operation(a, Op::i_times, x(0), x(1), x(7));
    operation(a, Op::i_band, x(7), small(kMask32), x(0));
    if (!is_read) a.op(Op::move, x(0), x(7));
    a.op(Op::put_list, x(7), x(0), x(0));
    const auto chain = chain_at(a, 0);
    EXPECT_EQ(chain.has_value(), !is_read);
  }
}

TEST_F(Chains, EndWhere128BitsAreNotEnough) {
  // 64 + 62 bits and a sign are exact, twice as much is not.
  for (const bool doubled : {false, true}) {
    Assembler a = function();
    operation(a, Op::i_bxor, x(0), x(1), x(0));
    operation(a, Op::i_times, x(0), big(Word{1} << 61), x(0));
    if (doubled) operation(a, Op::i_plus, x(0), x(0), x(0));
    const auto chain = chain_at(a, 0);
    ASSERT_TRUE(chain);
    EXPECT_EQ(chain->instructions, 2);
    EXPECT_EQ(chain->values[static_cast<std::size_t>(chain->results[0].value)].bits, 127);
  }
}

TEST_F(Chains, AllBitsOfWhatIsShiftedToTheRightMatter) {
  Assembler a = function();
  operation(a, Op::i_times, x(0), big(Word{1} << 63), x(0));
  operation(a, Op::i_bsr, x(0), small(3), x(0));
  operation(a, Op::i_band, x(0), small(kMask32), x(0));
  EXPECT_FALSE(chain_at(a, 0));  // the product has 64 + 64 bits
  Assembler b = function();
  operation(b, Op::i_times, x(0), big(Word{1} << 60), x(0));
  operation(b, Op::i_bsr, x(0), small(3), x(0));
  operation(b, Op::i_band, x(0), small(kMask32), x(0));
  const auto chain = chain_at(b, 0);
  ASSERT_TRUE(chain);
  for (const IntegerChain::Value& value : chain->values) {
    if (value.operation == Operation::kTimes) EXPECT_FALSE(value.is_low);
    if (value.operation == Operation::kRight) EXPECT_TRUE(value.is_low);
  }
}

TEST_F(Chains, ASumBesideThemIsOneOfSmallIntegers) {
  Assembler a = function();
  operation(a, Op::i_bsr, x(1), small(12), x(2));
  operation(a, Op::i_minus, x(0), small(1), x(0));
  operation(a, Op::i_bxor, x(1), x(2), x(1));
  operation(a, Op::i_band, x(1), big(UINT64_MAX), x(1));
  a.op(Op::put_list, x(0), x(1), x(0));
  const auto chain = chain_at(a, 0);
  ASSERT_TRUE(chain);
  int small_operations = 0;
  for (const IntegerChain::Value& value : chain->values)
    small_operations += value.source == Source::kSmallOperation;
  EXPECT_EQ(small_operations, 1);
  EXPECT_EQ(chain->results.size(), 2U);
}

TEST_F(Chains, AreNotMadeWhereTheyGainNothing) {
  Assembler sums = function();
  operation(sums, Op::i_plus, x(0), x(1), x(0));
  operation(sums, Op::i_plus, x(0), small(1), x(0));
  EXPECT_FALSE(chain_at(sums, 0));
  Assembler small_mask = function();
  operation(small_mask, Op::i_bsr, x(0), small(4), x(0));
  operation(small_mask, Op::i_band, x(0), small(15), x(0));
  EXPECT_FALSE(chain_at(small_mask, 0));
  Assembler apart = function();
  operation(apart, Op::i_band, x(0), big(UINT64_MAX), x(0));
  operation(apart, Op::i_band, x(1), big(UINT64_MAX), x(1));
  apart.op(Op::put_list, x(0), x(1), x(0));
  EXPECT_FALSE(chain_at(apart, 0));
}

TEST_F(Chains, OperandsThatAreNoIntegersOfOneLimbEndThem) {
  for (const Item other : {term(vm::am::ok), big(1, 2)}) {
    Assembler a = function();
    operation(a, Op::i_times, x(0), x(1), x(0));
    operation(a, Op::i_band, x(0), big(UINT64_MAX), x(0));
    operation(a, Op::i_plus, x(0), other, x(0));
    const auto chain = chain_at(a, 0);
    ASSERT_TRUE(chain);
    EXPECT_EQ(chain->instructions, 2);
  }
}

TEST_F(Chains, GuardsAndLabelsEndThem) {
  Assembler guard = function();
  operation(guard, Op::i_times, x(0), x(1), x(0));
  guard.op(Op::i_band, label(kElse), num(3), x(0), small(kMask32), x(0));
  guard.bind(kElse);
  EXPECT_FALSE(chain_at(guard, 0));
}

}  // namespace
