// Static assertions about every row of opcodes.def: an incomplete or contradictory row does not
// compile.
#include "vm/code/opcodes.h"

#include <algorithm>

namespace vm {
namespace {

template <class Rule>
constexpr bool holds_for_all(Rule rule) {
  return std::ranges::all_of(kOps, rule);
}
constexpr int count_labels(const OpInfo& op) {
  return static_cast<int>(std::ranges::count_if(
      op.kinds.begin(), op.kinds.begin() + op.operand_count,
      [](OperandKind kind) { return kind == OperandKind::kLabel || kind == OperandKind::kFail; }));
}
constexpr bool has_labels_in_list(const OpInfo& op) {
  return op.has_list() && std::ranges::count(kind_info(op.list()).items, OperandKind::kLabel) > 0;
}
constexpr bool writes_operand(const OpInfo& op) {
  return std::any_of(op.kinds.begin(), op.kinds.begin() + op.operand_count,
                     [](OperandKind kind) { return kind_info(kind).is_written(); });
}

static_assert(holds_for_all([](const OpInfo& op) {
                return op.operand_count > 0 || !op.registers.operands_say_all;
              }),
              "a row without operands says which x registers it reads and writes");
static_assert(holds_for_all([](const OpInfo& op) {
                for (std::size_t i = 0; i + 1 < op.operand_count; ++i) {
                  if (op.form(i) == OperandForm::kList) return false;
                }
                return true;
              }),
              "a list is the last operand");
static_assert(holds_for_all([](const OpInfo& op) {
                return !op.has_operand(OperandKind::kFuncInfo) || op.operand_count == 1;
              }),
              "a function's header is the only operand");
static_assert(holds_for_all([](const OpInfo& op) { return count_labels(op) <= 1; }),
              "an instruction has at most one label operand");
static_assert(holds_for_all([](const OpInfo& op) {
                return op.control() != Control::kBranch || count_labels(op) == 1;
              }),
              "a branch has a label operand");
static_assert(holds_for_all([](const OpInfo& op) {
                return !has_labels_in_list(op) || op.is_select();
              }),
              "only select instructions have labels in their list");
static_assert(holds_for_all([](const OpInfo& op) {
                const bool is_call =
                    op.control() == Control::kCall || op.control() == Control::kTailCall;
                return is_call || !op.has_operand(OperandKind::kCallee);
              }),
              "only calls have a callee");
static_assert(holds_for_all([](const OpInfo& op) {
                const bool goes_on = op.falls_through();
                return goes_on || (!writes_operand(op) && !op.has_operand(OperandKind::kLive));
              }),
              "an instruction that does not fall through writes nothing for the next one");
static_assert(holds_for_all([](const OpInfo& op) {
                const bool collects = op.has(OpAttribute::kMayCollect);
                return !collects || op.control() != Control::kNext ||
                       op.has_operand(OperandKind::kLive) || !op.registers.operands_say_all;
              }),
              "an instruction that may collect says which registers it keeps");
static_assert(holds_for_all([](const OpInfo& op) {
                return op.number == 0 || std::ranges::count(kOps, op.number, &OpInfo::number) == 1;
              }),
              "each opcode of files is loaded as one instruction");

}  // namespace
}  // namespace vm
