// Finds an instruction that a test damages.
#pragma once

#include "loader/decode.h"

#include <algorithm>

namespace test_support {

/// The first instruction `op`; null: there is none. `code` owns it.
inline loader::GenericInstr* first_instruction(loader::GenericCode& code, loader::GenericOp op) {
  const auto at = std::ranges::find(code.instrs, op, &loader::GenericInstr::op);
  return at == code.instrs.end() ? nullptr : &*at;
}

/// The operands of the first instruction `op`; null: there is none. `code` owns them.
inline loader::Operand* operands_of(loader::GenericCode& code, loader::GenericOp op) {
  const auto* instr = first_instruction(code, op);
  return instr == nullptr ? nullptr : &code.operands[instr->first_operand];
}

}  // namespace test_support
