// Checks of single instructions: each operand by its kind, and the few rules that join two
// operands. Part of check.h; separate because it is the half without order or state.
#pragma once

#include "loader/generic.h"

#include <optional>
#include <string>

namespace loader {

inline constexpr std::uint32_t kMaxFunctionArity = 255;
inline constexpr std::uint32_t kXRegisters = 1024;
inline constexpr std::uint32_t kMaxFrame = 1024;
inline constexpr std::uint32_t kFloatRegisters = 1024;

/// What an operand may refer to, and what was seen in the function so far.
struct OperandContext {
  const BeamFile& beam;
  const GenericCode& code;
  const std::vector<const GenericFunction*>& entries;  // by label; null where no function starts
  const GenericFunction& function;
  std::uint32_t largest_frame;
  bool has_on_load;
};

struct WrongOperand {
  int operand;  // from 0; -1: the instruction as a whole
  std::string expected;
  std::string found;
};

/// What is wrong with `instr`; nothing when it is legal.
std::optional<WrongOperand> check_instruction(OperandContext& context, const GenericInstr& instr);

/// The operand as messages and the disassembler show it: `x3`, `atom foo`, `label 7`, `literal 2`
/// ...
std::string operand_text(const BeamFile& beam, const Operand& operand);

}  // namespace loader
