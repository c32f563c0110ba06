// DefinitionLibrary: the instruction definitions as LLVM functions, ready to be pasted into
// compiled code. Each is read from the embedded bitcode on first use and brought into a form in
// which every return answers a constant, so that each outcome becomes a branch. A definition *fits*
// when it refers to nothing outside but LLVM's own intrinsics; an instruction whose definition does
// not fit is run by the interpreter's handler. Ownership: owns the module of definitions; the
// context must outlive it. Threads: the holder of the compiler's lock.
#pragma once

#include "vm/code/operands.h"

#include <array>
#include <memory>

namespace llvm {
class Function;
class FunctionType;
class LLVMContext;
class Module;
}  // namespace llvm

namespace jit {

class DefinitionLibrary {
 public:
  explicit DefinitionLibrary(llvm::LLVMContext& context);
  ~DefinitionLibrary();
  DefinitionLibrary(const DefinitionLibrary&) = delete;

  /// The definition of an instruction; null if it does not fit. Parameters as in
  /// bitcode/definitions.cpp.
  llvm::Function* find(vm::Op op);
  /// `def_source`: the value of a source operand.
  llvm::Function& source();
  /// The type of all handlers and compiled functions.
  llvm::FunctionType& signature() const { return *signature_; }
  const llvm::Module& module() const { return *module_; }

 private:
  enum class State : std::uint8_t { kUnread, kFits, kDoesNotFit };
  llvm::Function* prepare(const char* name);

  std::unique_ptr<llvm::Module> module_;
  llvm::FunctionType* signature_;
  llvm::Function* source_ = nullptr;
  std::array<llvm::Function*, vm::kOpCount> functions_{};
  std::array<State, vm::kOpCount> states_{};
};

}  // namespace jit
