// The program is what /proc/self/exe is a link to, however it was started.
#include "tools/erl_modules.h"

#include <filesystem>

namespace fs = std::filesystem;

namespace tools {

vm::Result<std::string, std::string> find_erl_modules() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return vm::Err("/proc/self/exe: " + error.message());
  const fs::path folder = program.parent_path();
  const fs::path installed = folder.parent_path() / "lib" / "sonde" / "ebin";
  const fs::path built = folder / "erl" / "ebin";
  for (const fs::path& ebin : {installed, built}) {
    if (fs::exists(ebin / "sonde_boot.beam", error)) return ebin.string();
  }
  return vm::Err("Sonde's own modules (sonde_boot.beam): expected in " + installed.string() +
                 " (installed) or " + built.string() + " (build folder), found in neither");
}

std::string trace_log_folder(const std::string& erl_modules) {
  return (fs::path(erl_modules).parent_path() / "trace_log").string();
}

}  // namespace tools
