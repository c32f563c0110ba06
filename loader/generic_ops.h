// Names, numbers and operand kinds of the generic instructions, from generic_ops.def.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace loader {

/// What an operand of a generic instruction must be. "Source" is a register or a constant.
enum class GenericKind : std::uint8_t {
  NewLabel,         // defines this label
  Label,            // a label that some instruction defines
  Fail,             // likewise, or 0
  FailOrAtom,       // likewise, or the atoms `no_fail`, `resume`
  Arity,            // 0 .. 255
  Live,             // 0 .. 1024: number of x registers in use
  FrameSize,        // 0 .. 1024: number of y registers
  HeapNeed,         // words, or a list of words, floats and funs
  Import,           // row of the import table
  LambdaIndex,      // row of the lambda table
  FunTag,           // likewise, or the atoms `safe`, `unsafe`
  Atom,             // any atom
  RecordId,         // atom, or a literal
  Src,              // source
  SizeSrc,          // source or plain number
  Reg,              // x or y
  Dst,              // x or y
  Y,                // y
  Fr,               // float register
  FloatSrc,         // float register or source
  FloatDst,         // float register, x or y
  Number,           // plain number below 2^31
  TupleArity,       // plain number up to the largest tuple
  Element,          // position in a tuple, from 0
  Line,             // row of the line table
  StringOffset,     // position in the string table
  Any,              // anything well-formed
  ValueLabels,      // list: constant, label, ...
  ArityLabels,      // list: tuple arity, label, ...
  Elements,         // list of sources
  YList,            // list of y
  KeysAndValues,    // list: source, source, ...
  Keys,             // list of sources
  KeysAndDsts,      // list: source, destination, ...
  FieldsAndValues,  // list: atom, source, ...
  FieldsAndDsts,    // list: atom, destination, ...
  Updates,          // list: position in a tuple from 1, source, ...
  Segments,         // list of six each: type, number, unit, flags, value, size
  MatchCommands,    // list of bs_match commands
};

enum class GenericOp : std::uint8_t {
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

  std::span<const GenericKind> operand_kinds() const { return {kinds.data(), arity}; }
};

namespace detail {
extern const std::array<GenericOpInfo, 256> generic_op_table;
}

/// The row of instruction `number`. Its name is empty where there is none.
inline const GenericOpInfo& generic_op_info(std::uint8_t number) {
  return detail::generic_op_table[number];
}

}  // namespace loader
