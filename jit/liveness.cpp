// Backwards over the instructions until nothing changes. Labels lead forwards but in receive
// loops, so two rounds are the rule.
#include "jit/liveness.h"

#include <optional>

namespace jit {
namespace {

/// What a callee finds in registers, or a caller on return; nothing: another instruction, or a call
/// that leaves more than its arguments.
std::optional<LiveSet> passed_on(const FunctionCode& code, int index) {
  switch (code.at(index).op) {
    case Op::call:
    case Op::call_last:
    case Op::call_only:
    case Op::call_ext:
    case Op::call_ext_last:
    case Op::call_ext_only:
      return first_registers(code.operands(index)[0]);
    case Op::return_:
      return first_registers(1);
    default:
      return std::nullopt;
  }
}

/// What an instruction needs beside its source operands: the callee's arguments, what a collection
/// keeps. All, where nothing else is known.
LiveSet implied_uses(const FunctionCode& code, int index) {
  if (const auto passed = passed_on(code, index)) return *passed;
  const Word* operands = code.operands(index);
  const Op op = code.at(index).op;
  switch (op) {
    case Op::call_light_bif:
      return first_registers(operands[0]);
    case Op::call_fun2:
    case Op::i_call_fun2_last:
      return first_registers(operands[1]);
    case Op::call_fun:
    case Op::i_call_fun_last:
      return first_registers(operands[0] + 1);
    case Op::allocate:
    case Op::test_heap:
      return first_registers(operands[1]);
    case Op::allocate_heap:
      return first_registers(operands[2]);
    case Op::i_bs_begin:
    case Op::i_bs_begin_measured:
    case Op::i_bs_begin_append:
      return first_registers(operands[3]);
    case Op::i_bs_integer:
    case Op::i_bs_part:
      return first_registers(operands[1]);
    case Op::bs_get_tail:
      return first_registers(operands[2]);
    case Op::i_plus:
    case Op::i_minus:
    case Op::i_times:
    case Op::i_int_div:
    case Op::i_rem:
    case Op::i_band:
    case Op::i_bor:
    case Op::i_bxor:
    case Op::i_bsl:
    case Op::i_bsr:
    case Op::i_unary_minus:
    case Op::i_bnot:
    case Op::i_length:
      return first_registers(operands[1]);
    case Op::badmatch:
    case Op::case_end:
    case Op::if_end:
    case Op::func_info:
      return kAllLive;
    default: {
      const vm::OpInfo& info = vm::op_info(op);
      // Without operands it works on registers that are fixed (raw_raise, timeout).
      const bool plain = !info.has(vm::kCall) && !info.has(vm::kMayCollect) && op != Op::try_case &&
                         !info.has_list() && info.operand_count > 0;
      return plain ? LiveSet{0} : kAllLive;
    }
  }
}

LiveSet bit_of(Word operand) {
  if (!vm::is_register_word(operand) || vm::is_y_word(operand)) return 0;
  const Word number = vm::register_number(operand);
  return number < vm::kMachineX ? static_cast<LiveSet>(1U << number) : LiveSet{0};
}

struct UsesAndDefinitions {
  LiveSet uses = 0;
  LiveSet definitions = 0;
};

UsesAndDefinitions look_at(const FunctionCode& code, int index) {
  const vm::OpInfo& info = vm::op_info(code.at(index).op);
  const Word* operands = code.operands(index);
  UsesAndDefinitions result{implied_uses(code, index), 0};
  for (unsigned i = 0; i < info.operand_count; ++i) {
    if (info.operands[i] == vm::kSource) result.uses |= bit_of(operands[i]);
    if (info.operands[i] == vm::kDest) result.definitions |= bit_of(operands[i]);
  }
  switch (code.at(index).op) {
    case Op::swap:
      result.uses |= result.definitions;
      break;
    case Op::set_tuple_element:
      // The tuple itself is changed.
      result.uses |= result.definitions;
      result.definitions = 0;
      break;
    case Op::put_tuple2:
    case Op::make_fun3:
      result.uses = 0;
      for (Word item : code.list(index)) result.uses |= bit_of(item);
      break;
    case Op::init_yregs:
    case Op::select_val:
    case Op::select_val_few:
    case Op::select_tuple_arity:
      // The items are constants, labels or y registers.
      result.uses = info.operands[0] == vm::kSource ? bit_of(operands[0]) : LiveSet{0};
      break;
    case Op::jump_on_val:
      result.uses = bit_of(operands[0]);
      break;
    default:
      break;
  }
  return result;
}

}  // namespace

LiveSet live_on_leaving(const FunctionCode& code, int index) {
  // A closure's free variables follow its arguments; a BIF that raises or traps leaves what a
  // handler or another callee wants.
  return passed_on(code, index).value_or(kAllLive);
}

std::vector<LiveSet> compute_liveness(const FunctionCode& code) {
  std::vector<LiveSet> live(static_cast<std::size_t>(code.count()), 0);
  const auto before = [&](CodeAddress label) {
    const int target = code.find(label);
    // Elsewhere: the next function's header, our own; both look at the arguments.
    return target == FunctionCode::kNone ? kAllLive : live[static_cast<std::size_t>(target)];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = code.count() - 1; i >= 0; --i) {
      const vm::OpInfo& info = vm::op_info(code.at(i).op);
      const UsesAndDefinitions own = look_at(code, i);
      LiveSet now = own.uses;
      if (!info.has(vm::kTerminator)) {
        const LiveSet next =
            i + 1 < code.count() ? live[static_cast<std::size_t>(i) + 1] : kAllLive;
        now |= static_cast<LiveSet>(next & static_cast<LiveSet>(~own.definitions));
      }
      // A failing instruction has not written its destination.
      if (CodeAddress label = code.fail_label(i); label != nullptr) now |= before(label);
      code.for_each_choice(i, [&](CodeAddress label) { now |= before(label); });
      if (now != live[static_cast<std::size_t>(i)]) {
        live[static_cast<std::size_t>(i)] = now;
        changed = true;
      }
    }
  }
  return live;
}

}  // namespace jit
