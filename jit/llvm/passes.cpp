// The list contains no loop passes: none of LLVM's own passes may turn a tail call into a loop,
// which would bypass the entry word and so a breakpoint (tailcallelim is not in it).
#include "jit/llvm/passes.h"

#include "jit/llvm/memory_kinds.h"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace jit {
namespace {

/// A list of passes over functions, and the analyses that they ask for.
struct FunctionPasses {
  explicit FunctionPasses(llvm::TargetMachine* target) : builder(target) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graph, modules);
  }

  /// Analysis results are cached by the address of what they describe, which another function may
  /// get: to be called before that is deleted.
  void forget() {
    functions.clear();
    modules.clear();
  }

  // In the order in which they refer to each other.
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  llvm::FunctionPassManager passes;
};

}  // namespace

struct Passes::State : FunctionPasses {
  explicit State(llvm::TargetMachine& target) : FunctionPasses(&target) {
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(false));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(MemoryKindsPass());
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::GVNPass());
    passes.addPass(llvm::DSEPass());
    passes.addPass(llvm::JumpThreadingPass());
    passes.addPass(llvm::SimplifyCFGPass());
  }
};

Passes::Passes(llvm::TargetMachine& target) : state_(std::make_unique<State>(target)) {}
Passes::~Passes() = default;

void Passes::run(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) state_->passes.run(function, state_->functions);
  }
  state_->forget();
}

struct Simplifier::State : FunctionPasses {
  explicit State(llvm::TargetMachine* target) : FunctionPasses(target) {
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::CorrelatedValuePropagationPass());
    passes.addPass(llvm::SimplifyCFGPass());
  }
};

Simplifier::Simplifier(llvm::TargetMachine* target) : state_(std::make_unique<State>(target)) {}
Simplifier::~Simplifier() = default;

void Simplifier::run(llvm::Function& function) { state_->passes.run(function, state_->functions); }

}  // namespace jit
