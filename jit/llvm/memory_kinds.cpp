// An access belongs to the kind of the pointer that its address is made from: the parameter E (the
// stack), H (the heap), P (the Process), its pointers to the registers in memory, a
// constant (code, exports). All other pointers are terms, so they point into the heap.
#include "jit/llvm/memory_kinds.h"

#include "jit/machine_parameters.h"
#include "vm/proc/process.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

namespace jit {
namespace {

enum Kind : unsigned { kHeap, kStack, kProcess, kMachine, kCode, kKinds, kUnknown };
constexpr const char* kNames[kKinds] = {"heap", "stack", "process", "machine", "code"};

// A Process has bases and private members, so the standard leaves offsetof to the compiler.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"
constexpr std::size_t kOffsetOfX = offsetof(vm::Process, x);
constexpr std::size_t kOffsetOfF = offsetof(vm::Process, f);
constexpr std::size_t kOffsetOfBuilding = offsetof(vm::Process, building.bytes);
#pragma clang diagnostic pop

/// The field of the Process that an instruction loads; kNoField: none.
constexpr std::size_t kNoField = ~std::size_t{0};
std::size_t field_of_process(const llvm::LoadInst& load) {
  llvm::APInt offset(64, 0);
  const auto* process =
      llvm::dyn_cast<llvm::Argument>(load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          load.getModule()->getDataLayout(), offset, true));
  return process == nullptr || process->getArgNo() != kP ? kNoField : offset.getZExtValue();
}

/// The registers in memory are the scheduler's: where they are does not change while it runs the
/// process, whatever is called.
bool is_of_scheduler(std::size_t field) { return field == kOffsetOfX || field == kOffsetOfF; }

Kind kind_of_base(const llvm::Value* base) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base)) {
    if (argument->getArgNo() == kP) return kProcess;
    if (argument->getArgNo() == kE) return kStack;
    return kHeap;  // H, or a term
  }
  if (llvm::isa<llvm::Constant>(base)) {
    // A literal term is a constant too, and code that reads it takes it for heap; it is never
    // written, but two reads of it must not have different kinds.
    return llvm::isa<llvm::GlobalVariable>(base) ? kCode : kUnknown;
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(base)) {
    const std::size_t field = field_of_process(*load);
    // A bitstring in progress overlaps none of the machine's own objects.
    if (field == kOffsetOfBuilding) return kHeap;
    // Its other pointers may point into the heap.
    return is_of_scheduler(field) ? kMachine : kUnknown;
  }
  if (const auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(base)) {
    // A term, unless it is made from an address of code, which a constant or the stack holds.
    return llvm::isa<llvm::Constant>(cast->getOperand(0)) ? kUnknown : kHeap;
  }
  return kUnknown;
}

/// Kind of what `pointer` points into; kUnknown where it may be several.
Kind kind_of(const llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> bases;
  llvm::getUnderlyingObjects(pointer, bases);
  if (bases.empty()) return kUnknown;
  const Kind kind = kind_of_base(bases.front());
  const bool all =
      llvm::all_of(bases, [&](const llvm::Value* base) { return kind_of_base(base) == kind; });
  return all ? kind : kUnknown;
}

constexpr const char* kOfHeap = "sonde.heap";  // metadata of calls

}  // namespace

void mark_as_of_heap(llvm::CallInst& call) {
  call.setMetadata(kOfHeap, llvm::MDNode::get(call.getContext(), {}));
}

llvm::PreservedAnalyses MemoryKindsPass::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager&) {
  llvm::MDBuilder metadata(function.getContext());
  llvm::MDNode* root = metadata.createTBAARoot("sonde");
  llvm::MDNode* always = llvm::MDNode::get(function.getContext(), {});
  llvm::MDNode* tags[kKinds];
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    llvm::MDNode* type = metadata.createTBAAScalarTypeNode(kNames[kind], root);
    tags[kind] = metadata.createTBAAStructTagNode(type, type, 0);
  }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.getMetadata(kOfHeap) != nullptr)
      instruction.setMetadata(llvm::LLVMContext::MD_tbaa, tags[kHeap]);
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) continue;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        load != nullptr && load->getType()->isPointerTy() &&
        is_of_scheduler(field_of_process(*load)))
      instruction.setMetadata(llvm::LLVMContext::MD_invariant_load, always);
    const Kind kind = kind_of(pointer);
    if (kind != kUnknown) instruction.setMetadata(llvm::LLVMContext::MD_tbaa, tags[kind]);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace jit
