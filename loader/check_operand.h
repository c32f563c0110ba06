// Checks of single instructions: each operand by its kind, and the few rules that join two
// operands. Part of check.h; separate because it is the half without order or state.
#pragma once

#include "loader/generic.h"

#include <optional>
#include <string>

namespace loader {

/// What an operand may refer to.
struct OperandContext {
  const BeamFile& beam;
  const GenericCode& code;
  const std::vector<const GenericFunction*>& entries;  // by label; null where no function starts
  const GenericFunction& function;
  std::uint32_t largest_frame;
};

struct WrongOperand {
  int operand;  // from 0; -1: the instruction as a whole
  std::string expected;
  std::string found;
};

/// What is wrong with `instr`; nothing when it is legal.
std::optional<WrongOperand> check_instruction(const OperandContext& context,
                                              const GenericInstr& instr);

/// The operand as messages and the disassembler show it: `x3`, `atom foo`, `label 7`, `literal 2`
/// ...
std::string operand_text(const BeamFile& beam, const Operand& operand);

}  // namespace loader
