// Compiler: BEAM functions to native code: plan, stitch, optimise, generate. Ownership: owns LLVM's
// context and all that belongs to it; the code it makes must be gone before. Threads: one thread
// uses it; compiled code may be destroyed by any.
#pragma once

#include "jit/entry_sled.h"
#include "jit/function_code.h"
#include "jit/native_code.h"
#include "jit/plan.h"
#include "vm/base/processor.h"

namespace jit {

struct CompiledFunction {
  struct EntryPoint {
    int instruction;  // whose word is to hold it
    OpHandler native;
  };
  std::vector<EntryPoint> entry_points;
  std::unique_ptr<Code> code;
  // The code depends on SelfCalls (with kThroughEntryWord, these calls go through entry words):
  bool calls_itself = false;
  bool inlines = false;  // some of FunctionCode::callees
};

/// Text that is wanted besides the code.
struct CompilerText {
  vm::Processor processor = vm::kProcessor;  // whose assembly
  std::string ir;                            // after the passes; listing.h says what is in it
  std::string assembly;
};

class Compiler {
 public:
  /// `backend` is the interpreter's. Code goes into `memory`, its names to `symbols`; both must
  /// outlive the compiler.
  Compiler(vm::CodeBackend& backend, EntryForm entry, CodeMemory& memory, CodeSymbols& symbols);
  ~Compiler();
  Compiler(const Compiler&) = delete;
  /// Compiles a function and, if `text` is not null, fills it. Empty entry_points: nothing of the
  /// function can be compiled. Error: LLVM's message.
  vm::Result<CompiledFunction, std::string> compile(const FunctionCode& code, SelfCalls self_calls,
                                                    CompilerText* text = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jit
