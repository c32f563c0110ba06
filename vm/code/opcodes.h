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

/// Where an instruction passes control, unless it raises.
enum class Control : std::uint8_t {
  kNext,      // to the next instruction or to its label
  kBranch,    // to its label or a label of its list, never to the next instruction
  kCall,      // to a function, which returns to the next instruction; only x0 is live then
  kTailCall,  // to a function that replaces this one on the stack
  kReturn,    // to the caller of this function
  kRaise,     // the instruction always raises
  kMayLeave,  // to the next instruction or to its label, possibly after leaving the engine or
              // calling a function; only the x registers that it writes are live then
  kLeave,     // out of the engine, to a function, to the caller or to its label, never to the next
              // instruction
  kOriginal,  // to the instruction that it replaces
};

/// Other properties of instructions.
enum class OpAttribute : std::uint8_t {
  kMayCollect = 1,  // may collect garbage. It keeps the x registers below its operand kLive;
                    // without that operand only the registers it writes
  kMayRaise = 2,    // may raise an exception
  kBuilds = 4,      // takes heap words that a preceding instruction made free
  kBody = 8,        // is the whole body of a function; only the loader writes it
  kOftenSlow = 16,  // its definition often leaves the work to the out-of-line version, so compiled
                    // code has an entry point behind it
};

struct OpTraits {
  Control control;
  std::uint8_t attributes = 0;
  constexpr OpTraits(Control control) : control(control) {}
};

/// The x registers that an instruction reads and writes besides those that operands name, as sets
/// of bits. All these registers are passed in parameters.
struct FixedRegisters {
  static constexpr std::uint8_t kAll = UINT8_MAX;
  std::uint8_t reads = 0;
  std::uint8_t writes = 0;
  bool operands_say_all = false;
};

inline constexpr std::size_t kMostOperands = 8;

struct OpInfo {
  std::string_view name;
  std::uint8_t number;         // the opcode in files that is loaded as this instruction; 0: none
  std::string_view guard_bif;  // the guard BIF of module erlang that this implements, or empty
  OpTraits traits;
  FixedRegisters registers;
  std::uint8_t operand_count;
  std::array<OperandKind, kMostOperands> kinds;

  constexpr Control control() const { return traits.control; }
  constexpr bool has(OpAttribute attribute) const {
    return (traits.attributes & static_cast<std::uint8_t>(attribute)) != 0;
  }
  /// True if control can reach the next instruction from here, directly or after a call.
  constexpr bool falls_through() const {
    return control() == Control::kNext || control() == Control::kCall ||
           control() == Control::kMayLeave;
  }
  /// True if the instruction can pass control out of its function: to the engine, another function
  /// or the caller.
  constexpr bool leaves() const {
    return control() != Control::kNext && control() != Control::kBranch &&
           control() != Control::kRaise;
  }
  constexpr OperandForm form(std::size_t i) const { return kind_info(kinds[i]).form; }
  /// The position of the first operand of this kind, or kNowhere.
  static constexpr std::size_t kNowhere = kMostOperands;
  constexpr std::size_t position_of(OperandKind kind) const {
    for (std::size_t i = 0; i < operand_count; ++i) {
      if (kinds[i] == kind) return i;
    }
    return kNowhere;
  }
  constexpr bool has_operand(OperandKind kind) const { return position_of(kind) != kNowhere; }
  /// Whether it goes to the function that an export leads to.
  constexpr bool calls_export() const {
    return has_operand(OperandKind::kExport) &&
           (control() == Control::kCall || control() == Control::kTailCall);
  }
  /// The position of the label operand, or kNowhere.
  constexpr std::size_t label() const {
    const std::size_t label = position_of(OperandKind::kLabel);
    return label != kNowhere ? label : position_of(OperandKind::kFail);
  }
  constexpr bool has_list() const {
    return operand_count > 0 && form(operand_count - 1U) == OperandForm::kList;
  }
  /// The words of the operands, without the items of a list.
  constexpr Word fixed_words() const {
    return has_operand(OperandKind::kFuncInfo) ? kFuncInfoWords : operand_count;
  }
  /// The kind of the list, which is the last operand.
  constexpr OperandKind list() const { return kinds[operand_count - 1U]; }
  /// True for an instruction that selects one of the labels in its list.
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
/// The x registers that an instruction reads and writes besides those that operands name.
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

/// The words that the operands of an instruction take. `operands` points to the first one.
constexpr Word words_of_operands(const OpInfo& info, const Word* operands) {
  return info.fixed_words() + (info.has_list() ? operands[info.operand_count - 1U] : 0);
}

/// Calls f(OperandKind, Word) for each operand. For a list it calls f for each item, and for the
/// header of a function with the word 0.
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
