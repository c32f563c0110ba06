// What is done to compiled functions between pasting and code generation: a short list of LLVM's
// passes, chosen by measurement (DESIGN 3), and one of our own that marks which of the machine's
// pointers cannot alias. Threads: the holder of the compiler's lock.
#pragma once

#include <memory>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace jit {

class Passes {
 public:
  /// `target` must outlive the object.
  explicit Passes(llvm::TargetMachine& target);
  ~Passes();
  Passes(const Passes&) = delete;
  /// Optimises every function of the module.
  void run(llvm::Module& module);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jit
