// The list contains no loop passes: none of LLVM's own passes may turn a tail call into a loop,
// which would bypass the entry word and so a breakpoint (tailcallelim is not in it).
#include "jit/llvm/passes.h"

#include "jit/llvm/memory_kinds.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/KnownBits.h>
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

/// A relaxed load whose value nobody uses says nothing about other memory, but LLVM keeps it: where
/// an export leads is of no interest to a call that is a jump.
struct UnusedLoadsPass : llvm::PassInfoMixin<UnusedLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && load->getOrdering() == llvm::AtomicOrdering::Monotonic &&
          !load->isVolatile() && load->use_empty())
        instruction.eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
  }
};

/// `X rem 2 =:= 0` is a test of bits: InstCombine sees it in a remainder, but not below the tag of
/// a small integer.
struct RemainderTestPass : llvm::PassInfoMixin<RemainderTestPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    using namespace llvm::PatternMatch;
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      llvm::Value* dividend;
      const llvm::APInt *divisor, *tag, *wanted;
      llvm::ICmpInst::Predicate predicate;
      auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
      if (compare == nullptr || !compare->isEquality() ||
          !match(compare,
                 m_ICmp(predicate,
                        m_DisjointOr(m_SRem(m_Value(dividend), m_Power2(divisor)), m_APInt(tag)),
                        m_APInt(wanted))) ||
          *wanted != *tag)
        continue;
      llvm::IRBuilder<> builder(compare);
      llvm::Value* bits = builder.CreateAnd(dividend, *divisor - 1);
      compare->replaceAllUsesWith(
          builder.CreateICmp(predicate, bits, llvm::ConstantInt::get(bits->getType(), 0)));
      compare->eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
  }
};

/// The value of an instruction is joined from a path where it is a small integer and one where a
/// function has computed it. The bits of its tag, which the next instruction tests, are joined in
/// place of the value: then JumpThreading lets the first path by.
struct TagTestPass : llvm::PassInfoMixin<TagTestPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    using namespace llvm::PatternMatch;
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        llvm::Value* value;
        const llvm::APInt* mask;
        if (!match(&instruction, m_And(m_Value(value), m_APInt(mask)))) continue;
        auto* joined = llvm::dyn_cast<llvm::PHINode>(value);
        if (joined != nullptr && joined->getParent() == &block)
          join_bits(instruction, *joined, *mask);
      }
    }
    return llvm::PreservedAnalyses::none();
  }

 private:
  static void join_bits(llvm::Instruction& bits, llvm::PHINode& value, const llvm::APInt& mask) {
    const llvm::DataLayout& layout = bits.getModule()->getDataLayout();
    llvm::SmallVector<llvm::Value*, 4> parts;
    bool any_known = false;
    for (llvm::Value* part : value.incoming_values()) {
      const llvm::KnownBits known = llvm::computeKnownBits(part, layout);
      const bool is_known = mask.isSubsetOf(known.Zero | known.One);
      any_known = any_known || is_known;
      parts.push_back(is_known ? llvm::ConstantInt::get(bits.getType(), known.One & mask)
                               : nullptr);
    }
    const llvm::SmallPtrSet<llvm::BasicBlock*, 4> sources(value.block_begin(), value.block_end());
    if (!any_known || sources.size() != value.getNumIncomingValues() ||
        sources.contains(value.getParent()))
      return;
    llvm::IRBuilder<> builder(&value);
    llvm::PHINode* joined = builder.CreatePHI(bits.getType(), value.getNumIncomingValues());
    for (unsigned i = 0; i < parts.size(); ++i) {
      llvm::BasicBlock* from = value.getIncomingBlock(i);
      if (parts[i] == nullptr) {
        builder.SetInsertPoint(from->getTerminator());
        parts[i] = builder.CreateAnd(value.getIncomingValue(i), mask);
      }
      joined->addIncoming(parts[i], from);
    }
    bits.replaceAllUsesWith(joined);
    bits.eraseFromParent();
  }
};

}  // namespace

struct Passes::State : FunctionPasses {
  explicit State(llvm::TargetMachine& target) : FunctionPasses(&target) {
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(false));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(UnusedLoadsPass());
    passes.addPass(MemoryKindsPass());
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::GVNPass());
    passes.addPass(llvm::DSEPass());
    passes.addPass(TagTestPass());
    passes.addPass(llvm::JumpThreadingPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(RemainderTestPass());
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
