// DefinitionLibrary: the instruction definitions as LLVM functions, ready to be pasted into
// compiled code. Each is read from the embedded bitcode on first use and brought into a form in
// which every return has a constant value, so that each outcome becomes a branch. A definition
// *fits* when it refers to nothing outside but LLVM's own intrinsics and the functions of
// runtime_calls.def; an instruction whose definition does not fit is run by the interpreter's
// handler. Ownership: owns the module of definitions; the context must outlive it.
// Threads: the holder of the compiler's lock.
#pragma once

#include "jit/llvm/bitcode.h"
#include "vm/code/opcodes.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <map>
#include <memory>
#include <string>

namespace llvm {
class Function;
class FunctionType;
class Instruction;
class IRBuilderBase;
class LLVMContext;
class Module;
class ReturnInst;
class Value;
}  // namespace llvm

namespace jit {

class DefinitionLibrary {
 public:
  /// `bitcode`: of definitions.cpp; it must outlive the library.
  explicit DefinitionLibrary(llvm::LLVMContext& context,
                             std::string_view bitcode = definitions_bitcode());
  ~DefinitionLibrary();
  DefinitionLibrary(const DefinitionLibrary&) = delete;

  /// What to paste for an instruction, null if it does not fit. `items`: the length of its list,
  /// which has to be one of llvm/definitions/counted_lists.def; 0 for instructions without a list.
  /// Parameters as in definitions/definitions.cpp.
  llvm::Function* find(vm::Op op, vm::Word items);
  /// The part `def_<name>` of definitions.cpp, which is no instruction. One that returns bool has a
  /// return for each outcome.
  llvm::Function& part(const std::string& name);
  /// Appends a copy of `definition`, which one of these returned, to `function`: it begins in
  /// the block after what was the last one. `values` has what takes the place of its parameters,
  /// `call(n)` is what it calls in place of row n of runtime_calls.def, and its local variables go
  /// in front of `locals`. Returns its returns.
  llvm::SmallVector<llvm::ReturnInst*, 8> paste(llvm::Function& definition,
                                                llvm::Function& function,
                                                llvm::ValueToValueMapTy& values,
                                                llvm::function_ref<llvm::Value*(std::size_t)> call,
                                                llvm::Instruction& locals);
  /// Code for where calls of an export by a process go.
  llvm::Value* address_of_export(llvm::IRBuilderBase& builder, llvm::Value* process,
                                 llvm::Value* exported);
  /// The type of all handlers and compiled functions.
  llvm::FunctionType& signature() const { return *signature_; }
  const llvm::Module& module() const { return *module_; }

 private:
  llvm::Function* prepare(const std::string& name);
  bool refers_outside(const llvm::Function& function) const;
  /// The number of its row in runtime_calls.def; null: it is none of them.
  const std::size_t* runtime_call(const llvm::Function& callee) const;

  std::unique_ptr<llvm::Module> module_;
  llvm::FunctionType* signature_;
  std::map<const llvm::Function*, std::size_t> runtime_calls_;        // declarations in the module
  std::map<std::string, llvm::Function*> parts_;                      // those requested so far
  std::map<std::pair<vm::Op, vm::Word>, llvm::Function*> functions_;  // those requested so far
};

}  // namespace jit
