// Reading definitions, and giving each outcome a return of its own.
#include "jit/llvm/definition_library.h"

#include "jit/llvm/memory_kinds.h"
#include "jit/runtime_calls.h"
#include "vm/base/assert.h"
#include "vm/code/machine.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <string>

namespace jit {
namespace {

using vm::Word;

/// A block that returns `value` and nothing else.
llvm::BasicBlock* returning(llvm::Function& function, llvm::Value* value) {
  auto* block = llvm::BasicBlock::Create(function.getContext(), "", &function);
  llvm::ReturnInst::Create(function.getContext(), value, block);
  return block;
}

/// A copy of a block that ends in a return, for one of its predecessors.
llvm::BasicBlock* copy_for(llvm::BasicBlock& block, llvm::BasicBlock& from) {
  llvm::ValueToValueMapTy values;
  llvm::BasicBlock* own = llvm::CloneBasicBlock(&block, values, "", block.getParent());
  for (llvm::PHINode& merge : block.phis()) {
    llvm::cast<llvm::PHINode>(values[&merge])->eraseFromParent();
    values[&merge] = merge.getIncomingValueForBlock(&from);
  }
  for (llvm::Instruction& instruction : *own) {
    llvm::RemapInstruction(&instruction, values,
                           llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  }
  return own;
}

/// Replaces a return of a select by two returns, and one of a phi by a return for each predecessor.
/// False if there is no such return.
bool split_return(llvm::Function& function, llvm::ReturnInst& ret) {
  llvm::BasicBlock& block = *ret.getParent();
  llvm::Value* value = ret.getReturnValue();
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
    llvm::BranchInst::Create(returning(function, select->getTrueValue()),
                             returning(function, select->getFalseValue()), select->getCondition(),
                             &block);
    ret.eraseFromParent();
    return true;
  }
  if (!llvm::isa<llvm::PHINode>(value)) {
    // A truth value as a number.
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    if (llvm::computeKnownBits(value, layout).getMaxValue().ugt(1)) return false;
    llvm::Type* type = value->getType();
    llvm::Value* holds = llvm::CastInst::Create(
        llvm::Instruction::Trunc, value, llvm::Type::getInt1Ty(function.getContext()), "", &block);
    llvm::BranchInst::Create(returning(function, llvm::ConstantInt::get(type, 1)),
                             returning(function, llvm::ConstantInt::get(type, 0)), holds, &block);
    ret.eraseFromParent();
    return true;
  }
  auto* merge = llvm::dyn_cast<llvm::PHINode>(value);
  if (merge == nullptr || merge->getParent() != &block) return false;
  llvm::SmallVector<llvm::BasicBlock*, 8> predecessors(llvm::predecessors(&block));
  for (llvm::BasicBlock* from : predecessors) {
    // A switch may branch here several times; all its branches are replaced at once.
    if (!llvm::is_contained(llvm::successors(from), &block)) continue;
    llvm::BasicBlock* own = copy_for(block, *from);
    from->getTerminator()->replaceSuccessorWith(&block, own);
  }
  block.dropAllReferences();
  while (!block.empty()) block.back().eraseFromParent();
  block.eraseFromParent();
  return true;
}

void split_returns(llvm::Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock& block : function) {
      auto* ret = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (ret == nullptr || llvm::isa<llvm::ConstantInt>(ret->getReturnValue())) continue;
      changed = split_return(function, *ret);
      if (changed) break;
    }
  }
}

/// A row without an inline part: it returns kSlow and does nothing else.
bool is_empty(const llvm::Function& function) {
  const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&function.getEntryBlock().front());
  if (ret == nullptr) return false;
  const auto* value = llvm::dyn_cast<llvm::ConstantInt>(ret->getReturnValue());
  return value != nullptr && value->getZExtValue() == static_cast<Word>(vm::Flow::kSlow);
}

}  // namespace

DefinitionLibrary::DefinitionLibrary(llvm::LLVMContext& context, std::string_view bitcode) {
  const llvm::MemoryBufferRef buffer(bitcode, "definitions");
  auto module = llvm::getLazyBitcodeModule(buffer, context);
  VM_CHECK(!!module, "the build embedded bitcode that this LLVM wrote");
  module_ = std::move(*module);
  signature_ = module_->getFunction("def_signature")->getFunctionType();
  const llvm::Constant* calls = module_->getNamedGlobal("def_runtime_calls")->getInitializer();
  VM_CHECK(calls->getNumOperands() == runtime_calls().size(), "the build made both from one table");
  for (unsigned i = 0; i < calls->getNumOperands(); ++i) {
    const auto* declaration = llvm::cast<llvm::Function>(calls->getOperand(i));
    runtime_calls_.emplace(declaration, i);
  }
}

DefinitionLibrary::~DefinitionLibrary() = default;

llvm::Function* DefinitionLibrary::prepare(const std::string& name) {
  llvm::Function* function = module_->getFunction("def_" + name);
  if (function != nullptr) VM_CHECK(!function->materialize(), "the bitcode is whole");
  return function;
}

llvm::Function* DefinitionLibrary::find(vm::Op op, Word items) {
  const auto [place, is_new] = functions_.emplace(std::pair(op, items), nullptr);
  if (!is_new) return place->second;
  const vm::OpInfo& info = vm::op_info(op);
  std::string name(info.name);
  if (info.has_list()) name += "_" + std::to_string(items);
  llvm::Function* function = prepare(name);
  VM_CHECK(function != nullptr || info.has_list(), "each row has its definition in the bitcode");
  if (function == nullptr || is_empty(*function) || refers_outside(*function)) return nullptr;
  split_returns(*function);
  place->second = function;
  return function;
}

const std::size_t* DefinitionLibrary::runtime_call(const llvm::Function& callee) const {
  const auto found = runtime_calls_.find(&callee);
  return found == runtime_calls_.end() ? nullptr : &found->second;
}

llvm::SmallVector<llvm::ReturnInst*, 8> DefinitionLibrary::paste(
    llvm::Function& definition, llvm::Function& function, llvm::ValueToValueMapTy& values,
    llvm::function_ref<llvm::Value*(std::size_t)> call, llvm::Instruction& locals) {
  for (llvm::Instruction& instruction : llvm::instructions(definition)) {
    auto* called = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (called == nullptr || called->getCalledFunction() == nullptr) continue;
    llvm::Function* callee = called->getCalledFunction();
    if (const std::size_t* row = runtime_call(*callee); row != nullptr) {
      values[callee] = call(*row);
      // The copy has the convention of the original.
      if (runtime_calls()[*row].keeps_registers)
        called->setCallingConv(llvm::CallingConv::PreserveMost);
      if (runtime_calls()[*row].is_of_heap) mark_as_of_heap(*called);
      continue;
    }
    // Intrinsics are declared in each module that calls them; the attributes say what they do.
    auto* declared = llvm::cast<llvm::Function>(
        function.getParent()
            ->getOrInsertFunction(callee->getName(), callee->getFunctionType())
            .getCallee());
    declared->setAttributes(callee->getAttributes());
    values[callee] = declared;
  }
  llvm::SmallVector<llvm::ReturnInst*, 8> returns;
  llvm::BasicBlock* last = &function.back();
  llvm::CloneAndPruneFunctionInto(&function, &definition, values, false, returns, "");
  // Allocations belong at the beginning of a function, or each iteration would take new room.
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(*last->getNextNode())) {
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) local->moveBefore(&locals);
  }
  return returns;
}

llvm::Value* DefinitionLibrary::address_of_export(llvm::IRBuilderBase& builder,
                                                  llvm::Value* process, llvm::Value* exported) {
  llvm::Function& definition = part("address_of_export");
  llvm::ValueToValueMapTy values;
  values[definition.getArg(0)] = process;
  values[definition.getArg(1)] = exported;
  for (const llvm::Instruction& instruction : definition.getEntryBlock()) {
    if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
      return values.lookup(ret->getReturnValue());
    llvm::Instruction* copy = builder.Insert(instruction.clone());
    llvm::RemapInstruction(copy, values, llvm::RF_NoModuleLevelChanges);
    values[&instruction] = copy;
  }
  VM_UNREACHABLE();
}

bool DefinitionLibrary::refers_outside(const llvm::Function& function) const {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::Use& use : instruction.operands()) {
      const llvm::Value* value = use.get()->stripPointerCasts();
      const auto* called = llvm::dyn_cast<llvm::Function>(value);
      if (called != nullptr && called->isIntrinsic()) continue;
      if (called != nullptr && runtime_call(*called) != nullptr) continue;
      if (llvm::isa<llvm::GlobalValue>(value) || llvm::isa<llvm::ConstantExpr>(value)) return true;
    }
  }
  return false;
}

llvm::Function& DefinitionLibrary::part(const std::string& name) {
  const auto [place, is_new] = parts_.emplace(name, nullptr);
  if (is_new) {
    place->second = prepare(name);
    VM_CHECK(place->second != nullptr, "the build embedded all parts");
    if (place->second->getReturnType()->isIntegerTy(1)) split_returns(*place->second);
  }
  return *place->second;
}

}  // namespace jit
