// How an operand sits in its code word, and the table of instructions as constants.
// A kSource word is a constant term as it is (its primary tag is never 00), or a register: (number
// << 3) for x and (number << 3) + 4 for y, so that a register word is also the register's byte
// offset. Threads: constants.
#pragma once

#include "vm/term/term.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace vm {

enum class OperandKind : std::uint8_t {
  kSource,
  kDest,
  kLabel,
  kUint,
  kFloat,
  kTerm,
  kExport,
  kBif,
  kFun,
  kPointer,
  kList,
};

/// Facts about an instruction that others act on; see opcodes.def.
enum OpAttribute : std::uint32_t {
  kNoAttributes = 0,
  kCall = 1,
  kTerminator = 2,
  kMayCollect = 4,
  kMayRaise = 8,
  kInternal = 16,
};

enum class Op : std::uint16_t {
#define OP(name, attributes, ...) name,
#include "vm/code/opcodes.def"
};

struct OpInfo {
  std::string_view name;
  std::uint32_t attributes;
  std::uint8_t operand_count;
  std::array<OperandKind, 8> operands;
  constexpr bool has(OpAttribute attribute) const { return attributes & attribute; }
  constexpr bool has_list() const {
    return operand_count > 0 && operands[operand_count - 1] == OperandKind::kList;
  }
};

namespace detail {
template <class... Kinds>
constexpr OpInfo make_op_info(std::string_view name, std::uint32_t attributes, Kinds... kinds) {
  return OpInfo{name, attributes, sizeof...(kinds), {kinds...}};
}
}  // namespace detail

using enum OperandKind;
inline constexpr OpInfo kOps[] = {
#define OP(name, attributes, ...) \
  detail::make_op_info(#name, attributes __VA_OPT__(, ) __VA_ARGS__),
#include "vm/code/opcodes.def"
};
inline constexpr std::size_t kOpCount = sizeof(kOps) / sizeof(kOps[0]);
constexpr const OpInfo& op_info(Op op) { return kOps[static_cast<std::size_t>(op)]; }

constexpr Word encode_x(Word number) { return number << 3; }
constexpr Word encode_y(Word number) { return (number << 3) | 4; }
constexpr bool is_register_word(Word operand) { return (operand & 3) == 0; }
constexpr bool is_y_word(Word operand) { return (operand & 7) == 4; }
constexpr Word register_number(Word operand) { return operand >> 3; }

}  // namespace vm
