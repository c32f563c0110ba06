// Which functions are expected to gain more from the optimising compiler than others.
#include "jit/expected_gain.h"

#include "tests/unit/jit/assembled_function.h"
#include "vm/interp/interpreter.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

using namespace test_support;
using vm::Op;
using vm::Word;

namespace {

constexpr Word kBegin = 1, kElse = 2, kAtEnd = 9;

class ExpectedGain : public testing::Test {
 protected:
  Assembler function() {
    Assembler a(engine_, false);
    a.function(vm::am::lists, vm::am::map, 2, kBegin);
    return a;
  }
  Word gain(Assembler& a) {
    return jit::expected_gain_ps(read_assembled(vm_, engine_, a, kBegin, kAtEnd));
  }
  /// `clauses` of which each adds so often, in place of the last with a call of the function.
  Word gain(int clauses, int sums, bool calls_itself) {
    Assembler a = function();
    for (int clause = 0; clause < clauses; ++clause) {
      for (int i = 0; i < sums; ++i) a.op(Op::i_plus, no_label(), num(2), x(0), small(1), x(0));
      if (calls_itself && clause == 0)
        a.op(Op::call_only, num(2), label(kBegin));
      else
        a.op(Op::return_);
    }
    return gain(a);
  }

  vm::Vm vm_{vm::VmOptions{.schedulers = 1}};
  vm::InterpreterEngine engine_{vm_};
};

TEST_F(ExpectedGain, GrowsWithWhatACallComputes) {
  EXPECT_GE(gain(1, 0, false), 1u);
  EXPECT_GT(gain(1, 1, false), gain(1, 0, false));
  EXPECT_GT(gain(1, 9, false), 4 * gain(1, 1, false));
  EXPECT_LT(gain(8, 1, false), 2 * gain(1, 1, false)) << "a call runs one of the paths";
  EXPECT_EQ(gain(1, 2000, false), jit::kMostGainPs);
}

TEST_F(ExpectedGain, IsMoreForAFunctionThatCallsItself) {
  EXPECT_GT(gain(2, 0, true), gain(2, 0, false));
}

TEST_F(ExpectedGain, IsSmallForCodeThatTakesTermsApart) {
  Assembler a = function();
  a.op(Op::is_nonempty_list, label(kElse), x(0));
  for (int i = 0; i < 9; ++i) a.op(Op::get_hd, x(0), x(1));
  a.op(Op::i_hd, no_label(), x(0), x(1));
  a.op(Op::is_eq_exact, label(kElse), x(0), x(1));
  a.op(Op::return_);
  a.bind(kElse);
  a.op(Op::return_);
  EXPECT_EQ(gain(a), gain(2, 0, false));
}

TEST_F(ExpectedGain, CountsComparisonsFloatsAndBits) {
  const Word none = gain(1, 0, false);
  Assembler order = function();
  order.op(Op::is_lt, label(kElse), x(0), x(1));
  order.bind(kElse);
  order.op(Op::return_);
  EXPECT_GT(gain(order), none);
  Assembler floats = function();
  floats.op(Op::fconv, x(0), num(0));
  floats.op(Op::return_);
  EXPECT_GT(gain(floats), none);
  Assembler bits = function();
  bits.op(Op::bs_test_unit, label(kElse), x(0), num(8));
  bits.bind(kElse);
  bits.op(Op::return_);
  EXPECT_GT(gain(bits), none);
}

}  // namespace
