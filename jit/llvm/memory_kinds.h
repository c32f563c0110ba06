// MemoryKindsPass: marks loads, stores and calls of compiled functions with the memory they access:
// the stack, the heap, the Process, what the Process points to, code words. These never overlap,
// which LLVM cannot know: all of it is words behind pointers. The definitions themselves are
// compiled without such marks, because the machine reads as Term what it wrote as HeapWord.
// Threads: as the passes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class CallInst;
}

namespace jit {

/// Says that a call, and each copy of it, accesses terms on the heap and no other memory of the
/// machine.
void mark_as_of_heap(llvm::CallInst& call);

struct MemoryKindsPass : llvm::PassInfoMixin<MemoryKindsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace jit
