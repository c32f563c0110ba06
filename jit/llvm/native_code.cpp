// ORC's linking layer without the layers above it: what is compiled, when, and by which thread is
// decided elsewhere (tiering.h).
#include "jit/llvm/native_code.h"

#include "jit/llvm/link_memory.h"
#include "jit/native_image.h"
#include "vm/base/assert.h"

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <array>
#include <mutex>

namespace jit {
namespace {

/// Passes of the code generator that take a third of its time and gain nothing in stitched code:
/// its cold exits are many small blocks, which tail merging compares with each other, and values
/// stay in the machine's registers from block to block, so there is little to reorder. These are
/// options of LLVM as a whole, and those of another LLVM are left as they are where it has others.
void leave_out_passes() {
  constexpr std::array kArguments = {"sonde",
                                     "-enable-tail-merge=0",
                                     "-enable-misched=0",
                                     "-enable-shrink-wrap=0",
                                     "-disable-x86-domain-reassignment",
                                     "-disable-constant-hoisting",
                                     "-disable-lsr",
                                     "-disable-mergeicmps",
                                     "-disable-early-ifcvt",
                                     "-disable-post-ra",
                                     "-disable-partial-libcall-inlining",
                                     "-disable-ssc"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(kArguments.size()), kArguments.data(), "",
                                    &llvm::nulls());
}

/// x86-64: of the medium model, symbols of values are loaded whole, and code and constants reach
/// each other by distances as in the small one. AArch64: of the large model, symbols are loaded
/// whole; in the others code and constants reach each other by pages, so code that is kept could
/// not be put anywhere.
constexpr bool kIsX86 = vm::kProcessor == vm::Processor::kX86_64;
constexpr auto kCodeModel = kIsX86 ? llvm::CodeModel::Medium : llvm::CodeModel::Large;
constexpr auto kRelocations = kIsX86 ? llvm::Reloc::PIC_ : llvm::Reloc::Static;

std::unique_ptr<llvm::TargetMachine> make_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    leave_out_passes();
  });
  const std::string triple = llvm::sys::getProcessTriple();
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  VM_CHECK(target != nullptr, "the target that LLVM was built for is the one we run on");
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures())
    features.AddFeature(feature.getKey(), feature.getValue());
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, llvm::sys::getHostCPUName(), features.getString(), llvm::TargetOptions(),
      kRelocations, kCodeModel, llvm::CodeGenOptLevel::Default, true));
}

/// A target for text, without the features of this processor. Null: LLVM does not know the
/// processor.
std::unique_ptr<llvm::TargetMachine> make_text_target(vm::Processor processor) {
  const bool is_x86 = processor == vm::Processor::kX86_64;
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
  });
  const std::string triple = is_x86 ? "x86_64-linux-gnu" : "aarch64-linux-gnu";
  std::string ignored;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, ignored);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.MCOptions.AsmVerbose = false;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "", "", options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, true));
}

class LinkedCode final : public Code {
 public:
  explicit LinkedCode(llvm::orc::ResourceTrackerSP tracker) : tracker_(std::move(tracker)) {}
  ~LinkedCode() override { llvm::cantFail(tracker_->remove()); }

 private:
  llvm::orc::ResourceTrackerSP tracker_;
};

}  // namespace

struct CodeGenerator::State {
  State(CodeMemory& code_memory, CodeSymbols& symbols)
      : target(make_target()),
        memory(make_link_memory(code_memory, symbols, record)),
        session(llvm::cantFail(llvm::orc::SelfExecutorProcessControl::Create(
            nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>()))),
        layer(session, *memory),
        library(session.createBareJITDylib("compiled")) {}
  ~State() { llvm::cantFail(session.endSession()); }

  LinkRecord record;
  std::unique_ptr<llvm::TargetMachine> target;
  std::unique_ptr<llvm::jitlink::JITLinkMemoryManager> memory;  // before what uses it
  llvm::orc::ExecutionSession session;
  llvm::orc::ObjectLinkingLayer layer;
  llvm::orc::JITDylib& library;
};

CodeGenerator::CodeGenerator(CodeMemory& memory, CodeSymbols& symbols)
    : state_(std::make_unique<State>(memory, symbols)) {}
CodeGenerator::~CodeGenerator() = default;

llvm::TargetMachine& CodeGenerator::target() { return *state_->target; }

vm::Result<GeneratedCode, std::string> CodeGenerator::generate(
    llvm::Module& module, const std::vector<std::string>& symbols,
    const std::vector<LinkedValue>& values, NativeImage* image) {
  llvm::SmallVector<char, 0> object;
  {
    llvm::raw_svector_ostream stream(object);
    llvm::legacy::PassManager passes;
    llvm::MCContext* context = nullptr;
    if (state_->target->addPassesToEmitMC(passes, context, stream, true))
      return vm::Err(std::string("the target cannot write object code"));
    passes.run(module);
  }
  auto tracker = state_->library.createResourceTracker();
  auto code = std::make_unique<LinkedCode>(tracker);
  code->bytes = object.size();
  llvm::orc::SymbolMap defined;
  for (const LinkedValue& value : values) {
    defined[state_->session.intern(value.symbol)] = {llvm::orc::ExecutorAddr(value.word),
                                                     llvm::JITSymbolFlags::Exported};
  }
  if (!defined.empty())
    llvm::cantFail(state_->library.define(llvm::orc::absoluteSymbols(std::move(defined)), tracker));
  state_->record = {image};
  if (auto error =
          state_->layer.add(tracker, std::make_unique<llvm::SmallVectorMemoryBuffer>(
                                         std::move(object), module.getModuleIdentifier(), false))) {
    return vm::Err(llvm::toString(std::move(error)));
  }
  llvm::orc::SymbolLookupSet wanted;
  for (const std::string& symbol : symbols) wanted.add(state_->session.intern(symbol));
  auto found = state_->session.lookup(
      {{&state_->library, llvm::orc::JITDylibLookupFlags::MatchAllSymbols}}, std::move(wanted));
  if (!found) return vm::Err(llvm::toString(found.takeError()));
  for (const std::string& symbol : symbols) {
    code->addresses.push_back((*found)[state_->session.intern(symbol)].getAddress().getValue());
  }
  if (image != nullptr && !image->code.empty()) {
    for (const vm::Word address : code->addresses)
      image->entries.push_back({0, static_cast<std::uint32_t>(address - state_->record.start)});
  }
  return GeneratedCode{std::move(code), std::move(state_->record.jumps)};
}

vm::Result<std::string, std::string> CodeGenerator::assembly(const llvm::Module& module,
                                                             vm::Processor processor) {
  const auto target = make_text_target(processor);
  if (target == nullptr) return vm::Err(std::string("LLVM knows nothing of this processor"));
  const auto copy = llvm::CloneModule(module);
  copy->setTargetTriple(target->getTargetTriple().str());
  copy->setDataLayout(target->createDataLayout());
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (target->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return vm::Err(std::string("the target cannot write assembly"));
  passes.run(*copy);
  return std::string(text.data(), text.size());
}

}  // namespace jit
