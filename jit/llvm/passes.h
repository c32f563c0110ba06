// What is done to compiled functions between pasting and code generation: a short list of LLVM's
// passes, chosen by measurement (DESIGN 3), and some of our own: one marks which of the machine's
// pointers cannot alias, two see through the tags of small integers. And what is done to
// definitions whose operands are known. Only passes.cpp includes the headers of LLVM's pass
// managers, which take seconds to compile. Threads: the holder of the compiler's lock; a Simplifier
// belongs to its thread.
#pragma once

#include <memory>

namespace llvm {
class Function;
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

/// Folds what the known operands of a definition allow. It uses the ranges of values, which Passes
/// does not.
class Simplifier {
 public:
  /// `target` may be null; otherwise it must outlive the object.
  explicit Simplifier(llvm::TargetMachine* target);
  ~Simplifier();
  Simplifier(const Simplifier&) = delete;
  void run(llvm::Function& function);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jit
