// Hand-assembled programs through the interpreter, with specialised and generic handlers, with
// collections and yields everywhere.
#include "vm/interp/interpreter.h"

#include "tests/support/assembler.h"
#include "tests/support/interpreted_process.h"
#include "vm/code/catch_table.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

using namespace test_support;
using vm::Op;
using vm::Term;
using vm::Word;

namespace {

struct Mode {
  bool specialised;
  bool stress_gc;
  bool stress_yield;
};

class Interpreter : public testing::TestWithParam<Mode> {
 protected:
  InterpretedProcess machine{{GetParam().stress_gc, GetParam().stress_yield}};
  Assembler code{machine.engine(), GetParam().specialised};
};

INSTANTIATE_TEST_SUITE_P(Modes, Interpreter,
                         testing::Values(Mode{true, false, false}, Mode{false, false, false},
                                         Mode{true, true, false}, Mode{true, false, true},
                                         Mode{false, true, true}),
                         [](const auto& info) {
                           return std::string(info.param.specialised ? "specialised" : "generic") +
                                  (info.param.stress_gc ? "_gc" : "") +
                                  (info.param.stress_yield ? "_yield" : "");
                         });

/// fib(N) when N < 2 -> N; fib(N) -> fib(N-1) + fib(N-2).
void assemble_fib(Assembler& code) {
  code.function(vm::am::ok, vm::am::fun, 1, 1);
  code.op(Op::is_lt, label(2), x(0), small(2));
  code.op(Op::return_);
  code.bind(2);
  code.op(Op::allocate, num(1), num(1));
  code.op(Op::move, x(0), y(0));
  code.op(Op::i_minus, no_label(), num(1), x(0), small(1), x(0));
  code.op(Op::call, num(1), label(1));
  code.op(Op::swap, y(0), x(0));
  code.op(Op::i_minus, no_label(), num(1), x(0), small(2), x(0));
  code.op(Op::call, num(1), label(1));
  code.op(Op::i_plus, no_label(), num(1), y(0), x(0), x(0));
  code.op(Op::deallocate, num(1));
  code.op(Op::return_);
}

TEST_P(Interpreter, RecursesAndReturns) {
  assemble_fib(code);
  EXPECT_EQ(machine.call(code.finish(1), {Term::small(15)}), Term::small(610));
}

TEST_P(Interpreter, YieldsWhenReductionsAreUsedUp) {
  assemble_fib(code);
  machine.call(code.finish(1), {Term::small(20)});
  const Word calls = 2 * 10946 - 1;
  EXPECT_GT(machine.slices(),
            GetParam().stress_yield ? calls / 2 : calls / vm::kReductionsPerSlice / 2);
}

/// build(N, Acc) counts down; sum(List, Acc) adds up.
TEST_P(Interpreter, BuildsAndWalksLists) {
  code.function(vm::am::ok, vm::am::fun, 2, 1);
  code.op(Op::is_ne_exact, label(2), x(0), small(0));
  code.op(Op::test_heap, num(2), num(2));
  code.op(Op::put_list, x(0), x(1), x(1));
  code.op(Op::i_minus, no_label(), num(2), x(0), small(1), x(0));
  code.op(Op::call_only, num(2), label(1));
  code.bind(2);
  code.op(Op::move, x(1), x(0));
  code.op(Op::move, small(0), x(1));
  code.op(Op::call_only, num(2), label(3));
  code.function(vm::am::ok, vm::am::minus, 2, 3);
  code.op(Op::is_nonempty_list, label(4), x(0));
  code.op(Op::get_list, x(0), x(2), x(0));
  code.op(Op::i_plus, no_label(), num(3), x(1), x(2), x(1));
  code.op(Op::call_only, num(2), label(3));
  code.bind(4);
  code.op(Op::move, x(1), x(0));
  code.op(Op::return_);
  EXPECT_EQ(machine.call(code.finish(1), {Term::small(1000), Term::nil()}), Term::small(500500));
}

TEST_P(Interpreter, KeepsRegistersBeyondTheMachineOnes) {
  code.function(vm::am::ok, vm::am::fun, 6, 1);
  code.op(Op::test_heap, num(7), num(6));
  code.op_with_list(Op::put_tuple2, {x(7)}, {x(5), x(4), x(3), x(2), x(1), x(0)});
  code.op(Op::get_tuple_element, x(7), num(1), x(6));
  code.op(Op::i_plus, no_label(), num(8), x(6), x(0), x(0));
  code.op(Op::return_);
  Term args[6];
  for (int i = 0; i < 6; ++i) args[i] = Term::small(10 * (i + 1));
  EXPECT_EQ(machine.call(code.finish(1), {args[0], args[1], args[2], args[3], args[4], args[5]}),
            Term::small(60));
}

TEST_P(Interpreter, SelectsByValueAndByArity) {
  code.function(vm::am::ok, vm::am::fun, 1, 1);
  std::vector<std::pair<Term, Word>> choices = {{vm::am::ok, 2}, {vm::am::error, 3}};
  if (choices[1].first.bits() < choices[0].first.bits()) std::swap(choices[0], choices[1]);
  code.op_with_list(Op::select_val, {x(0), label(4)},
                    {term(choices[0].first), label(choices[0].second), term(choices[1].first),
                     label(choices[1].second)});
  code.bind(2);
  code.op(Op::move, small(2), x(0));
  code.op(Op::return_);
  code.bind(3);
  code.op(Op::move, small(3), x(0));
  code.op(Op::return_);
  code.bind(4);
  code.op_with_list(Op::jump_on_val, {x(0), label(5), small(7)}, {label(2), label(3)});
  code.bind(5);
  code.op(Op::move, small(5), x(0));
  code.op(Op::return_);
  const vm::CodeAddress entry = code.finish(1);
  const std::pair<Term, int> cases[] = {{vm::am::ok, 2},     {vm::am::error, 3},
                                        {Term::small(7), 2}, {Term::small(8), 3},
                                        {Term::small(9), 5}, {Term::nil(), 5}};
  for (auto [value, expected] : cases) {
    InterpretedProcess fresh(Stress{});
    EXPECT_EQ(fresh.call(entry, {value}), Term::small(expected));
  }
}

/// f(X) -> try 1 + X catch C:R -> {C, R} end.
TEST_P(Interpreter, CatchesWhatFails) {
  code.function(vm::am::ok, vm::am::fun, 1, 1);
  code.op(Op::allocate, num(1), num(1));
  code.op_with_list(Op::init_yregs, {}, {y(0)});
  code.op(Op::try_, y(0), term(Term::catch_tag(machine.vm().catches->add(nullptr))));
  code.op(Op::call, num(1), label(3));
  code.op(Op::try_end, y(0));
  code.op(Op::deallocate, num(1));
  code.op(Op::return_);
  code.bind(2);
  code.op(Op::try_case, y(0));
  code.op(Op::test_heap, num(3), num(2));
  code.op_with_list(Op::put_tuple2, {x(0)}, {x(0), x(1)});
  code.op(Op::deallocate, num(1));
  code.op(Op::return_);
  code.function(vm::am::ok, vm::am::plus, 1, 3);
  code.op(Op::i_plus, no_label(), num(1), small(1), x(0), x(0));
  code.op(Op::return_);
  const vm::CodeAddress entry = code.finish(1);
  // The tag's number was taken before the address was known.
  const Word number = machine.vm().catches->add(code.address(2));
  const_cast<Word*>(entry)[3 + 3 + 2] = Term::catch_tag(number).bits();
  const Term caught = machine.call(entry, {vm::am::ok});
  ASSERT_TRUE(caught.is_tuple_of(2));
  EXPECT_EQ(caught.as_tuple().elements[0], vm::am::error);
  EXPECT_EQ(caught.as_tuple().elements[1], vm::am::badarith);
  EXPECT_EQ(machine.process().raising.catches, 0u);
}

TEST_P(Interpreter, EndsTheProcessWhenNothingCatches) {
  code.function(vm::am::ok, vm::am::fun, 1, 1);
  code.op(Op::badmatch, x(0));
  EXPECT_TRUE(machine.call(code.finish(1), {Term::small(7)}).is_none());
  const Term reason = machine.process().exit.reason;  // {{badmatch, 7}, Stack}
  ASSERT_TRUE(reason.is_tuple_of(2));
  const Term error = reason.as_tuple().elements[0];
  ASSERT_TRUE(error.is_tuple_of(2));
  EXPECT_EQ(error.as_tuple().elements[0], vm::am::badmatch);
  EXPECT_EQ(error.as_tuple().elements[1], Term::small(7));
}

TEST_P(Interpreter, OverflowsIntoBigIntegers) {
  code.function(vm::am::ok, vm::am::fun, 2, 1);
  code.op(Op::i_plus, no_label(), num(2), x(0), x(1), x(2));
  code.op(Op::i_minus, no_label(), num(3), x(2), x(1), x(2));
  code.op(Op::i_minus, no_label(), num(3), x(2), x(0), x(0));
  code.op(Op::return_);
  const Term most = Term::small(vm::kSmallMax);
  EXPECT_EQ(machine.call(code.finish(1), {most, most}), Term::small(0));
}

TEST(InterpreterHandlers, EachBelongsToItsInstruction) {
  InterpretedProcess machine(Stress{});
  for (std::size_t i = 0; i < vm::kOpCount; ++i) {
    Op op;
    ASSERT_TRUE(machine.engine().op_of(machine.engine().generic_handler(static_cast<Op>(i)), &op));
    EXPECT_EQ(op, static_cast<Op>(i))
        << vm::kOps[i].name << " shares its handler with " << vm::op_info(op).name;
  }
}

TEST(InterpreterHandlers, SpecialisedOnesAreChosenByOperands) {
  InterpretedProcess machine(Stress{});
  const Word from_x0[] = {vm::encode_x(0), vm::encode_y(1)};
  const Word from_x9[] = {vm::encode_x(9), vm::encode_y(1)};
  const vm::OpHandler a = machine.engine().handler_for(Op::move, from_x0);
  const vm::OpHandler b = machine.engine().handler_for(Op::move, from_x9);
  EXPECT_NE(a, b);
  EXPECT_NE(a, machine.engine().generic_handler(Op::move));
}

}  // namespace
