// The program is what /proc/self/exe is a link to, however it was started.
#include "tools/erl_modules.h"

#include <filesystem>

namespace fs = std::filesystem;

namespace tools {

namespace {

/// The folder of the program. Error: one line.
vm::Result<fs::path, std::string> program_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return vm::Err("/proc/self/exe: " + error.message());
  return program.parent_path();
}

/// PREFIX/lib/sonde for PREFIX/bin.
fs::path installed_files(const fs::path& folder) { return folder.parent_path() / "lib" / "sonde"; }

}  // namespace

vm::Result<std::string, std::string> find_erl_modules(const std::string& files) {
  if (!files.empty()) {
    const fs::path ebin = fs::path(files) / "ebin";
    std::error_code error;
    if (fs::exists(ebin / "sonde_boot.beam", error)) return ebin.string();
    return vm::Err("Sonde's own modules (sonde_boot.beam): expected in " + ebin.string() +
                   ", not found");
  }
  VM_TRY(const fs::path folder, program_folder());
  const fs::path installed = installed_files(folder) / "ebin";
  const fs::path built = folder / "erl" / "ebin";
  std::error_code error;
  for (const fs::path& ebin : {installed, built}) {
    if (fs::exists(ebin / "sonde_boot.beam", error)) return ebin.string();
  }
  return vm::Err("Sonde's own modules (sonde_boot.beam): expected in " + installed.string() +
                 " (installed) or " + built.string() + " (build folder), found in neither");
}

std::string trace_log_folder(const std::string& erl_modules) {
  return (fs::path(erl_modules).parent_path() / "trace_log").string();
}

std::string erl_program() {
  const auto modules = find_erl_modules("");
  if (!modules.ok()) return {};
  const fs::path program = fs::path(*modules).parent_path() / "bin" / "erl";
  std::error_code error;
  return fs::exists(program, error) ? program.string() : std::string();
}

std::string compiler_file(const std::string& files) {
  constexpr const char* kName = "sonde_llvm.so";
  if (!files.empty()) return (fs::path(files) / kName).string();
  const auto folder = program_folder();
  if (!folder.ok()) return kName;
  const fs::path installed = installed_files(*folder) / kName;
  std::error_code error;
  return (fs::exists(installed, error) ? installed : *folder / kName).string();
}

}  // namespace tools
