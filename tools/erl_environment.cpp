// Without asking `erl`: the newest erts-VERSION/bin below the root has the programs.
#include "tools/erl_environment.h"

#include "vm/base/environment.h"

#include <algorithm>
#include <filesystem>

namespace tools {

std::string set_erl_environment(const std::string& otp_root) {
  constexpr std::string_view kPrefix = "erts-";
  std::error_code error;
  std::string version;
  for (const auto& entry : std::filesystem::directory_iterator(otp_root, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kPrefix)) version = std::max(version, name.substr(kPrefix.size()));
  }
  if (version.empty()) return version;
  const std::string programs = otp_root + "/" + std::string(kPrefix) + version + "/bin";
  vm::Environment& environment = vm::Environment::of_program();
  const std::string path = environment.find("PATH").value_or("/usr/bin:/bin");
  if (path.find(programs) == path.npos) {
    environment.set("PATH", programs + ":" + otp_root + "/bin:" + path);
  }
  environment.set("BINDIR", programs);
  environment.set("ROOTDIR", otp_root);
  return version;
}

}  // namespace tools
