// The rules of each instruction of `.beam` files, joined from vm/code/opcodes.def and verify.def.
// Threads: constants.
#pragma once

#include "loader/generic_ops.h"
#include "loader/verify_state.h"

namespace loader {

inline constexpr std::uint8_t kNoNumber = UINT8_MAX;

enum class Flag : std::uint16_t {
  kEndsCatch = 1 << 0,        // its y register holds a catch tag
  kStartsHandler = 1 << 1,    // may be the first instruction that an exception leads to
  kKeepsTimeout = 1 << 2,     // waits; run again, it does not look at its timeout
  kEndsTimeout = 1 << 3,      // nothing waits any more
  kYields = 1 << 5,           // a jump back from here costs reductions
  kStartsBitstring = 1 << 6,  // afterwards a bitstring is written
  kNeedsBitstring = 1 << 7,   // one is
  kRemark = 1 << 8,           // has no effect when it is reached
  kHead = 1 << 9,             // is left as the function was entered: without a frame
  kCopies = 1 << 10,          // the second operand holds what the first one does
  kIsLabel = 1 << 12,         // is a label, not an instruction
  kSwaps = 1 << 11,           // the operands change places
};

/// Heap words besides a constant number.
enum class BuiltItems : std::uint8_t {
  kNoItems,
  kPerItem,         // a word for each item of its list
  kPerItemIfThere,  // likewise; where there are not as many it takes them elsewhere
  kAsNumber,        // as many as its operand kTupleArity says
};

/// An operand and its shape.
struct ShapeRule {
  std::uint8_t operand = kNoNumber;
  Shape shape = Shape::kAnything;
  std::uint8_t number = kNoNumber;  // the operand with the number of the shape
  bool exists() const { return operand != kNoNumber; }
};

struct Rule {
  vm::OpTraits traits = vm::Control::kNext;
  vm::FixedRegisters registers;
  ShapeRule needs, proves, makes;
  std::uint8_t built_words = 0;
  BuiltItems built_items = BuiltItems::kNoItems;
  std::uint16_t flags = 0;

  bool has(Flag flag) const { return (flags & static_cast<unsigned>(flag)) != 0; }
  bool has(vm::OpAttribute attribute) const {
    return (traits.attributes & static_cast<unsigned>(attribute)) != 0;
  }
};

/// The rule of instruction `op`.
const Rule& rule_of(GenericOp op);

/// True for a function that always raises.
bool never_returns(std::string_view module, std::string_view name, std::uint32_t arity);

}  // namespace loader
