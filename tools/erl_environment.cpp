// Without asking `erl`: the newest erts-VERSION/bin below the root has the programs.
#include "tools/erl_environment.h"

#include "vm/base/environment.h"

#include <algorithm>
#include <filesystem>

namespace tools {

void set_erl_environment(const std::string& otp_root) {
  std::error_code error;
  std::string programs;
  for (const auto& entry : std::filesystem::directory_iterator(otp_root, error)) {
    if (!entry.path().filename().string().starts_with("erts-")) continue;
    programs = std::max(programs, (entry.path() / "bin").string());
  }
  if (programs.empty()) return;
  vm::Environment& environment = vm::Environment::of_program();
  const std::string path = environment.find("PATH").value_or("/usr/bin:/bin");
  if (path.find(programs) == path.npos) {
    environment.set("PATH", programs + ":" + otp_root + "/bin:" + path);
  }
  environment.set("BINDIR", programs);
  environment.set("ROOTDIR", otp_root);
}

}  // namespace tools
