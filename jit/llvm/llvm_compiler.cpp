// The steps in their order.
#include "jit/llvm/definition_library.h"
#include "jit/llvm/emit_sled.h"
#include "jit/llvm/listing.h"
#include "jit/llvm/make_compiler.h"
#include "jit/llvm/native_code.h"
#include "jit/llvm/passes.h"
#include "jit/llvm/stitch.h"
#include "jit/native_image.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

namespace jit {
namespace {

/// Floats that have become constants of instructions.
void remove_unused_data(llvm::Module& module) {
  for (llvm::GlobalVariable& data : llvm::make_early_inc_range(module.globals())) {
    data.removeDeadConstantUsers();
    if (data.hasPrivateLinkage() && data.use_empty()) data.eraseFromParent();
  }
}

/// Adds what the linker does not know.
void complete_image(const StitchedModule& stitched, NativeImage* image) {
  image->calls_itself = stitched.calls_itself;
  image->inlines = stitched.inlines;
  image->entries.resize(stitched.functions.size());
  for (std::size_t i = 0; i < image->entries.size(); ++i)
    image->entries[i].instruction = static_cast<std::uint32_t>(stitched.functions[i].instruction);
}

/// Notes the calls by a stub: the jump that it begins with, and the jumps to it that can go to the
/// callee themselves. `stub`: its address.
void add_calls(const CallStub& call, Word stub, std::span<const Jump> jumps, Word image_start,
               CompiledFunction* result, NativeImage* image) {
  const Word indirect = stub + CallStub::kIndirect;
  const auto add = [&](Word distance) {
    result->direct_calls.push_back(
        {call.callee != nullptr ? &vm::FuncInfo::of_entry(call.callee) : nullptr, call.exported,
         distance, indirect});
    if (image == nullptr) return;
    image->calls.push_back({*call.reference, static_cast<std::uint32_t>(distance - image_start),
                            static_cast<std::uint32_t>(indirect - image_start)});
  };
  add(stub + CallStub::kDistance);
  for (const Jump& jump : jumps) {
    if (jump.target == stub && is_changeable(jump.distance)) add(jump.distance);
  }
}

class LlvmCompiler final : public Compiler {
 public:
  LlvmCompiler(vm::CodeBackend& interpreter, EntryForm entry, CodeMemory& memory,
               CodeSymbols& symbols)
      : backend_(interpreter),
        entry_(entry),
        library_(context_),
        generator_(memory, symbols),
        passes_(generator_.target()) {}

  vm::Result<CompiledFunction, std::string> compile(const FunctionCode& code, SelfCalls self_calls,
                                                    Wanted wanted) override;

 private:
  vm::CodeBackend& backend_;
  const EntryForm entry_;
  llvm::LLVMContext context_;
  DefinitionLibrary library_;
  CodeGenerator generator_;
  Passes passes_;
  Word compiled_ = 0;
};

vm::Result<CompiledFunction, std::string> LlvmCompiler::compile(const FunctionCode& code,
                                                                SelfCalls self_calls,
                                                                Wanted wanted) {
  const Plan plan = make_plan(code, library_, backend_);
  CompilerText* const text = wanted.text;
  const std::string prefix = code.name() + "#" + std::to_string(++compiled_);
  StitchedModule stitched =
      stitch(code, plan, library_, backend_, context_, prefix, entry_, self_calls,
             text == nullptr ? Marks::kNone : Marks::kInstructions,
             wanted.image == nullptr ? IsPortable::kNo : IsPortable::kYes);
  CompiledFunction result;
  if (stitched.functions.empty()) return result;
  NativeImage* const image = stitched.is_portable ? wanted.image : nullptr;
  result.calls_itself = stitched.calls_itself;
  result.inlines = stitched.inlines;
  const NativeFunction& first = stitched.functions.front();
  if (entry_ == EntryForm::kSled && first.instruction == 0) {
    add_sled(*stitched.module->getFunction(first.symbol), backend_.entry_handlers().breakpoint);
  }
  if constexpr (vm::kAsserts) {
    VM_ASSERT(!llvm::verifyModule(*stitched.module, &llvm::errs()), "stitched code is well formed");
  }
  passes_.run(*stitched.module);
  remove_unused_data(*stitched.module);
  if (text != nullptr) {
    VM_TRY(const std::string generated, generator_.assembly(*stitched.module, text->processor));
    text->assembly = assembly_text(generated, code);
    text->ir = ir_text(*stitched.module, code);  // last: takes the marks off
  }
  std::vector<LinkedValue> values;
  for (ValueSymbol& symbol :
       replace_unknown_values(*stitched.module, stitched.unknown_values, prefix)) {
    const auto word = value_of(symbol.reference, code, backend_);
    VM_CHECK(word.has_value(), "the references are of this function");
    values.push_back({std::move(symbol.name), *word + symbol.offset});
    if (image != nullptr) image->values.push_back({symbol.reference, symbol.offset});
  }
  std::vector<std::string> symbols;
  for (const NativeFunction& function : stitched.functions) symbols.push_back(function.symbol);
  for (const CallStub& call : stitched.calls) symbols.push_back(call.symbol);
  VM_TRY(GeneratedCode generated, generator_.generate(*stitched.module, symbols, values, image));
  result.code = std::move(generated.code);
  for (std::size_t i = 0; i < stitched.functions.size(); ++i) {
    result.entry_points.push_back({stitched.functions[i].instruction,
                                   reinterpret_cast<OpHandler>(result.code->addresses[i])});
  }
  const bool has_image = image != nullptr && !image->entries.empty();
  const std::vector<Word>& addresses = result.code->addresses;
  for (std::size_t i = 0; i < stitched.calls.size(); ++i) {
    add_calls(stitched.calls[i], addresses[stitched.functions.size() + i], generated.jumps,
              has_image ? addresses[0] - image->entries[0].offset : 0, &result,
              has_image ? image : nullptr);
  }
  if (has_image) complete_image(stitched, image);
  return result;
}

}  // namespace
}  // namespace jit

jit::Compiler* sonde_make_compiler(vm::CodeBackend& backend, jit::EntryForm entry,
                                   jit::CodeMemory& memory, jit::CodeSymbols& symbols) {
  return std::make_unique<jit::LlvmCompiler>(backend, entry, memory, symbols).release();
}
