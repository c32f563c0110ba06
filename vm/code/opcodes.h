// The table of loaded instructions (opcodes.def) as constants: what each one's operands are, which
// registers it reads and writes, and where control goes from it. The loader, both engines and the
// disassembler act on these facts and name no instruction. Threads: constants.
#pragma once

#include "vm/code/func_info.h"
#include "vm/code/machine.h"
#include "vm/code/operands.h"

#include <initializer_list>

namespace vm {

enum class Op : std::uint16_t {
#define OP(name, ...) name,
#include "vm/code/opcodes.def"
};

/// Where control goes from an instruction, apart from what happens when it raises.
enum class Control : std::uint8_t {
  kNext,      // to the next one, or to its label
  kBranch,    // to its label or one of its list, never to the next one
  kCall,      // into a function, which returns to the next one with x0 as the only register
  kTailCall,  // into a function that takes the place of this one
  kReturn,    // to the caller of this function
  kRaise,     // it always raises
  kMayLeave,  // to the next one or its label with no x register but those it writes; or, first,
              // into a function or out of the engine
  kLeave,     // out of the engine, into a function, to the caller or to its label: never to the
              // next one
  kOriginal,  // to the instruction in whose place it stands
};

/// What an instruction may do besides.
enum class OpAttribute : std::uint8_t {
  kMayCollect = 1,  // collect garbage: keeps the x registers below its operand kLive; without one,
                    // only those it writes
  kMayRaise = 2,    // raise an exception
  kBuilds = 4,      // take heap words that an instruction before it has made free
  kBody = 8,        // be the whole body of a function, which the loader writes
};

struct OpTraits {
  Control control;
  std::uint8_t attributes = 0;
  constexpr OpTraits(Control control) : control(control) {}
};

/// The x registers that an instruction reads and writes without an operand that says so. Sets as
/// bits; all such registers travel in parameters.
struct FixedRegisters {
  static constexpr std::uint8_t kAll = UINT8_MAX;
  std::uint8_t reads = 0;
  std::uint8_t writes = 0;
  bool operands_say_all = false;
};

inline constexpr std::size_t kMostOperands = 8;

struct OpInfo {
  std::string_view name;
  std::uint8_t number;         // of the file's instruction that is loaded as this one; 0: none
  std::string_view guard_bif;  // of module erlang, that this instruction is; empty: none
  OpTraits traits;
  FixedRegisters registers;
  std::uint8_t operand_count;
  std::array<OperandKind, kMostOperands> kinds;

  constexpr Control control() const { return traits.control; }
  constexpr bool has(OpAttribute attribute) const {
    return (traits.attributes & static_cast<std::uint8_t>(attribute)) != 0;
  }
  /// May the next instruction be reached from here (at once or after a call)?
  constexpr bool falls_through() const {
    return control() == Control::kNext || control() == Control::kCall ||
           control() == Control::kMayLeave;
  }
  /// May it go where no label of its function leads: into the engine, a function, a caller?
  constexpr bool leaves() const {
    return control() != Control::kNext && control() != Control::kBranch &&
           control() != Control::kRaise;
  }
  constexpr OperandForm form(std::size_t i) const { return kind_info(kinds[i]).form; }
  /// Position of the first operand of this kind; kNowhere if there is none.
  static constexpr std::size_t kNowhere = kMostOperands;
  constexpr std::size_t position_of(OperandKind kind) const {
    for (std::size_t i = 0; i < operand_count; ++i) {
      if (kinds[i] == kind) return i;
    }
    return kNowhere;
  }
  constexpr bool has_operand(OperandKind kind) const { return position_of(kind) != kNowhere; }
  /// Position of the label to go to instead of on; kNowhere if there is none.
  constexpr std::size_t label() const {
    const std::size_t label = position_of(OperandKind::kLabel);
    return label != kNowhere ? label : position_of(OperandKind::kFail);
  }
  constexpr bool has_list() const {
    return operand_count > 0 && form(operand_count - 1U) == OperandForm::kList;
  }
  /// Words of the operands, without the items of a list.
  constexpr Word fixed_words() const {
    return has_operand(OperandKind::kFuncInfo) ? kFuncInfoWords : operand_count;
  }
  /// Kind of the list, which is the last operand.
  constexpr OperandKind list() const { return kinds[operand_count - 1U]; }
  /// Chooses among the labels of a list.
  constexpr bool is_select() const { return control() == Control::kBranch && has_list(); }
};

namespace op_table {

using enum Control;
using enum OpAttribute;
using enum OperandKind;

constexpr OpTraits operator|(OpTraits traits, OpAttribute attribute) {
  traits.attributes |= static_cast<std::uint8_t>(attribute);
  return traits;
}
constexpr OpTraits operator|(Control control, OpAttribute attribute) {
  return OpTraits{control} | attribute;
}

constexpr std::uint8_t registers(std::initializer_list<int> numbers) {
  unsigned set = 0;
  for (int number : numbers) set |= 1U << number;
  return static_cast<std::uint8_t>(set);
}
/// Reads and writes these x registers besides what its operands say.
constexpr FixedRegisters x(std::initializer_list<int> read, std::initializer_list<int> written) {
  return {registers(read), registers(written)};
}
inline constexpr FixedRegisters kNoX{};
inline constexpr FixedRegisters kAllX{FixedRegisters::kAll, FixedRegisters::kAll};
inline constexpr FixedRegisters kOperands{0, 0, true};

template <class... Kinds>
constexpr OpInfo row(std::string_view name, std::uint8_t number, std::string_view guard_bif,
                     OpTraits traits, FixedRegisters registers, Kinds... kinds) {
  static_assert(sizeof...(kinds) <= kMostOperands);
  return {name, number, guard_bif, traits, registers, sizeof...(kinds), {kinds...}};
}

inline constexpr OpInfo kTable[] = {
#define OP(name, ...) row(#name, 0, "", __VA_ARGS__),
#define FILE_OP(number, name, ...) row(#name, number, "", __VA_ARGS__),
#define GUARD_OP(bif, name, ...) row(#name, 0, bif, __VA_ARGS__),
#include "vm/code/opcodes.def"
};

}  // namespace op_table

inline constexpr auto& kOps = op_table::kTable;
inline constexpr std::size_t kOpCount = std::size(kOps);
constexpr const OpInfo& op_info(Op op) { return kOps[static_cast<std::size_t>(op)]; }

/// Words that all operands of an instruction take, the first of which is at `operands`.
constexpr Word words_of_operands(const OpInfo& info, const Word* operands) {
  return info.fixed_words() + (info.has_list() ? operands[info.operand_count - 1U] : 0);
}

/// Calls f(OperandKind, Word) for each operand and, instead of a list, for each of its items. A
/// function's header has no word of its own: 0.
template <class F>
constexpr void for_each_operand(const OpInfo& info, const Word* operands, F f) {
  for (std::size_t i = 0; i < info.operand_count; ++i) {
    if (info.form(i) != OperandForm::kList) {
      f(info.kinds[i], info.form(i) == OperandForm::kHeader ? Word{0} : operands[i]);
      continue;
    }
    const Word* items = operands + i + 1;
    for (Word n = 0; n < operands[i]; ++n) f(item_kind(info.kinds[i], n), items[n]);
  }
}

}  // namespace vm
