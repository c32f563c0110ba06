// Backwards over the instructions until nothing changes. Labels point forwards except in receive
// loops, so two rounds are usual.
#include "jit/liveness.h"

#include "vm/code/register_use.h"

namespace jit {
namespace {

LiveSet bit_of(Word operand) {
  if (vm::is_y_word(operand)) return 0;
  const Word number = vm::register_number(operand);
  return number < vm::kMachineX ? static_cast<LiveSet>(1U << number) : LiveSet{0};
}

}  // namespace

LiveSet registers_read(const vm::OpInfo& info, const Word* operands) {
  LiveSet read = 0;
  vm::for_each_read(info, operands, [&](Word operand) { read |= bit_of(operand); });
  return read;
}

LiveSet registers_written(const vm::OpInfo& info, const Word* operands) {
  LiveSet written = 0;
  vm::for_each_written(info, operands, [&](Word operand) { written |= bit_of(operand); });
  return written;
}

LiveSet live_on_leaving(const FunctionCode& code, int index) {
  const vm::OpInfo& info = code.info(index);
  const bool names_callee =
      info.has_operand(vm::OperandKind::kCallee) || info.has_operand(vm::OperandKind::kExport);
  switch (info.control()) {
    case vm::Control::kCall:
    case vm::Control::kTailCall:
      // Of a fun, free variables follow the arguments.
      return names_callee ? registers_read(info, code.operands(index)) : kAllLive;
    case vm::Control::kReturn:
      return registers_read(info, code.operands(index));
    default:
      // A BIF that raises or traps leaves values for a handler or another callee.
      return kAllLive;
  }
}

LiveSet live_outside(const FunctionCode& code, CodeAddress label) {
  // The header raises function_clause with the arguments.
  return label == code.header() ? first_registers(code.mfa.arity) : kAllLive;
}

std::vector<LiveSet> compute_liveness(const FunctionCode& code) {
  std::vector<LiveSet> live(static_cast<std::size_t>(code.count()), 0);
  const auto before = [&](CodeAddress label) {
    const int target = code.find(label);
    return target == FunctionCode::kNone ? live_outside(code, label)
                                         : live[static_cast<std::size_t>(target)];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = code.count() - 1; i >= 0; --i) {
      const vm::OpInfo& info = code.info(i);
      LiveSet now = registers_read(info, code.operands(i));
      if (info.falls_through()) {
        const LiveSet next =
            i + 1 < code.count() ? live[static_cast<std::size_t>(i) + 1] : kAllLive;
        const LiveSet written = registers_written(info, code.operands(i));
        now |= static_cast<LiveSet>(next & static_cast<LiveSet>(~written));
      }
      // A failing instruction has not written its destination.
      if (CodeAddress label = code.fail_label(i); label != nullptr) now |= before(label);
      code.for_each_select_label(i, [&](CodeAddress label) { now |= before(label); });
      if (now != live[static_cast<std::size_t>(i)]) {
        live[static_cast<std::size_t>(i)] = now;
        changed = true;
      }
    }
  }
  return live;
}

}  // namespace jit
