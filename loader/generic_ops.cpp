// The table itself, made at compile time.
#include "loader/generic_ops.h"

namespace loader {

namespace {

using enum GenericKind;

template <typename... Kinds>
consteval GenericOpInfo accepted(std::string_view name, Kinds... kinds) {
  return {name, sizeof...(Kinds), true, {kinds...}};
}

/// What files call an instruction: the underscore behind keywords of C++ is ours.
consteval std::string_view file_name(std::string_view name) {
  return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

consteval GenericOpInfo loaded_as_it_is(const vm::OpInfo& op) {
  GenericOpInfo info{file_name(op.name), op.operand_count, true, {}};
  for (unsigned i = 0; i < op.operand_count; i++) info.kinds[i] = generic_kind(op.kinds[i]);
  return info;
}

consteval std::array<GenericOpInfo, 256> make_table() {
  std::array<GenericOpInfo, 256> table{};
  for (const vm::OpInfo& op : vm::kOps) {
    if (op.number != 0) table[op.number] = loaded_as_it_is(op);
  }
#define GENERIC_OP(number, name, ...) table[number] = accepted(#name __VA_OPT__(, ) __VA_ARGS__);
#define REFUSED_OP(number, name, arity) table[number] = {#name, arity, false, {}};
#include "loader/generic_ops.def"
  for (GenericOpInfo& info : table) {
    for (unsigned i = 0; i < info.arity; i++)
      info.kind_bits |= std::uint64_t{1} << static_cast<unsigned>(info.kinds[i]);
  }
  return table;
}

consteval int count_rows() {
  int rows = static_cast<int>(std::ranges::count_if(vm::kOps, &vm::OpInfo::number));
#define GENERIC_OP(number, name, ...) ++rows;
#define REFUSED_OP(number, name, arity) ++rows;
#include "loader/generic_ops.def"
  return rows;
}

constexpr std::array<GenericOpInfo, 256> kTable = make_table();

static_assert(kTable[kMaxGenericOp].arity != 0 && kTable[kMaxGenericOp + 1].name.empty(),
              "the largest number is that of the last row");
static_assert(std::ranges::count_if(kTable, [](auto& row) { return !row.name.empty(); }) ==
                  count_rows(),
              "each number has one row, in one of the two tables");

}  // namespace

constexpr std::array<GenericOpInfo, 256> detail::generic_op_table = kTable;

}  // namespace loader
