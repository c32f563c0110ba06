// BaselineCompiler: native code by copy and patch. The stencils of a function's instructions are
// copied one after the other, and their holes filled; that takes a fraction of a microsecond for an
// instruction, so it is done by the process that calls the function. What has no stencil is run by
// the interpreter's handler, in the middle of native code.
// Ownership: the caller owns the code. Threads: any; constant after construction.
#pragma once

#include "jit/baseline/stencil_table.h"
#include "jit/compiler.h"

namespace jit {

class CodeMemory;
class CodeSymbols;

class BaselineCompiler {
 public:
  /// `backend` is the interpreter's. Code goes into `memory`, its names to `symbols`; all must
  /// outlive the code.
  BaselineCompiler(const StencilTable& table, vm::CodeBackend& backend, CodeMemory& memory,
                   CodeSymbols& symbols);

  /// Compiles a function. Empty entry_points: nothing of it has a stencil. Error: code memory is
  /// full.
  vm::Result<CompiledFunction, std::string> compile(const FunctionCode& code) const;

 private:
  const StencilTable& table_;
  vm::CodeBackend& backend_;
  CodeMemory& memory_;
  CodeSymbols& symbols_;
};

}  // namespace jit
