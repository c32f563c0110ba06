// What follows from a function's instructions: bounds hold for all values that the instructions
// can compute, and nothing is known where control may come from elsewhere.
#include "jit/integer_facts.h"

#include "tests/unit/jit/assembled_function.h"
#include "vm/code/bs_flags.h"
#include "vm/interp/interpreter.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>

using namespace test_support;
using vm::Op;
using vm::SWord;
using vm::Word;

namespace {

constexpr Word kBegin = 1, kElse = 2, kAtEnd = 9;
using Range = std::pair<SWord, SWord>;

class IntegerFacts : public testing::Test {
 protected:
  void read(Assembler& a) {
    code_ = read_assembled(vm_, engine_, a, kBegin, kAtEnd);
    jit::add_integer_facts(&code_);
  }
  Assembler function() {
    Assembler a(engine_, false);
    a.function(vm::am::lists, vm::am::map, 2, kBegin);
    return a;
  }
  /// The bounds of an operand, if there are any.
  std::optional<Range> range(int i, unsigned operand) const {
    const vm::ValueType* type = code_.type_of(i, operand);
    if (type == nullptr || !type->has_min || !type->has_max) return std::nullopt;
    EXPECT_TRUE(type->is_only(bit(vm::TypeBit::kInteger)));
    return Range{type->min, type->max};
  }
  /// Those of the value that the last instruction but one, a return's, moves to x0.
  std::optional<Range> result() const { return range(code_.count() - 2, 0); }
  static void end(Assembler& a, Item value) {
    a.op(Op::move, value, x(0));
    a.op(Op::return_);
  }

  vm::Vm vm_{vm::VmOptions{.schedulers = 1}};
  vm::InterpreterEngine engine_{vm_};
  jit::FunctionCode code_;
};

TEST_F(IntegerFacts, AMaskBoundsWhatItMasks) {
  Assembler a = function();
  a.op(Op::i_band, no_label(), num(2), x(0), small(255), x(2));
  a.op(Op::i_plus, no_label(), num(3), x(2), small(1), x(3));
  end(a, x(3));
  read(a);
  EXPECT_FALSE(range(0, 2));
  EXPECT_EQ(range(1, 2), Range(0, 255));
  EXPECT_EQ(result(), Range(1, 256));
}

TEST_F(IntegerFacts, TheEndsOfAnIntervalAreTurnedOver) {
  Assembler a = function();
  a.op(Op::i_band, no_label(), num(2), x(0), small(255), x(2));
  a.op(Op::i_bnot, no_label(), num(3), x(2), x(2));
  end(a, x(2));
  read(a);
  EXPECT_EQ(result(), Range(-256, -1));
}

TEST_F(IntegerFacts, WhatMayBeAFloatIsNotKnown) {
  Assembler a = function();
  a.op(Op::i_plus, no_label(), num(2), x(0), small(1), x(2));
  end(a, x(2));
  read(a);
  EXPECT_FALSE(result());
}

TEST_F(IntegerFacts, BeyondSmallIntegersNothingIsKnown) {
  Assembler a = function();
  a.op(Op::i_band, no_label(), num(2), x(0), small(vm::kSmallMax), x(2));
  a.op(Op::i_plus, no_label(), num(3), x(2), small(1), x(3));
  end(a, x(3));
  read(a);
  EXPECT_EQ(range(1, 2), Range(0, vm::kSmallMax));
  EXPECT_FALSE(result());
}

TEST_F(IntegerFacts, TestsBoundIntegers) {
  Assembler a = function();
  a.op(Op::is_integer, label(kElse), x(0));
  a.op(Op::is_ge, label(kElse), x(0), small(-5));
  a.op(Op::is_lt, label(kElse), x(0), small(10));
  a.op(Op::move, x(0), x(1));
  a.op(Op::return_);
  a.bind(kElse);
  end(a, x(0));
  read(a);
  EXPECT_FALSE(range(1, 1));
  EXPECT_FALSE(range(2, 1));
  EXPECT_EQ(range(3, 0), Range(-5, 9));
  EXPECT_FALSE(result());
}

TEST_F(IntegerFacts, ATestThatFailsBoundsToo) {
  Assembler a = function();
  a.op(Op::i_band, no_label(), num(2), x(0), small(255), x(0));
  a.op(Op::is_lt, label(kElse), x(0), small(10));
  a.op(Op::return_);
  a.bind(kElse);
  end(a, x(0));
  read(a);
  EXPECT_EQ(result(), Range(10, 255));
}

TEST_F(IntegerFacts, ALabelKnowsWhatAllThatBranchThereKnow) {
  Assembler a = function();
  a.op(Op::i_band, no_label(), num(2), x(0), small(255), x(0));
  a.op(Op::is_nil, label(kElse), x(1));
  a.op(Op::i_band, no_label(), num(2), x(0), small(15), x(0));
  a.op(Op::i_minus, no_label(), num(2), x(0), small(20), x(0));
  a.bind(kElse);
  end(a, x(0));
  read(a);
  EXPECT_EQ(result(), Range(-20, 255));
}

TEST_F(IntegerFacts, NothingIsKnownWhereALaterInstructionBranchesTo) {
  Assembler a = function();
  a.op(Op::move, small(0), y(0));
  a.bind(kElse);
  a.op(Op::move, y(0), x(0));
  a.op(Op::loop_rec, label(3), x(0));
  a.op(Op::loop_rec_end, label(kElse));
  a.bind(3);
  end(a, y(0));
  read(a);
  EXPECT_FALSE(range(1, 0));
  EXPECT_FALSE(result());
}

TEST_F(IntegerFacts, ACallKeepsTheFrame) {
  Assembler a = function();
  a.op(Op::move, small(7), y(0));
  a.op(Op::move, small(7), x(5));
  a.op(Op::call, num(2), label(kBegin));
  a.op(Op::move, x(5), x(1));
  a.op(Op::move, y(0), x(2));
  a.op(Op::trim, num(1));
  end(a, y(0));
  read(a);
  EXPECT_FALSE(range(3, 0));
  EXPECT_EQ(range(4, 0), Range(7, 7));
  EXPECT_FALSE(result());
}

TEST_F(IntegerFacts, ElementsOfAConstantBoundWhatIsTaken) {
  vm::Word words[] = {vm::make_header(vm::Subtag::kTuple, 3), vm::Term::small(5).bits(),
                      vm::Term::small(-2).bits(), vm::Term::small(64).bits()};
  Assembler a = function();
  a.op(Op::i_element, no_label(), x(0), term(vm::Term::boxed(words)), x(2));
  end(a, x(2));
  read(a);
  EXPECT_EQ(result(), Range(-2, 64));
}

using Wide = __int128;

/// Instructions that are generated, and computed at once.
class Computation {
 public:
  Computation(Assembler& a, unsigned seed) : a_(a), random_(seed) {
    for (Word reg = 0; reg < registers_.size(); ++reg) add_field(reg);
    for (int n = 0; n < 16 && runs_; ++n) add();
  }

  /// Of each instruction that is run: the number of an operand, and the value that it has.
  struct Reads {
    std::vector<std::pair<unsigned, Wide>> values;
  };
  const std::vector<Reads>& reads() const { return reads_; }

 private:
  static constexpr Wide kLarge = Wide{1} << 62;

  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  Wide& at(Word reg) { return registers_[reg]; }

  void add_field(Word reg) {
    const Word bits = 1 + pick(58);
    const bool is_signed = pick(2) == 0;
    a_.op(Op::i_bs_integer, x(7), num(8), num(is_signed ? vm::kBsSigned : 0), num(bits), x(reg));
    const Wide end = Wide{1} << bits;
    Wide value = pick(3) == 0 ? end - 1 : static_cast<Wide>(random_() >> (64 - bits));
    if (is_signed && value >= end / 2) value -= end;
    at(reg) = value;
    reads_.push_back({});
  }

  void add() {
    constexpr SWord kConstants[] = {0,  1,  2,  3,    7,        255,          256,
                                    -1, -2, -3, -255, 0xFFFFFF, vm::kSmallMax};
    constexpr Op kArithmetic[] = {Op::i_plus,    Op::i_minus, Op::i_times, Op::i_band, Op::i_bor,
                                  Op::i_int_div, Op::i_rem,   Op::i_bxor,  Op::i_bsl,  Op::i_bsr};
    constexpr Op kTests[] = {Op::is_lt, Op::is_ge, Op::is_eq_exact};
    const Word from = pick(4), other = pick(4), to = pick(4);
    const SWord constant = kConstants[pick(std::size(kConstants))];
    const bool is_constant = pick(2) == 0;
    const Item second = is_constant ? small(constant) : x(other);
    const Wide a = at(from), b = is_constant ? Wide{constant} : at(other);
    switch (pick(9)) {
      case 0: {  // something to shift by
        const SWord mask = static_cast<SWord>(pick(16));
        a_.op(Op::i_band, no_label(), num(8), x(from), small(mask), x(to));
        reads_.push_back({{{2, a}}});
        at(to) = a & mask;
        return;
      }
      case 1:
        return add_test(kTests[pick(std::size(kTests))], from, second, b);
      case 2:
        a_.op(Op::swap, x(from), x(other));
        reads_.push_back({{{0, a}, {1, at(other)}}});
        return std::swap(at(from), at(other));
      case 3: {
        const bool is_min = pick(2) == 0;
        a_.op(is_min ? Op::i_min : Op::i_max, x(from), second, x(to));
        reads_.push_back({{{0, a}, {1, b}}});
        at(to) = is_min ? std::min(a, b) : std::max(a, b);
        return;
      }
      case 4:
        a_.op(Op::i_bnot, no_label(), num(8), x(from), x(to));
        reads_.push_back({{{2, a}}});
        at(to) = -a - 1;
        return;
      default: {
        const Op op = kArithmetic[pick(std::size(kArithmetic))];
        const std::optional<Wide> result = computed(op, a, b);
        if (!result || *result > kLarge || *result < -kLarge) return;
        a_.op(op, no_label(), num(8), x(from), second, x(to));
        reads_.push_back({{{2, a}, {3, b}}});
        at(to) = *result;
      }
    }
  }
  void add_test(Op op, Word from, Item second, Wide b) {
    const Wide a = at(from);
    a_.op(op, label(kAtEnd), x(from), second);
    reads_.push_back({{{1, a}, {2, b}}});
    runs_ = op == Op::is_lt ? a < b : op == Op::is_ge ? a >= b : a == b;
  }

  static std::optional<Wide> computed(Op op, Wide a, Wide b) {
    switch (op) {
      case Op::i_plus:
        return a + b;
      case Op::i_minus:
        return a - b;
      case Op::i_times:
        return a * b;
      case Op::i_band:
        return a & b;
      case Op::i_bor:
        return a | b;
      case Op::i_bxor:
        return a ^ b;
      case Op::i_bsl:
        if (b < 0 || b > 63) return std::nullopt;
        return a * (Wide{1} << b);
      case Op::i_bsr:
        if (b < 0 || b > 100) return std::nullopt;
        return a >> b;
      default:
        if (b == 0) return std::nullopt;
        return op == Op::i_rem ? a % b : a / b;
    }
  }

  Assembler& a_;
  std::mt19937_64 random_;
  std::array<Wide, 4> registers_{};
  bool runs_ = true;
  std::vector<Reads> reads_;
};

TEST_F(IntegerFacts, BoundsHoldForWhatIsComputed) {
  int known = 0;
  for (unsigned seed = 0; seed < 30'000; ++seed) {
    Assembler a = function();
    const Computation computation(a, seed);
    a.op(Op::return_);
    read(a);
    int i = 0;
    for (const Computation::Reads& reads : computation.reads()) {
      for (const auto& [operand, value] : reads.values) {
        const std::optional<Range> bounds = range(i, operand);
        if (!bounds) continue;
        ++known;
        ASSERT_TRUE(value >= bounds->first && value <= bounds->second)
            << "seed " << seed << ", instruction " << i << ", operand " << operand << ": "
            << static_cast<SWord>(value) << " is not in " << bounds->first << " to "
            << bounds->second;
      }
      ++i;
    }
  }
  EXPECT_GT(known, 200'000);
}

}  // namespace
