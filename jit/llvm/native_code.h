// CodeGenerator: LLVM modules to native code in memory. The only place that knows LLVM's target and
// its linker. Ownership: Code keeps its pages until it is destroyed; all Code must be gone before
// the generator. Threads: generate() by the holder of the compiler's lock; Code may be destroyed by
// any thread, at any time.
#pragma once

#include "jit/code.h"
#include "jit/llvm/link_memory.h"
#include "vm/base/processor.h"
#include "vm/base/result.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace jit {

class CodeMemory;
class CodeSymbols;
struct NativeImage;

/// A symbol that is no function, and its address.
struct LinkedValue {
  std::string symbol;
  vm::Word word;
};

struct GeneratedCode {
  std::unique_ptr<Code> code;
  std::vector<Jump> jumps;  // as in LinkRecord
};

class CodeGenerator {
 public:
  /// Code goes into `memory`, its names to `symbols`; both must outlive the generator.
  CodeGenerator(CodeMemory& memory, CodeSymbols& symbols);
  ~CodeGenerator();
  CodeGenerator(const CodeGenerator&) = delete;

  llvm::TargetMachine& target();
  /// Compiles and links the module's functions; the result has the addresses of `symbols`. `values`
  /// are the symbols that the module refers to. `image`, if it is not null and the code can run at
  /// another address, gets the code, the places of values, and in `entries` the offsets of
  /// `symbols`. Error: LLVM's message. The module's name is that of the code for debuggers and
  /// profilers.
  vm::Result<GeneratedCode, std::string> generate(llvm::Module& module,
                                                  const std::vector<std::string>& symbols,
                                                  const std::vector<LinkedValue>& values,
                                                  NativeImage* image);
  /// The assembly for a processor; the module is left as it is. Error: this LLVM was built without
  /// that processor.
  vm::Result<std::string, std::string> assembly(const llvm::Module& module,
                                                vm::Processor processor);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jit
