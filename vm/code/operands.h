// The operand kinds of loaded instructions (operand_kinds.def), and their encoding in code words. A
// word of form kValue is a constant term, whose primary tag is never 00, or a register: (number <<
// 3) for x and (number << 3) + 4 for y. The word of an x register is also its byte offset. Threads:
// any; all data here is constant.
#pragma once

#include "vm/base/assert.h"
#include "vm/base/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vm {

enum class OperandKind : std::uint8_t {
#define VALUE(kind, ...) kind,
#define NUMBER(kind, ...) kind,
#define WORD(kind, ...) kind,
#define LIST(kind, ...) kind,
#include "vm/code/operand_kinds.def"
};

/// The content of an operand's word.
enum class OperandForm : std::uint8_t {
  kValue,    // an x or y register or a constant
  kY,        // a y register, encoded as in kValue
  kFloat,    // the number of a float register
  kAddress,  // the address of an instruction, or 0
  kNumber,   // a number
  kTerm,     // a constant term
  kExport,   // Export*
  kBif,      // BifFn
  kFun,      // FunEntry*
  kPointer,  // const Byte* or Atomic<Word>*
  kHeader,   // no word of its own, but the words of a FuncInfo
  kList,     // the number of words that follow
};

/// How an instruction uses the register that an operand names.
enum class RegisterUse : std::uint8_t { kNone, kRead, kWritten, kReadAndWritten };

/// The values that an operand with a RegisterUse may have.
enum class ValuePlace : std::uint8_t { kConstantToo, kAnyRegister, kYRegister, kFloatRegister };

struct OperandKindInfo {
  std::string_view name;
  std::string_view meaning;
  OperandForm form;
  RegisterUse use = RegisterUse::kNone;
  ValuePlace place = ValuePlace::kConstantToo;
  std::int64_t least = 0;  // the range of a number in a file
  std::int64_t most = 0;
  std::uint8_t items_per_entry = 0;  // 1 or 2, for lists
  std::array<OperandKind, 2> items{};

  constexpr bool is_read() const {
    return use == RegisterUse::kRead || use == RegisterUse::kReadAndWritten;
  }
  constexpr bool is_written() const {
    return use == RegisterUse::kWritten || use == RegisterUse::kReadAndWritten;
  }
};

namespace operand_kinds {

using enum OperandKind;
using enum RegisterUse;
using enum ValuePlace;

constexpr OperandForm form_of(ValuePlace place) {
  if (place == kFloatRegister) return OperandForm::kFloat;
  return place == kYRegister ? OperandForm::kY : OperandForm::kValue;
}
template <class... Items>
constexpr OperandKindInfo list(std::string_view name, std::string_view meaning, Items... items) {
  OperandKindInfo info{.name = name, .meaning = meaning, .form = OperandForm::kList};
  info.items_per_entry = sizeof...(items);
  info.items = {items...};
  return info;
}

inline constexpr OperandKindInfo kTable[] = {
#define VALUE(kind, use_of_it, places, what) \
  {.name = #kind, .meaning = what, .form = form_of(places), .use = use_of_it, .place = places},
#define NUMBER(kind, from, to, what) \
  {.name = #kind, .meaning = what, .form = OperandForm::kNumber, .least = from, .most = to},
#define WORD(kind, form_of_it, what) \
  {.name = #kind, .meaning = what, .form = OperandForm::form_of_it},
#define LIST(kind, what, ...) list(#kind, what, __VA_ARGS__),
#include "vm/code/operand_kinds.def"
};

}  // namespace operand_kinds

inline constexpr std::size_t kOperandKindCount = std::size(operand_kinds::kTable);
constexpr const OperandKindInfo& kind_info(OperandKind kind) {
  return operand_kinds::kTable[static_cast<std::size_t>(kind)];
}
constexpr bool is_float(OperandKind kind) { return kind_info(kind).form == OperandForm::kFloat; }
constexpr bool is_address(OperandKind kind) {
  return kind_info(kind).form == OperandForm::kAddress;
}
/// Whether it is the address of something else than an instruction.
constexpr bool is_pointer(OperandKind kind) {
  const OperandForm form = kind_info(kind).form;
  return form == OperandForm::kExport || form == OperandForm::kBif || form == OperandForm::kFun ||
         form == OperandForm::kPointer;
}
/// The kind of item `i` in a list of this kind.
constexpr OperandKind item_kind(OperandKind list, Word i) {
  const OperandKindInfo& info = kind_info(list);
  return info.items[i % info.items_per_entry];
}

constexpr Word encode_x(Word number) { return number << 3; }
constexpr Word encode_y(Word number) { return (number << 3) | 4; }
constexpr bool is_register_word(Word operand) { return (operand & 3) == 0; }
constexpr bool is_y_word(Word operand) { return (operand & 7) == 4; }
constexpr Word register_number(Word operand) { return operand >> 3; }

}  // namespace vm
