// The figures are those of the programs of tests/bench, in baseline code and in LLVM's.
#include "jit/expected_gain.h"

#include <algorithm>
#include <array>

namespace jit {
namespace {

using vm::OperandKind;

constexpr Word kCallPs = 500;      // of any function
constexpr Word kOwnCallPs = 750;   // if it calls itself, in tail position or not
constexpr Word kComputePs = 1000;  // each instruction that computes, of those that a call runs

bool computes(const Instruction& instruction) {
  if (instruction.op == vm::Op::is_lt || instruction.op == vm::Op::is_ge) return true;
  const vm::OpInfo& info = vm::op_info(instruction.op);
  // Arithmetic: guards whose result may be a new term. Floats, and bit syntax.
  if (!info.guard_bif.empty()) return info.has(vm::OpAttribute::kMayCollect);
  return std::ranges::any_of(std::array{OperandKind::kFloatDest, OperandKind::kBits,
                                        OperandKind::kUnit, OperandKind::kFlags},
                             [&](OperandKind kind) { return info.has_operand(kind); });
}

}  // namespace

Word expected_gain_ps(const FunctionCode& code) {
  Word computing = 0, ends = 0;
  bool calls_in_tail = false, calls_itself = false;
  for (int i = 0; i < code.count(); ++i) {
    computing += computes(code.at(i)) ? 1 : 0;
    const vm::Control control = code.info(i).control();
    const bool is_tail_call = control == vm::Control::kTailCall;
    ends += is_tail_call || control == vm::Control::kReturn ? 1 : 0;
    if (code.callee(i) == code.entry) (is_tail_call ? calls_in_tail : calls_itself) = true;
  }
  const Word own_calls = (calls_in_tail ? 1U : 0U) + (calls_itself ? 1U : 0U);
  // A call runs one of the paths through the function. The one that is run most is longer than the
  // others: it is the one that goes on.
  const Word run = 2 * kComputePs * computing / (ends + 1);
  return std::min(kCallPs + own_calls * kOwnCallPs + run, kMostGainPs);
}

}  // namespace jit
