// ELF. x86-64: the absolute addresses of narrow holes are those of the small code model: below 2
// GB, so that sign and zero extension are the same.
#include "jit/stencils/object_code.h"

#include "jit/stencils/aarch64_blocks.h"
#include "jit/stencils/stencil_ir.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <mutex>
#include <optional>

namespace stencils {
namespace {

using jit::HoleForm;
constexpr llvm::StringRef kPart = ".__part.";

struct Place {
  std::string function;
  int block;
};

std::optional<HoleForm> x86_64_form(std::uint64_t relocation) {
  switch (relocation) {
    case llvm::ELF::R_X86_64_64:
      return HoleForm::kWord;
    case llvm::ELF::R_X86_64_32:
    case llvm::ELF::R_X86_64_32S:
      return HoleForm::kNarrow;
    case llvm::ELF::R_X86_64_PC32:
    case llvm::ELF::R_X86_64_PLT32:
      return HoleForm::kRelative;
    case llvm::ELF::R_X86_64_8:
      return HoleForm::kByte;
    default:
      return std::nullopt;
  }
}

std::optional<HoleForm> aarch64_form(std::uint64_t relocation) {
  switch (relocation) {
    case llvm::ELF::R_AARCH64_MOVW_UABS_G0_NC:
      return HoleForm::kMove0;
    case llvm::ELF::R_AARCH64_MOVW_UABS_G1_NC:
      return HoleForm::kMove16;
    case llvm::ELF::R_AARCH64_MOVW_UABS_G2_NC:
      return HoleForm::kMove32;
    case llvm::ELF::R_AARCH64_MOVW_UABS_G3:
      return HoleForm::kMove48;
    case llvm::ELF::R_AARCH64_MOVW_UABS_G0:
      return HoleForm::kLast0;
    case llvm::ELF::R_AARCH64_MOVW_UABS_G1:
      return HoleForm::kLast16;
    case llvm::ELF::R_AARCH64_MOVW_UABS_G2:
      return HoleForm::kLast32;
    case llvm::ELF::R_AARCH64_LDST64_ABS_LO12_NC:
      return HoleForm::kOffset;
    case llvm::ELF::R_AARCH64_CONDBR19:
      return HoleForm::kBranch19;
    case llvm::ELF::R_AARCH64_JUMP26:
      return HoleForm::kBranch26;
    default:
      return std::nullopt;
  }
}

class Reader {
 public:
  Reader(const llvm::object::ELFObjectFile<llvm::object::ELF64LE>& file, vm::Processor processor)
      : file_(file), is_x86_(processor == vm::Processor::kX86_64) {}

  vm::Result<ObjectCode, std::string> read() {
    VM_TRY_VOID(find_blocks());
    for (const llvm::object::SectionRef section : file_.sections()) {
      auto relocated = section.getRelocatedSection();
      if (!relocated) return vm::Err(llvm::toString(relocated.takeError()));
      if (*relocated == file_.section_end()) continue;
      const auto place = places_.find((*relocated)->getIndex());
      if (place == places_.end()) continue;
      VM_TRY_VOID(read_references(section, place->second));
    }
    if (!is_x86_) cut_functions();
    for (const auto& [name, why] : code_.rejected) code_.functions.erase(name);
    return std::move(code_);
  }

 private:
  /// One section with code is one block (AArch64: all blocks of a function).
  vm::Result<void, std::string> find_blocks() {
    struct Found {
      int part;
      std::uint64_t section;
      llvm::StringRef code;
    };
    std::map<std::string, std::vector<Found>> found;
    for (const llvm::object::ELFSymbolRef symbol : file_.symbols()) {
      auto name = symbol.getName();
      auto section = symbol.getSection();
      if (!name || !section) return vm::Err(std::string("a damaged symbol"));
      if (*section == file_.section_end() || !(*section)->isText()) continue;
      if (symbol.getELFType() == llvm::ELF::STT_SECTION || name->empty()) continue;
      // `$x` says that AArch64's code begins.
      if (name->starts_with(".") || name->starts_with("$")) continue;
      auto code = (*section)->getContents();
      auto address = symbol.getAddress();
      if (!code || !address || *address != 0)
        return vm::Err(name->str() + ": not at the beginning of its section");
      const auto [function, part] = name->split(kPart);
      int number = 0;
      if (!part.empty() && part.getAsInteger(10, number))
        return vm::Err(name->str() + ": not the name of a block");
      found[function.str()].push_back({number, (*section)->getIndex(), *code});
    }
    for (auto& [function, parts] : found) {
      std::ranges::sort(parts, {}, &Found::part);
      if (parts.front().part != 0) return vm::Err(function + ": its entry is missing");
      for (const Found& part : parts) {
        Blocks& blocks = code_.functions[function];
        const auto number = static_cast<int>(blocks.size());
        if (!places_.emplace(part.section, Place{function, number}).second)
          return vm::Err(function + ": two blocks in one section");
        blocks.push_back({{part.code.bytes_begin(), part.code.bytes_end()}, {}});
      }
    }
    return {};
  }

  /// AArch64: a section with code is a whole function.
  void cut_functions() {
    for (auto& [name, blocks] : code_.functions) {
      auto cut = cut_aarch64(std::move(blocks.front()));
      if (cut.ok())
        blocks = std::move(*cut);
      else
        code_.rejected[name] = cut.error();
    }
  }

  vm::Result<void, std::string> read_references(const llvm::object::SectionRef& section,
                                                const Place& place) {
    Block& block = code_.functions[place.function][static_cast<std::size_t>(place.block)];
    for (const llvm::object::ELFRelocationRef relocation : section.relocations()) {
      const auto form =
          is_x86_ ? x86_64_form(relocation.getType()) : aarch64_form(relocation.getType());
      if (!form) {
        code_.rejected[place.function] =
            "a relocation of type " + std::to_string(relocation.getType());
        continue;
      }
      auto addend = relocation.getAddend();
      if (!addend) return vm::Err(llvm::toString(addend.takeError()));
      Reference reference{relocation.getOffset(), *form, {}, *addend};
      if (reference.offset > block.code.size() ||
          jit::hole_bytes(*form) > block.code.size() - reference.offset)
        return vm::Err(place.function + ": a relocation outside of its section");
      VM_TRY(reference.target, target_of(relocation, place));
      block.references.push_back(reference);
    }
    std::ranges::sort(block.references, {}, &Reference::offset);
    return {};
  }

  vm::Result<Target, std::string> target_of(const llvm::object::RelocationRef& relocation,
                                            const Place& from) {
    const auto symbol = relocation.getSymbol();
    if (symbol == file_.symbol_end()) return vm::Err(from.function + ": refers to no symbol");
    auto name = symbol->getName();
    auto section = symbol->getSection();
    if (!name || !section) return vm::Err(from.function + ": refers to a damaged symbol");
    Target target;
    unsigned index = 0;
    if (*section == file_.section_end()) {
      if (!parse_hole_symbol(std::string_view(*name), &target.value, &index))
        code_.rejected[from.function] = "refers to " + name->str();
      target.index = static_cast<std::uint8_t>(index);
      return target;
    }
    const auto place = places_.find((*section)->getIndex());
    if (place == places_.end() || place->second.function != from.function)
      code_.rejected[from.function] = "refers to data or to another stencil";
    else
      target.block = place->second.block;
    return target;
  }

  const llvm::object::ELFObjectFile<llvm::object::ELF64LE>& file_;
  const bool is_x86_;
  ObjectCode code_;
  std::map<std::uint64_t, Place> places_;  // by section
};

}  // namespace

vm::Result<std::unique_ptr<llvm::TargetMachine>, std::string> make_target(vm::Processor processor) {
  const bool is_x86 = processor == vm::Processor::kX86_64;
  // They enter themselves in lists without a lock, and several threads come here.
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers();
  });
  const std::string triple = is_x86 ? "x86_64-linux-gnu" : "aarch64-linux-gnu";
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return vm::Err(std::move(error));
  llvm::TargetOptions options;
  if (is_x86) {
    options.BBSections = llvm::BasicBlockSection::All;
    options.UniqueBasicBlockSectionNames = true;
  }
  options.FunctionSections = true;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "", "", options, llvm::Reloc::Static,
                                  llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, false));
}

vm::Result<std::string, std::string> generate(llvm::Module& module, llvm::TargetMachine& target) {
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (target.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return vm::Err(std::string("the target cannot write object code"));
  passes.run(module);
  return std::string(object.data(), object.size());
}

vm::Result<ObjectCode, std::string> read_object(llvm::StringRef object, vm::Processor processor) {
  auto file = llvm::object::ELFObjectFile<llvm::object::ELF64LE>::create(
      llvm::MemoryBufferRef(object, "stencils"));
  if (!file) return vm::Err(llvm::toString(file.takeError()));
  const auto machine =
      processor == vm::Processor::kX86_64 ? llvm::ELF::EM_X86_64 : llvm::ELF::EM_AARCH64;
  if (file->getELFFile().getHeader().e_machine != machine)
    return vm::Err(std::string("an object file of another processor"));
  return Reader(*file, processor).read();
}

}  // namespace stencils
