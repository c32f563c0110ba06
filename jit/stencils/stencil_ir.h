// Stencils as LLVM functions: the definition of an instruction, pasted into a function with the
// signature of a handler, with symbols in place of the operands and of what follows. Threads: one.
#pragma once

#include "jit/baseline/stencil.h"
#include "jit/stencils/hole_code.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
}  // namespace llvm

namespace jit {
class DefinitionLibrary;
}  // namespace jit

namespace stencils {

/// The symbol for a value in code, and back: "hole.kOperand.2".
std::string hole_symbol(jit::HoleValue value, unsigned index);
/// False: it is none.
bool parse_hole_symbol(std::string_view symbol, jit::HoleValue* value, unsigned* index);

/// The functions of a module, each a stencil.
class StencilModule {
 public:
  StencilModule(jit::DefinitionLibrary& library, llvm::LLVMContext& context,
                llvm::TargetMachine& target);

  /// Adds the stencil of a shape as function `name`. False: the instruction's definition cannot be
  /// pasted, or shapes do not say enough to paste it.
  bool add(const jit::Shape& shape, const std::string& name);
  void add_connector(jit::Connector connector, const std::string& name);
  /// Optimises all functions, and puts symbols of the linker in place of the unknown values. The
  /// module is ready for the code generator then.
  llvm::Module& finish();

 private:
  llvm::Function& declare(const std::string& name);
  void begin(const std::string& name);
  void tail_call(llvm::Value* target, llvm::Value* instruction);
  void leave_through(llvm::Value* address);
  llvm::CallInst* unknown(jit::HoleValue value, unsigned index);
  void limit(llvm::CallInst& value, vm::Word least, vm::Word end);
  llvm::Value* operand(jit::OperandShape shape, vm::OperandKind kind, unsigned number);
  void connect(llvm::ReturnInst& ret, bool calls_directly);
  llvm::BasicBlock* exit(jit::HoleValue value, llvm::BasicBlock** block);
  llvm::Value* no_instruction();

  /// What is known of an unknown value.
  struct HoleSite {
    jit::HoleValue value{};
    unsigned index = 0;
    vm::Word alignment = 1;
    vm::Word known_bits = 0;
    HoleWidth width = HoleWidth::kWord;
    bool is_wide() const { return width > HoleWidth::kNarrow; }
  };
  llvm::GlobalVariable& symbol(jit::HoleValue value, unsigned index, vm::Word alignment);
  llvm::Value* hole(const HoleSite& site, vm::SWord offset, llvm::Instruction& user);
  void shift(llvm::BinaryOperator& operation, const HoleSite& site);
  void expose_distances(llvm::Instruction& bytes);
  llvm::CallInst* scaled_hole(llvm::CallInst& number, const HoleSite& site, vm::Word shift);
  bool replace_accesses(llvm::Instruction& known, llvm::Instruction& user, const HoleSite& site,
                        vm::SWord offset);
  void replace_uses(llvm::Instruction& known, const HoleSite& site, vm::SWord offset);
  void expose_sums(llvm::Function& function);
  void replace_divisor(llvm::CallInst& number, const HoleSite& site);
  void expand_divisions(llvm::Function& function, const jit::Shape& shape);
  llvm::Value* shifted(llvm::Value* dividend, llvm::Value* divisor, unsigned index,
                       bool is_quotient);
  llvm::Value* multiplied(llvm::Value* dividend, llvm::Value* divisor, unsigned index,
                          bool is_quotient);
  llvm::CallInst* distance(jit::HoleValue value, unsigned index);
  void replace_unknowns(llvm::Function& function, const jit::Shape& shape);

  jit::DefinitionLibrary& library_;
  llvm::TargetMachine& target_;
  const bool is_aarch64_;
  std::unique_ptr<llvm::Module> module_;
  llvm::IRBuilder<> builder_;
  std::vector<std::pair<llvm::Function*, jit::Shape>> functions_;
  // Of the function that is being made:
  llvm::Function* function_ = nullptr;
  llvm::AllocaInst* machine_ = nullptr;
  llvm::BasicBlock* fail_ = nullptr;
  llvm::BasicBlock* slow_ = nullptr;
};

}  // namespace stencils
