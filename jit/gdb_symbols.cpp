// The interface is described in gdb's manual, "JIT Compilation Interface": a list of files whose
// head has a fixed name, and a function of a fixed name that gdb sets a breakpoint on.
#include "jit/gdb_symbols.h"

#include "vm/base/processor.h"
#include "vm/base/types.h"

#include <cstring>
#include <elf.h>
#include <string>

extern "C" {

// Names and layout are gdb's.
struct jit_code_entry {
  jit_code_entry* next_entry;
  jit_code_entry* prev_entry;
  const char* symfile_addr;
  std::uint64_t symfile_size;
};
struct jit_descriptor {
  std::uint32_t version;
  std::uint32_t action_flag;
  jit_code_entry* relevant_entry;
  jit_code_entry* first_entry;
};
enum : std::uint32_t { kJitNoAction, kJitRegister, kJitUnregister };

[[gnu::visibility("default"), gnu::used]] jit_descriptor __jit_debug_descriptor = {
    1, kJitNoAction, nullptr, nullptr};

// gdb stops here and reads the descriptor; it must be a real call.
[[gnu::visibility("default"), gnu::noinline, gnu::used]] void __jit_debug_register_code() {
  __asm__ volatile("" ::: "memory");
}
}

namespace jit {
namespace {

constexpr bool kX86 = vm::kProcessor == vm::Processor::kX86_64;

/// Bytes of an object file, appended in order.
class Bytes {
 public:
  template <class T>
  std::size_t add(const T& value) {
    return add(&value, sizeof value);
  }
  std::size_t add(const void* from, std::size_t bytes) {
    const std::size_t offset = data_.size();
    data_.append(static_cast<const char*>(from), bytes);
    return offset;
  }
  void align(std::size_t to) { data_.resize((data_.size() + to - 1) / to * to); }
  void put(std::size_t offset, const void* from, std::size_t bytes) {
    std::memcpy(data_.data() + offset, from, bytes);
  }
  std::size_t size() const { return data_.size(); }
  const char* data() const { return data_.data(); }

 private:
  std::string data_;
};

enum Section : std::uint16_t { kNull, kText, kSymbols, kStrings, kFrames, kNames, kSections };

/// A .debug_frame of one common and one function entry: no frame anywhere in the function.
void add_frames(Bytes& file, std::uint64_t start, std::uint64_t bytes) {
  // DWARF numbers: rsp is 7 and the return address 16; on AArch64 sp is 31, and x30 holds the
  // return address, as nothing has changed it since the caller's call.
  Bytes common;
  common.add(std::uint32_t{0xffffffff});  // a common entry
  common.add(std::uint8_t{1});            // version
  common.add('\0');                       // no augmentation
  common.add(std::uint8_t{1});            // code alignment
  common.add(std::uint8_t{0x78});         // data alignment -8
  common.add(std::uint8_t{kX86 ? 16 : 30});
  common.add(std::uint8_t{0x0c});  // DW_CFA_def_cfa
  common.add(std::uint8_t{kX86 ? 7 : 31});
  common.add(std::uint8_t{kX86 ? 8 : 0});
  if (kX86) {
    common.add(std::uint8_t{0x80 | 16});  // DW_CFA_offset: the return address ...
    common.add(std::uint8_t{1});          // ... is 8 below the frame's address
  }
  common.align(8);
  // With the length in front, both entries are a multiple of 4.
  file.add(static_cast<std::uint32_t>(common.size()));
  file.add(common.data(), common.size());
  file.add(std::uint32_t{20});  // length of the function's entry
  file.add(std::uint32_t{0});   // the common entry is at offset 0 of the section
  file.add(start);
  file.add(bytes);
}

/// The head of a file of this processor; where the sections start is not known yet.
Elf64_Ehdr file_header() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = kX86 ? EM_X86_64 : EM_AARCH64;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = kSections;
  header.e_shstrndx = kNames;
  return header;
}

/// An object file with one function: `name`, at `start`.
std::string object_file(std::uint64_t start, std::uint64_t bytes, std::string_view name) {
  Bytes file;
  Elf64_Ehdr header = file_header();
  file.add(header);

  Elf64_Shdr sections[kSections] = {};
  sections[kText] = {.sh_name = 1,
                     .sh_type = SHT_NOBITS,  // the code is where sh_addr says
                     .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                     .sh_addr = start,
                     .sh_size = bytes,
                     .sh_addralign = 16};
  Elf64_Sym symbols[2] = {};
  symbols[1].st_name = 1;
  symbols[1].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbols[1].st_shndx = kText;
  symbols[1].st_size = bytes;
  sections[kSymbols] = {.sh_name = 7,
                        .sh_type = SHT_SYMTAB,
                        .sh_offset = file.add(symbols),
                        .sh_size = sizeof symbols,
                        .sh_link = kStrings,
                        .sh_info = 1,  // the first global one
                        .sh_addralign = 8,
                        .sh_entsize = sizeof(Elf64_Sym)};
  std::string strings(1, '\0');
  strings.append(name).push_back('\0');
  sections[kStrings] = {.sh_name = 15,
                        .sh_type = SHT_STRTAB,
                        .sh_offset = file.add(strings.data(), strings.size()),
                        .sh_size = strings.size(),
                        .sh_addralign = 1};
  file.align(8);
  const std::size_t frames = file.size();
  add_frames(file, start, bytes);
  sections[kFrames] = {.sh_name = 23,
                       .sh_type = SHT_PROGBITS,
                       .sh_offset = frames,
                       .sh_size = file.size() - frames,
                       .sh_addralign = 8};
  constexpr char kSectionNames[] = "\0.text\0.symtab\0.strtab\0.debug_frame\0.shstrtab";
  sections[kNames] = {.sh_name = 36,
                      .sh_type = SHT_STRTAB,
                      .sh_offset = file.add(kSectionNames),
                      .sh_size = sizeof kSectionNames,
                      .sh_addralign = 1};
  file.align(8);
  header.e_shoff = file.add(sections);
  file.put(0, &header, sizeof header);
  return {file.data(), file.size()};
}

void tell_gdb(std::uint32_t action, jit_code_entry* entry) {
  __jit_debug_descriptor.relevant_entry = entry;
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_register_code();
}

}  // namespace

struct GdbSymbol::Entry : jit_code_entry {};

GdbSymbol::GdbSymbol(const void* start, std::size_t bytes, std::string_view name)
    : entry_(std::make_unique<Entry>()) {
  const std::string file = object_file(reinterpret_cast<std::uint64_t>(start), bytes, name);
  file_ = std::make_unique<char[]>(file.size());
  std::memcpy(file_.get(), file.data(), file.size());
  jit_descriptor& list = __jit_debug_descriptor;
  entry_->prev_entry = nullptr;
  entry_->next_entry = list.first_entry;
  entry_->symfile_addr = file_.get();
  entry_->symfile_size = file.size();
  if (list.first_entry != nullptr) list.first_entry->prev_entry = entry_.get();
  list.first_entry = entry_.get();
  tell_gdb(kJitRegister, entry_.get());
}

GdbSymbol::~GdbSymbol() {
  jit_descriptor& list = __jit_debug_descriptor;
  if (entry_->prev_entry != nullptr) {
    entry_->prev_entry->next_entry = entry_->next_entry;
  } else {
    list.first_entry = entry_->next_entry;
  }
  if (entry_->next_entry != nullptr) entry_->next_entry->prev_entry = entry_->prev_entry;
  tell_gdb(kJitUnregister, entry_.get());
}

}  // namespace jit
