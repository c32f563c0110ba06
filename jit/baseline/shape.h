// Shape: what a stencil knows of an instruction's operands. Two instructions of one shape have the
// same native code but for the values in its holes. Which shapes have stencils is decided when the
// program is built (jit/stencils/shapes.txt). Threads: values.
#pragma once

#include "vm/code/opcodes.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace jit {

using vm::Op;
using vm::OperandKind;
using vm::Word;

/// What a stencil knows of one operand. The rest of its word is a hole.
enum class OperandShape : std::uint8_t {
  kNone,  // no such operand
  kX0,
  kX1,
  kX2,
  kX3,
  kXMemory,  // any other x register
  kY,
  kNil,
  kSmall,      // a small integer whose word is in the range of narrow holes
  kWideSmall,  // any other small integer
  kShift,      // of kShift: a small integer from 0 to 59; the hole holds this number
  kPower,    // of kDivisor: a kSmall that is a power of two; the hole holds 16 times the power less
             // one
  kDivisor,  // of kDivisor: any other small integer above 0
  kAtom,
  kCons,     // a constant list
  kBoxed,    // any other constant in memory
  kNumber,   // a number, which the hole holds multiplied by scale_of()
  kAddress,  // any word: a pointer, a code address, 64 bits as they are
  kExact,    // from here on: the number (value - kExact) itself
};

/// The operands in order; the items of a list take the place of its count.
struct Shape {
  static constexpr std::size_t kMostOperands = 14;
  Op op{};
  std::array<OperandShape, kMostOperands> operands{};
  bool operator==(const Shape&) const = default;
};
static_assert(sizeof(Shape) == 2 * sizeof(Word), "tables compare it as two words");

/// The operand words of an instruction as a shape sees them. `words` points to the first operand.
struct OperandWords {
  std::array<Word, Shape::kMostOperands> words;
  std::array<OperandKind, Shape::kMostOperands> kinds;
  std::size_t count = 0;
};
/// False: the instruction has too many operands for a shape.
bool operand_words(const vm::OpInfo& info, const Word* words, OperandWords* result);

/// The shape of an instruction; none: no shape describes one of its operands.
std::optional<Shape> shape_of(Op op, const OperandWords& operands);

/// A kNumber is multiplied by this, a power of two.
Word scale_of(OperandKind kind);
/// The bits of an operand word that are the same for all operands of a shape. They are not in the
/// hole: the stencil adds them.
Word known_bits(OperandShape shape);
/// A value in a narrow hole is below this; stencils may add offsets to it.
inline constexpr Word kNarrowEnd = (Word{1} << 31) - (Word{1} << 20);
/// A number of words, or of a y register, is below this, so that the offset in bytes is one of
/// AArch64's instructions.
inline constexpr Word kWordsEnd = 4000;
/// A kShift is below this.
inline constexpr vm::SWord kShiftEnd = 60;
/// Whether the hole has 64 bits.
bool is_wide(OperandShape shape);

/// What goes into the hole for this operand.
Word hole_value(OperandShape shape, OperandKind kind, Word word);

/// "move y x0", as in shapes.txt.
std::string shape_text(const Shape& shape);
/// None: not such a text.
std::optional<Shape> parse_shape(std::string_view text);

}  // namespace jit
