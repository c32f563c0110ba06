// Names, numbers and operand kinds of the generic instructions: those that are loaded operand by
// operand from vm/code/opcodes.def, the others from generic_ops.def.
#pragma once

#include "vm/code/opcodes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace loader {

/// What an operand of a generic instruction must be: an operand of a loaded one
/// (vm/code/operand_kinds.def), or what only files have.
enum class GenericKind : std::uint8_t {
#define VALUE(kind, ...) kind,
#define NUMBER(kind, ...) kind,
#define WORD(kind, ...) kind,
#define LIST(kind, ...) kind,
#include "vm/code/operand_kinds.def"
  kNewLabel,       // defines this label
  kFailOrAtom,     // label or 0, or the atoms `no_fail`, `resume`
  kRecordName,     // atom or literal
  kFloatOrSource,  // float register, or as kSource
  kFloatOrDest,    // float register, or as kDest
  kFlagList,       // literal or []: flags of a segment
  kInteger,        // any integer
  kLine,           // row of the line table
  kAny,            // anything well-formed
  kMatchCommands,  // list of bs_match commands (bit_syntax.h)
  kSegments,       // list of segments (bit_syntax.h)
};
static_assert(static_cast<unsigned>(GenericKind::kSegments) < 64,
              "GenericOpInfo has a set of them");

constexpr GenericKind generic_kind(vm::OperandKind kind) { return static_cast<GenericKind>(kind); }
/// Do loaded instructions have such operands too?
constexpr bool is_loaded_kind(GenericKind kind) { return kind < GenericKind::kNewLabel; }
constexpr vm::OperandKind loaded_kind(GenericKind kind) {
  return static_cast<vm::OperandKind>(kind);
}
static_assert(static_cast<std::size_t>(GenericKind::kNewLabel) == vm::kOperandKindCount);

enum class GenericOp : std::uint8_t {
#define FILE_OP(number, name, ...) k_##name = number,
#include "vm/code/opcodes.def"
#define GENERIC_OP(number, name, ...) k_##name = number,
#include "loader/generic_ops.def"
};

constexpr std::uint32_t kMaxGenericArity = 8;
constexpr std::uint32_t kMaxGenericOp = 191;

struct GenericOpInfo {
  std::string_view name;  // empty: no such instruction
  std::uint8_t arity = 0;
  bool accepted = false;
  std::array<GenericKind, kMaxGenericArity> kinds{};
  std::uint64_t kind_bits = 0;  // the same as a set, as most questions are answered with no

  std::span<const GenericKind> operand_kinds() const { return {kinds.data(), arity}; }
  /// Position of the first operand of this kind; `arity` if there is none.
  constexpr std::size_t position_of(GenericKind kind) const {
    if ((kind_bits >> static_cast<unsigned>(kind) & 1) == 0) return arity;
    return static_cast<std::size_t>(std::ranges::find(operand_kinds(), kind) -
                                    operand_kinds().begin());
  }
};

namespace detail {
extern const std::array<GenericOpInfo, 256> generic_op_table;
}

/// The row of instruction `number`. Its name is empty where there is none.
inline const GenericOpInfo& generic_op_info(std::uint8_t number) {
  return detail::generic_op_table[number];
}

}  // namespace loader
