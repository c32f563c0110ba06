// The steps in their order.
#include "jit/compiler.h"

#include "jit/definition_library.h"
#include "jit/emit_sled.h"
#include "jit/listing.h"
#include "jit/passes.h"
#include "jit/stitch.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

namespace jit {

struct Compiler::State {
  State(vm::CodeBackend& interpreter, EntryForm entry_form, CodeMemory& memory,
        CodeSymbols& symbols)
      : backend(interpreter),
        entry(entry_form),
        library(context),
        generator(memory, symbols),
        passes(generator.target()) {}
  vm::CodeBackend& backend;
  const EntryForm entry;
  llvm::LLVMContext context;
  DefinitionLibrary library;
  CodeGenerator generator;
  Passes passes;
  Word compiled = 0;
};

Compiler::Compiler(vm::CodeBackend& backend, EntryForm entry, CodeMemory& memory,
                   CodeSymbols& symbols)
    : state_(std::make_unique<State>(backend, entry, memory, symbols)) {}
Compiler::~Compiler() = default;

vm::Result<CompiledFunction, std::string> Compiler::compile(const FunctionCode& code,
                                                            SelfCalls self_calls,
                                                            CompilerText* text) {
  State& s = *state_;
  const Plan plan = make_plan(code, s.library, s.backend);
  StitchedModule stitched = stitch(code, plan, s.library, s.backend, s.context,
                                   code.name() + "#" + std::to_string(++s.compiled), self_calls,
                                   text == nullptr ? Marks::kNone : Marks::kInstructions);
  CompiledFunction result;
  if (stitched.functions.empty()) return result;
  result.calls_itself = stitched.calls_itself;
  result.inlines = stitched.inlines;
  const NativeFunction& first = stitched.functions.front();
  if (s.entry == EntryForm::kSled && first.instruction == 0) {
    add_sled(*stitched.module->getFunction(first.symbol), s.backend.entry_handlers().breakpoint);
  }
  if constexpr (vm::kAsserts) {
    VM_ASSERT(!llvm::verifyModule(*stitched.module, &llvm::errs()), "stitched code is well formed");
  }
  s.passes.run(*stitched.module);
  if (text != nullptr) {
    VM_TRY(const std::string generated, s.generator.assembly(*stitched.module, text->processor));
    text->assembly = assembly_text(generated, code);
    text->ir = ir_text(*stitched.module, code);  // last: takes the marks off
  }
  std::vector<std::string> symbols;
  for (const NativeFunction& function : stitched.functions) symbols.push_back(function.symbol);
  VM_TRY(result.code, s.generator.generate(*stitched.module, symbols));
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    result.entry_points.push_back({stitched.functions[i].instruction,
                                   reinterpret_cast<OpHandler>(result.code->addresses[i])});
  }
  return result;
}

}  // namespace jit
