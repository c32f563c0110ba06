// Reading loaded code. Words are read with atomic loads: others set breakpoints meanwhile.
#include "jit/function_code.h"

#include "vm/code/catch_table.h"
#include "vm/code/module.h"
#include "vm/term/atom_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace jit {

int FunctionCode::find(CodeAddress address) const {
  const auto place = std::lower_bound(instructions.begin(), instructions.end(), address,
                                      [](const Instruction& i, CodeAddress a) { return i.at < a; });
  if (place == instructions.end() || place->at != address) return kNone;
  return static_cast<int>(place - instructions.begin());
}

const vm::ValueType* FunctionCode::type_of(int index, unsigned operand) const {
  const std::uint32_t word = at(index).operands + operand;
  const auto place = std::lower_bound(facts.begin(), facts.end(), word,
                                      [](const Fact& f, std::uint32_t w) { return f.word < w; });
  return place == facts.end() || place->word != word ? nullptr : &place->type;
}

std::span<const Word> FunctionCode::list(int index) const {
  const vm::OpInfo& info = vm::op_info(at(index).op);
  if (!info.has_list()) return {};
  const Word* count = operands(index) + info.operand_count - 1;
  return {count + 1, *count};
}

CodeAddress FunctionCode::fail_label(int index) const {
  const Op op = at(index).op;
  // Their label is the callee.
  if (is_local_call(op)) return nullptr;
  const vm::OpInfo& info = vm::op_info(op);
  for (unsigned i = 0; i < info.operand_count; ++i) {
    if (info.operands[i] == vm::kLabel) return reinterpret_cast<CodeAddress>(operands(index)[i]);
  }
  return nullptr;
}

std::string FunctionCode::name() const {
  return fmt::format("{}:{}/{}", vm::atom_text(mfa.module), vm::atom_text(mfa.function), mfa.arity);
}

bool read_function(vm::Vm& vm, vm::CodeBackend& backend, const vm::FuncInfo& info, CodeAddress end,
                   FunctionCode* code) {
  code->mfa = {info.module, info.function, info.arity};
  code->entry = info.entry();
  const std::size_t size = static_cast<std::size_t>(end - info.entry());
  code->words.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    // relaxed: operands are constant, and of handlers any is right that stands there
    code->words[i] = vm::load_shared(info.entry()[i], vm::kRelaxed);
  }
  code->words[0] = info.interpreted;
  for (std::size_t i = 0; i < size;) {
    Op op;
    if (!backend.op_of(reinterpret_cast<OpHandler>(code->words[i]), &op)) return false;
    const vm::OpInfo& row = vm::op_info(op);
    // The next function's header, where the end was taken too far.
    if (op == Op::func_info) break;
    std::size_t operands = row.operand_count;
    if (row.has_list()) operands += code->words[i + operands];
    const auto first = static_cast<std::uint32_t>(i + 1);
    CodeAddress catch_label = nullptr;
    if (op == Op::catch_ || op == Op::try_) {
      catch_label = vm.catches->target(vm::Term::from_bits(code->words[i + 2]).catch_index());
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
