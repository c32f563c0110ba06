// Compiler: BEAM functions to native code: plan, stitch, optimise, generate. What needs LLVM is in
// a library of its own (jit/llvm), because loading LLVM takes longer than everything else that a
// short program does. Ownership: a compiler owns LLVM's context and all that belongs to it; the
// code it makes must be gone before. Threads: one thread uses it; compiled code may be destroyed by
// any.
#pragma once

#include "jit/code.h"
#include "jit/direct_calls.h"
#include "jit/entry_sled.h"
#include "jit/function_code.h"
#include "jit/plan.h"
#include "vm/base/processor.h"
#include "vm/base/result.h"

#include <memory>
#include <string>
#include <vector>

namespace jit {

class CodeMemory;
class CodeSymbols;
struct NativeImage;

struct CompiledFunction {
  struct EntryPoint {
    int instruction;  // whose word is to hold it
    OpHandler native;
  };
  std::vector<EntryPoint> entry_points;
  std::unique_ptr<Code> code;
  std::vector<DirectCall> direct_calls;  // in the code; until they follow, they are indirect
  // The code depends on SelfCalls (kPastBreakpoint: these calls look for breakpoints):
  bool calls_itself = false;
  bool inlines = false;  // some of FunctionCode::callees
  vm::CodeMaker maker = vm::CodeMaker::kOptimizer;
  bool was_kept = false;  // a NativeImage was placed
};

/// Text that is wanted besides the code.
struct CompilerText {
  vm::Processor processor = vm::kProcessor;  // whose assembly
  std::string ir;                            // after the passes; listing.h says what is in it
  std::string assembly;
};

/// The optimising compiler.
class Compiler {
 public:
  virtual ~Compiler() = default;
  /// What is wanted besides the code, which does not change by it, but for where the words that
  /// differ between runs come from; null: nothing.
  struct Wanted {
    CompilerText* text = nullptr;
    NativeImage* image = nullptr;  // not with `text`; left empty if there is none
  };

  /// Compiles a function. Empty entry_points: nothing of it can be compiled. Error: LLVM's message.
  virtual vm::Result<CompiledFunction, std::string> compile(const FunctionCode& code,
                                                            SelfCalls self_calls,
                                                            Wanted wanted) = 0;
};

/// Loads the library that has the compiler, with all of LLVM, and leaves it loaded. `file` is its
/// path; it is not used if the compiler is linked into the program, or loaded already. Error: one
/// line. Threads: any.
vm::Result<void, std::string> load_compiler(const std::string& file);

/// Makes a compiler, and loads its library first. `backend` is the interpreter's. Code goes into
/// `memory`, its names to `symbols`; all must outlive the compiler. Error: as load_compiler().
vm::Result<std::unique_ptr<Compiler>, std::string> make_compiler(const std::string& file,
                                                                 vm::CodeBackend& backend,
                                                                 EntryForm entry,
                                                                 CodeMemory& memory,
                                                                 CodeSymbols& symbols);

}  // namespace jit
