// The code of a chain (integer_chain.h): tests of the integers that it reads, one operation of the
// processor or a few for each of its instructions, and the terms that are its results.
// Threads: the holder of the compiler's lock.
#pragma once

#include "jit/integer_chain.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace jit {

class DefinitionLibrary;

/// What the code of a chain is made with.
struct ChainTools {
  llvm::IRBuilder<>& builder;
  DefinitionLibrary& library;
  llvm::AllocaInst& machine;  // the machine registers
  /// The word in a register.
  llvm::function_ref<llvm::Value*(Word reg)> source;
  /// Appends a copy of a part of the library to the function, and returns its returns.
  llvm::function_ref<llvm::SmallVector<llvm::ReturnInst*, 8>(llvm::Function&,
                                                             llvm::ValueToValueMapTy&)>
      clone;
};

/// Appends the code at the builder's place. It branches to `done` with the results in their
/// registers; where the builder is afterwards, no register has changed, and the instructions are to
/// be run one by one.
void paste_chain(const IntegerChain& chain, llvm::BasicBlock* done, const ChainTools& tools);

}  // namespace jit
