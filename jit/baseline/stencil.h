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
};
inline constexpr std::size_t kHoleValues = 12;

/// How a value sits in a hole.
enum class HoleForm : std::uint8_t {
  // x86-64:
  kWord,      // 64 bits
  kNarrow,    // 32 bits, sign or zero extended
  kRelative,  // 32 bits: the distance from the hole
  kByte,      // the lowest 8 bits: by how far to shift
  // AArch64, each a field of one instruction:
  kMove0,     // movz, movk: bits 0 to 15
  kMove16,    // ... 16 to 31
  kMove32,    // ... 32 to 47
  kMove48,    // ... 48 to 63
  kLast0,     // as kMove0, where the value has no bits above
  kLast16,    // as kMove16, likewise
  kLast32,    // as kMove32, likewise
  kOffset,    // ldr, str of 64 bits: an offset, a multiple of 8 below 32 KiB
  kBranch19,  // b.cond, cbz, cbnz: the distance, less than 1 MiB
  kBranch26,  // b: the distance
};
inline constexpr std::size_t kHoleForms = 14;
constexpr std::size_t hole_bytes(HoleForm form) {
  if (form == HoleForm::kByte) return 1;
  return form == HoleForm::kWord ? 8 : 4;
}

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
  kHandOver,  // runs the handler kTarget at the code address kInstruction
  kGoTo,      // goes on at the code address kTarget, through its word
};
inline constexpr std::size_t kConnectors = 2;

struct StencilView {
  std::span<const std::uint8_t> hot;
  std::span<const std::uint8_t> cold;
  std::span<const Hole> holes;
};

}  // namespace jit
