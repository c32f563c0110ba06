// Stencil: the machine code of an instruction of one shape, with holes. The build makes them from
// the instruction definitions (jit/stencils); at run time a function becomes native by copying its
// instructions' stencils and filling the holes (assemble.h).
//
// A stencil has two parts. The hot part ends where the next instruction's begins: kNext falls
// through. The cold part has what is rare, and is reached by jumps only.
// Invariants: code refers to nothing but through its holes, and leaves only through them or through
// the word at a code address. Threads: constants.
#pragma once

#include "jit/baseline/shape.h"
#include "jit/hole_form.h"
#include "vm/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jit {

/// What a hole holds.
enum class HoleValue : std::uint8_t {
  kOperand,  // hole_value() of operand `index`
  // Of operand `index`, a constant to divide by:
  kPowerShift,       // by how far to shift for a kPower
  kReciprocal,       // Reciprocal::factor
  kReciprocalShift,  // Reciprocal::shift. The last of those with the number of an operand
  kInstruction,      // the code address of the instruction
  kTarget,           // the code address or handler that a connecting stencil is made for
  kNext,             // native code of the next instruction
  kFail,             // ... of the label
  kSlow,             // ... that goes on with the out-of-line version
  kRuntimeCall,      // the function in row `index` of runtime_calls.def
  kHot,              // the beginning of this stencil's hot part
  kCold,             // ... of its cold part
  kCallee,  // native code of the function or export that the instruction calls (DirectCall)
};
inline constexpr std::size_t kHoleValues = 13;

struct Hole {
  std::uint16_t offset;  // in the hot part, then in the cold part
  HoleValue value;
  HoleForm form;
  std::uint8_t index;  // which operand or function
  std::array<std::uint8_t, 3> padding{};
  std::int32_t addend;
};

/// The stencils that connect others. They belong to no instruction.
enum class Connector : std::uint8_t {
  kHandOver,    // runs the handler kTarget at the code address kInstruction
  kGoTo,        // goes on at the code address kTarget, through its word
  kGoToExport,  // goes on where the export kTarget leads calls of the process
};
inline constexpr std::size_t kConnectors = 3;

struct StencilView {
  std::span<const std::uint8_t> hot;
  std::span<const std::uint8_t> cold;
  std::span<const Hole> holes;
};

}  // namespace jit
