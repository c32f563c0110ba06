// Reading loaded code. Words are read with atomic loads: other threads set breakpoints meanwhile.
#include "jit/function_code.h"

#include "vm/code/catch_table.h"
#include "vm/code/module.h"
#include "vm/term/atom_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace jit {

namespace {

/// The one whose `member` is `wanted`, of some that are in order of it; null: there is none.
template <class T, class Key>
const T* find_by(const std::vector<T>& all, Key T::* member, const Key& wanted) {
  const auto place = std::ranges::lower_bound(all, wanted, {}, member);
  return place == all.end() || (*place).*member != wanted ? nullptr : &*place;
}

}  // namespace

int FunctionCode::find(CodeAddress address) const {
  const Instruction* found = find_by(instructions, &Instruction::at, address);
  return found == nullptr ? kNone : static_cast<int>(found - instructions.data());
}

const vm::ValueType* FunctionCode::type_of(int index, unsigned operand) const {
  const Fact* fact = find_by(facts, &Fact::word, at(index).operands + operand);
  return fact == nullptr ? nullptr : &fact->type;
}

const FunctionCode::Literal* FunctionCode::literal(int index, unsigned operand) const {
  return find_by(literals, &Literal::word, at(index).operands + operand);
}

std::span<const Word> FunctionCode::list(int index) const {
  if (!info(index).has_list()) return {};
  const Word* count = operands(index) + info(index).operand_count - 1;
  return {count + 1, *count};
}

CodeAddress FunctionCode::callee(int index) const {
  const std::size_t position = info(index).position_of(vm::OperandKind::kCallee);
  if (position == vm::OpInfo::kNowhere) return nullptr;
  return reinterpret_cast<CodeAddress>(operands(index)[position]);
}

vm::Export* FunctionCode::called_export(int index) const {
  const vm::OpInfo& called = info(index);
  if (!called.calls_export()) return nullptr;
  return reinterpret_cast<vm::Export*>(
      operands(index)[called.position_of(vm::OperandKind::kExport)]);
}

CodeAddress FunctionCode::fail_label(int index) const {
  const std::size_t position = info(index).label();
  if (position == vm::OpInfo::kNowhere) return nullptr;
  return reinterpret_cast<CodeAddress>(operands(index)[position]);
}

std::string FunctionCode::name() const {
  return fmt::format("{}:{}/{}", vm::atom_text(mfa.module), vm::atom_text(mfa.function), mfa.arity);
}

bool read_function(vm::Vm& vm, vm::CodeBackend& backend, const vm::FuncInfo& info, CodeAddress end,
                   FunctionCode* code) {
  if (is_replaced(info)) return false;
  code->mfa = {info.module, info.function, info.arity};
  code->entry = info.entry();
  const std::size_t size = static_cast<std::size_t>(end - info.entry());
  code->words.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    // relaxed: operands are constant, and any handler in the word is right
    code->words[i] = vm::load_shared(info.entry()[i], vm::kRelaxed);
  }
  // relaxed: another scheduler may install baseline code; op_of() knows its entry by then, because
  // it waits for the lock under which that is done
  code->words[0] = vm::load_shared(info.interpreted, vm::kRelaxed);
  for (std::size_t i = 0; i < size;) {
    Op op;
    if (!backend.op_of(reinterpret_cast<OpHandler>(code->words[i]), &op)) return false;
    const vm::OpInfo& row = vm::op_info(op);
    // The next function's header: the given end was too far.
    if (row.has_operand(vm::OperandKind::kFuncInfo)) break;
    const std::size_t operands = vm::words_of_operands(row, code->words.data() + i + 1);
    const auto first = static_cast<std::uint32_t>(i + 1);
    CodeAddress catch_label = nullptr;
    const std::size_t tag = row.position_of(vm::OperandKind::kCatch);
    if (tag != vm::OpInfo::kNowhere) {
      const auto term = vm::Term::from_bits(code->words[first + tag]);
      catch_label = vm.catches->target(term.catch_index());
    }
    const OpHandler handler = backend.handler_for(op, {code->words.data() + first, operands});
    code->instructions.push_back({op, info.entry() + i, first,
                                  static_cast<std::uint32_t>(1 + operands), handler, catch_label});
    i += 1 + operands;
  }
  return !code->instructions.empty();
}

void read_types(const vm::Module& module, FunctionCode* code) {
  const auto begin = static_cast<std::uint32_t>(code->entry - module.code.data());
  const auto end = begin + static_cast<std::uint32_t>(code->words.size());
  const auto first =
      std::lower_bound(module.typed_operands.begin(), module.typed_operands.end(), begin,
                       [](const vm::TypedOperand& o, std::uint32_t at) { return o.offset < at; });
  for (auto operand = first; operand != module.typed_operands.end() && operand->offset < end;
       ++operand) {
    code->facts.push_back({operand->offset - begin, module.types[operand->type]});
  }
}

}  // namespace jit
