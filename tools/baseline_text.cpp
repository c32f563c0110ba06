// Which stencils each instruction is copied from. Nothing is compiled, so there are no addresses.
#include "jit/baseline/steps.h"
#include "tools/engines.h"
#include "vm/code/disasm.h"
#include "vm/code/module.h"

#include <fmt/format.h>

namespace tools {
namespace {

std::string step_text(const jit::Step& step, const jit::Steps& steps, const jit::FunctionCode& code,
                      int i) {
  if (steps.plan.is_pasted(i))
    return fmt::format("            {}: {} + {} bytes\n", jit::shape_text(step.stencil->shape),
                       step.stencil->hot_bytes, step.stencil->cold_bytes);
  // The census for shapes.txt is made of these lines.
  jit::OperandWords words;
  std::optional<jit::Shape> shape;
  if (jit::operand_words(code.info(i), code.operands(i), &words))
    shape = jit::shape_of(code.at(i).op, words);
  return fmt::format("            the interpreter's handler ({})\n",
                     shape ? "no stencil: " + jit::shape_text(*shape) : "it has no shape");
}

std::string function_text(const jit::FunctionCode& code, const jit::Steps& steps,
                          const vm::Module& module, vm::CodeBackend& backend) {
  std::size_t hot = 0, cold = 0;
  for (const jit::Step& step : steps.steps) {
    hot += step.stencil->hot_bytes;
    cold += step.stencil->cold_bytes;
  }
  std::string text = fmt::format("{}: {} instructions, {} + {} bytes without stubs\n", code.name(),
                                 code.count(), hot, cold);
  auto step = steps.steps.begin();
  for (int i = 0; i < code.count(); ++i) {
    vm::Word words = 0;
    text += steps.plan.is_entry_point(i) ? "  =>" : "    ";
    text += vm::instruction_text(
        module, code.at(i).at, reinterpret_cast<vm::Word>(code.at(i).interpreted),
        [&](vm::OpHandler handler, vm::Op* op) { return backend.op_of(handler, op); }, &words);
    text += "\n";
    for (; step != steps.steps.end() && step->instruction == i; ++step)
      text += step_text(*step, steps, code, i);
  }
  return text;
}

}  // namespace

vm::Result<std::string, std::string> baseline_text(vm::Vm& vm, const vm::Module& module,
                                                   std::span<const vm::FuncInfo* const> functions) {
  VM_TRY(const jit::StencilTable table, jit::StencilTable::read(jit::embedded_stencils()));
  std::string result;
  for (const vm::FuncInfo* info : functions) {
    jit::FunctionCode code;
    if (!jit::read_function(vm, *vm.backend, *info, module.end_of(*info), &code)) continue;
    if (!result.empty()) result += "\n";
    result += function_text(code, jit::make_steps(code, table, *vm.backend), module, *vm.backend);
  }
  return result;
}

}  // namespace tools
