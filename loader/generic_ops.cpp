// The table itself, made from generic_ops.def at compile time.
#include "loader/generic_ops.h"

namespace loader {

namespace {

using enum GenericKind;

template <typename... Kinds>
constexpr GenericOpInfo accepted(std::string_view name, Kinds... kinds) {
  return {name, sizeof...(Kinds), true, {kinds...}};
}

constexpr std::array<GenericOpInfo, 256> make_table() {
  std::array<GenericOpInfo, 256> table{};
#define GENERIC_OP(number, name, ...) table[number] = accepted(#name __VA_OPT__(, ) __VA_ARGS__);
#define REFUSED_OP(number, name, arity) table[number] = {#name, arity, false, {}};
#include "loader/generic_ops.def"
  return table;
}

constexpr std::array<GenericOpInfo, 256> kTable = make_table();

static_assert(kTable[kMaxGenericOp].arity != 0 && kTable[kMaxGenericOp + 1].name.empty(),
              "the largest number is that of the last row");

}  // namespace

constexpr std::array<GenericOpInfo, 256> detail::generic_op_table = kTable;

}  // namespace loader
