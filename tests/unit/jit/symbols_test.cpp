// The symbols of native code for debuggers and profilers: each format is read back here.
#include "jit/symbols.h"

#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <fstream>
#include <map>
#include <sstream>
#include <unistd.h>
#include <vector>

// gdb's names and layout, as gdb would find them.
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
extern "C" jit_descriptor __jit_debug_descriptor;

namespace jit {
namespace {

alignas(16) const char kCode[64] = "any bytes will do";

std::unique_ptr<CodeSymbols> make_symbols(const SymbolOptions& options) {
  auto symbols = CodeSymbols::create(options);
  if (!symbols.ok()) ADD_FAILURE() << symbols.error();
  return symbols.ok() ? std::move(symbols.value()) : nullptr;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

std::string hexadecimal(const void* address) {
  std::ostringstream text;
  text << std::hex << reinterpret_cast<std::uintptr_t>(address);
  return text.str();
}

template <class T>
T read_at(const std::string& bytes, std::size_t offset) {
  T value{};
  EXPECT_LE(offset + sizeof value, bytes.size());
  if (offset + sizeof value <= bytes.size()) std::memcpy(&value, &bytes[offset], sizeof value);
  return value;
}

// Function symbols of the files that gdb would read, by name.
std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> symbols_in_gdb_list() {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> found;
  const jit_code_entry* before = nullptr;
  for (const auto* entry = __jit_debug_descriptor.first_entry; entry != nullptr;
       entry = entry->next_entry) {
    EXPECT_EQ(entry->prev_entry, before);
    before = entry;
    const std::string file(entry->symfile_addr, entry->symfile_size);
    const auto header = read_at<Elf64_Ehdr>(file, 0);
    EXPECT_EQ(std::memcmp(header.e_ident, ELFMAG, SELFMAG), 0);
    std::vector<Elf64_Shdr> sections;
    for (unsigned i = 0; i < header.e_shnum; ++i)
      sections.push_back(read_at<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr)));
    for (const Elf64_Shdr& table : sections) {
      if (table.sh_type != SHT_SYMTAB) continue;
      for (std::size_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
        const auto symbol = read_at<Elf64_Sym>(file, table.sh_offset + i * sizeof(Elf64_Sym));
        const char* name = &file[sections[table.sh_link].sh_offset + symbol.st_name];
        found[name] = {sections[symbol.st_shndx].sh_addr + symbol.st_value, symbol.st_size};
      }
    }
  }
  return found;
}

TEST(CodeSymbols, WritesPerfsMapOfNames) {
  const auto symbols = make_symbols({.perf_map = true, .jitdump_folder = ""});
  symbols->remove(symbols->add(kCode, 0x20, "lists:map/2"));
  symbols->remove(symbols->add(kCode + 32, 0x10, "a:'line\nbreak'/0"));
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  EXPECT_EQ(contents(path), hexadecimal(kCode) + " 20 lists:map/2\n" + hexadecimal(kCode + 32) +
                                " 10 a:'line break'/0\n");
  unlink(path.c_str());
}

TEST(CodeSymbols, WritesAJitdumpWithTheCode) {
  const std::string path = "/tmp/jit-" + std::to_string(getpid()) + ".dump";
  {
    const auto symbols = make_symbols({.perf_map = false, .jitdump_folder = "/tmp"});
    symbols->remove(symbols->add(kCode, sizeof kCode, "lists:map/2"));
    symbols->remove(symbols->add(kCode, 1, "m:f/0"));
  }
  const std::string dump = contents(path);
  unlink(path.c_str());
  EXPECT_EQ(read_at<std::uint32_t>(dump, 0), 0x4A695444U);
  EXPECT_EQ(read_at<std::uint32_t>(dump, 4), 1U);
  const std::size_t first = read_at<std::uint32_t>(dump, 8);
  EXPECT_EQ(first, 40U);
  EXPECT_EQ(read_at<std::uint64_t>(dump, 32), 0U) << "flags";
  EXPECT_EQ(read_at<std::uint32_t>(dump, first), 0U) << "a function";
  EXPECT_EQ(read_at<const void*>(dump, first + 32), kCode);
  EXPECT_EQ(read_at<std::uint64_t>(dump, first + 40), sizeof kCode);
  EXPECT_STREQ(&dump[first + 56], "lists:map/2");
  EXPECT_EQ(dump.substr(first + 56 + 12, sizeof kCode), std::string(kCode, sizeof kCode));
  const std::size_t second = first + read_at<std::uint32_t>(dump, first + 4);
  EXPECT_EQ(read_at<std::uint64_t>(dump, second + 48), 1U) << "numbered";
  EXPECT_EQ(second + read_at<std::uint32_t>(dump, second + 4), dump.size());
}

TEST(CodeSymbols, AreInGdbsListWhileTheCodeIsThere) {
  const auto symbols = make_symbols({});
  auto first = symbols->add(kCode, 10, "lists:map/2");
  auto second = symbols->add(kCode + 16, 20, "m:f/0");
  auto third = symbols->add(kCode + 48, 16, "m:g/1");
  const auto address = reinterpret_cast<std::uint64_t>(&kCode[0]);
  symbols->remove(std::move(second));
  const auto found = symbols_in_gdb_list();
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(found.at("lists:map/2"), std::pair(address, std::uint64_t{10}));
  EXPECT_EQ(found.at("m:g/1"), std::pair(address + 48, std::uint64_t{16}));
  symbols->remove(std::move(first));
  symbols->remove(std::move(third));
  EXPECT_TRUE(symbols_in_gdb_list().empty());
}

TEST(CodeSymbols, SaysWhichFileCannotBeMade) {
  const auto symbols = CodeSymbols::create({.perf_map = false, .jitdump_folder = "/nowhere"});
  ASSERT_FALSE(symbols.ok());
  EXPECT_NE(symbols.error().find("/nowhere/jit-"), std::string::npos);
}

}  // namespace
}  // namespace jit
