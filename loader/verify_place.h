// The instruction that the verifier is at, and how a refusal names it.
// Threads: values of one verifier.
#pragma once

#include "loader/decode.h"
#include "loader/generic.h"

#include <string>
#include <utility>

namespace loader {

struct VerifyPlace {
  const BeamFile& beam;
  const GenericCode& code;
  const GenericFunction* function = nullptr;
  std::uint32_t instr = 0;  // index into GenericCode::instrs
  LoadErrorPtr error;       // why the code is refused

  /// The place of an instruction in the order in which the function is followed: its head is last.
  std::uint32_t order(std::uint32_t i) const {
    return i <= function->func_info ? i + (function->end - function->begin) : i;
  }

  /// Refuses the instruction. Returns false, as everything does that may refuse.
  [[gnu::cold]] bool fail(std::string expected, std::string found) {
    const GenericInstr& at = code.instrs[instr];
    const FunctionName name{function->name, function->arity};
    error = code_error(beam, &name, at.offset,
                       std::string(generic_op_info(static_cast<std::uint8_t>(at.op)).name),
                       std::move(expected), std::move(found))
                .error;
    return false;
  }
};

}  // namespace loader
