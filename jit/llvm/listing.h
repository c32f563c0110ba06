// Compiled code as text: which BEAM instruction each line of LLVM's IR and each machine instruction
// belongs to. Marks are put on the IR as it is stitched (as LLVM's debug locations, which the
// passes and the code generator preserve), and appear as comment lines: `; [3] is_lt`, in assembly
// `# [3] is_lt`; code after [-] belongs to none.
// Ownership: text is a value; the marks are the module's. Threads: the user of the module.
#pragma once

#include "jit/function_code.h"

#include <string>
#include <string_view>

namespace llvm {
class DICompileUnit;
class Function;
class Module;
}  // namespace llvm

namespace jit {

/// Marks the instructions of one module.
class InstructionMarks {
 public:
  explicit InstructionMarks(llvm::Module& module);
  /// `function` is about to get its body.
  void begin(llvm::Function& function);
  /// Marks what was added to the function since the last call: it belongs to `instruction`.
  void mark(llvm::Function& function, int instruction);

 private:
  llvm::DICompileUnit* unit_;  // the module's
};

/// The module as LLVM reads and writes it, with a comment line wherever another BEAM instruction of
/// `code` begins. The marks are gone from the module afterwards.
std::string ir_text(llvm::Module& module, const FunctionCode& code);

/// The code generator's assembly of a marked module, with comment lines in place of its marks, and
/// without directives for the linker and debuggers.
std::string assembly_text(std::string_view generated, const FunctionCode& code);

}  // namespace jit
