// The rules of each instruction of `.beam` files, joined from vm/code/opcodes.def and verify.def,
// and where the operands stand that they speak of.
// Threads: constants.
#pragma once

#include "loader/generic_ops.h"
#include "loader/verify_state.h"

namespace loader {

/// No such operand, or no number.
inline constexpr std::uint8_t kNoNumber = UINT8_MAX;

enum class Flag : std::uint32_t {
  kEndsCatch = 1 << 0,        // its y register holds a catch tag
  kStartsHandler = 1 << 1,    // may be the first instruction that an exception leads to
  kKeepsTimeout = 1 << 2,     // waits; run again, it does not look at its timeout
  kEndsTimeout = 1 << 3,      // nothing waits any more
  kNeedsException = 1 << 4,   // only exceptions lead here
  kYields = 1 << 5,           // a jump back from here costs reductions
  kStartsBitstring = 1 << 6,  // afterwards a bitstring is written
  kNeedsBitstring = 1 << 7,   // one is
  kRemark = 1 << 8,           // has no effect when it is reached
  kHead = 1 << 9,             // is left as the function was entered: without a frame
  kCopies = 1 << 10,          // the second operand holds what the first one does
  kSwaps = 1 << 11,           // the operands change places
  kIsLabel = 1 << 12,         // is a label, not an instruction
  kTakesHeap = 1 << 13,       // builds where there is room, so nothing stays reserved
  kRaisesClass = 1 << 14,     // raises where x0 is the class of an exception
  kKeepsSource = 1 << 15,     // keeps what it reads over a collection, live or not
  kAsksMore = 1 << 16,        // a test that can fail though the value has the shape that it proves
  kKeepsNew = 1 << 27,        // may stand between the creation of a tuple and its changes
  kStores = 1 << 28,          // stores its first operand in a value that exists
  kQueued = 1 << 29,          // what it makes is still in the message queue
  kTakesQueued = 1 << 30,     // it no longer is
  // These follow from the others, from operands and control.
  kReadsMore = 1 << 17,    // reads registers in lists, or such that no operand names
  kDemands = 1 << 18,      // has demands besides registers
  kUsesFrame = 1 << 19,    // makes, changes or needs a frame, or must not have one
  kScans = 1 << 20,        // a collection may look at the frame
  kReserves = 1 << 21,     // forgets x registers, collects or reserves heap words
  kTests = 1 << 22,        // has labels, or shows what a value is
  kWrites = 1 << 23,       // writes registers that operands name
  kWritesFixed = 1 << 24,  // writes others
  kReturns = 1 << 25,      // leaves the function for its caller, perhaps through another function
  kPlain = 1 << 26,        // only tests, reads, builds and writes
  kMakesBy = 1U << 31,     // what it makes depends on operands
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

/// Positions of operands of these kinds; kNoNumber: there is none.
struct Places {
  std::uint8_t live = kNoNumber, heap = kNoNumber, fail = kNoNumber;
  std::uint8_t new_frame = kNoNumber, frame = kNoNumber, trim = kNoNumber;
  std::uint8_t callee = kNoNumber, import = kNoNumber, catch_label = kNoNumber;
  std::uint8_t arguments = kNoNumber;  // of a call: their number
  std::uint8_t tuple_arity = kNoNumber, source = kNoNumber;
  std::uint8_t commands = kNoNumber, segments = kNoNumber;  // of bs_match, bs_create_bin
  std::uint8_t choices = kNoNumber;                         // list of values or sizes, and labels
  std::uint8_t destinations = kNoNumber;  // list of what is looked up, and registers for it
  std::uint8_t written_list = kNoNumber;  // the same, or a list of registers
};

struct Rule {
  vm::OpTraits traits = vm::Control::kNext;
  vm::FixedRegisters registers;
  ShapeRule needs, proves, makes;
  Value made;  // what it makes, apart from a number
  std::uint8_t built_words = 0;
  BuiltItems built_items = BuiltItems::kNoItems;
  std::uint32_t flags = 0;
  Places places;
  std::uint8_t more_arguments = 0;  // x registers behind the arguments that a call reads as well
  // Operands, a bit for each: values that are read, registers that are written, lists of such, and
  // labels.
  std::uint8_t read = 0, written = 0, lists = 0, labels = 0;

  bool has(Flag flag) const { return (flags & static_cast<unsigned>(flag)) != 0; }
  bool has(vm::OpAttribute attribute) const {
    return (traits.attributes & static_cast<unsigned>(attribute)) != 0;
  }
};

namespace detail {
extern const std::array<Rule, 256> rule_table;
}

/// The rule of instruction `op`.
inline const Rule& rule_of(GenericOp op) {
  return detail::rule_table[static_cast<std::size_t>(op)];
}

/// Does the instruction call the built-in function that its operand kExport names, like an
/// operator?
inline bool calls_bif(GenericOp op) {
  const Rule& rule = rule_of(op);
  return rule.places.import != kNoNumber && rule.traits.control == vm::Control::kNext;
}

/// Whether an operand or item of this kind is a value that is read, or a register that is written.
bool is_read(GenericKind kind);
bool is_written(GenericKind kind);

/// True for a function that always raises.
bool never_returns(std::string_view module, std::string_view name, std::uint32_t arity);
/// What is known of an imported function.
enum class ImportFact : std::uint8_t {
  kNothing,
  kNeverReturns,  // always raises
  kSetElement,    // erlang:setelement/3, which returns a new tuple
  // Guard BIFs that build their result.
  kGuardBuilds,         // any
  kBuildsFloatOfFloat,  // a float, where an argument is one
  kBuildsFloat,         // a float
};
/// kGuardBuilds or what follows it, for a guard BIF that builds its result, so that only an
/// instruction that may collect calls it; kNothing for any other function of module erlang.
ImportFact building_guard(std::string_view name, std::uint32_t arity);

}  // namespace loader
