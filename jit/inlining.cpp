// A function is small if it costs about as much as a call.
#include "jit/inlining.h"

#include "jit/integer_facts.h"
#include "vm/code/module.h"

#include <algorithm>

namespace jit {
namespace {

constexpr int kMostInstructions = 12;
/// The most words that a function of that many instructions has; longer ones are not read.
constexpr std::ptrdiff_t kMostWords = 80;

/// Whether it only examines its arguments, builds terms and returns.
bool is_leaf(const FunctionCode& code) {
  return std::ranges::all_of(code.instructions, [](const Instruction& instruction) {
    const vm::OpInfo& info = vm::op_info(instruction.op);
    return info.control() == vm::Control::kReturn || !info.leaves();
  });
}

}  // namespace

void read_callees(vm::Vm& vm, vm::CodeBackend& backend, const vm::Module& module,
                  FunctionCode* code) {
  for (int i = 0; i < code->count(); ++i) {
    const CodeAddress entry = code->callee(i);
    if (entry == nullptr) continue;
    const auto is_it = [&](const FunctionCode& other) { return other.entry == entry; };
    if (entry == code->entry || std::ranges::any_of(code->callees, is_it)) continue;
    const vm::FuncInfo& info = vm::FuncInfo::of_entry(entry);
    const CodeAddress end = module.end_of(info);
    if (end == nullptr || end - entry > kMostWords) continue;
    FunctionCode callee;
    if (!read_function(vm, backend, info, end, &callee)) continue;
    if (callee.count() > kMostInstructions || !is_leaf(callee)) continue;
    read_types(module, &callee);
    add_integer_facts(&callee);
    code->callees.push_back(std::move(callee));
  }
}

}  // namespace jit
