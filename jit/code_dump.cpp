// Plain files; a dump is for people, not for programs.
#include "jit/code_dump.h"

#include "vm/term/atom_table.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace jit {
namespace {

std::string file_part(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
    if (is_plain || (byte >= '0' && byte <= '9') || c == '_' || c == '@') {
      result += c;
    } else {
      result += fmt::format("%{:02X}", byte);
    }
  }
  return result;
}

}  // namespace

vm::Result<std::unique_ptr<CodeDump>, std::string> CodeDump::create(const DumpOptions& options) {
  const char* folder = options.folder.c_str();
  const bool is_there = mkdir(folder, 0777) == 0 || errno == EEXIST;
  if (!is_there || access(folder, W_OK | X_OK) != 0)
    return vm::Err(options.folder + ": " + std::strerror(errno));
  struct stat found;
  if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
    return vm::Err(options.folder + ": " + std::strerror(ENOTDIR));
  return std::unique_ptr<CodeDump>(new CodeDump(options));  // owner: the caller
}

std::string CodeDump::file_name(const vm::Mfa& function) {
  return fmt::format("{}.{}-{}", file_part(vm::atom_text(function.module)),
                     file_part(vm::atom_text(function.function)), function.arity);
}

void CodeDump::write(const FunctionCode& code, const CompilerText& text) {
  if (text.ir.empty() || has_failed_) return;  // nothing was compiled
  std::string name = file_name(code.mfa);
  const int version = ++versions_[name];
  if (version > 1) name += fmt::format(".{}", version);
  if (options_.ir) has_failed_ |= !write_file(name + ".ll", text.ir);
  if (options_.assembly) has_failed_ |= !write_file(name + ".s", text.assembly);
}

bool CodeDump::write_file(const std::string& name, const std::string& text) {
  const std::string path = options_.folder + "/" + name;
  std::FILE* file = std::fopen(path.c_str(), "w");
  bool is_written = file != nullptr;
  is_written = is_written && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr) is_written = std::fclose(file) == 0 && is_written;
  if (!is_written)
    std::fprintf(stderr, "sonde: --dump: %s: %s\n", path.c_str(), std::strerror(errno));
  return is_written;
}

}  // namespace jit
