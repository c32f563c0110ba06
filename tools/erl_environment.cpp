// Without asking `erl`: the newest erts-VERSION/bin below the root has the programs.
#include "tools/erl_environment.h"

#include "tools/erl_modules.h"
#include "vm/base/environment.h"

#include <algorithm>
#include <filesystem>

namespace tools {
namespace {

/// Makes `folder` the first one of PATH; it stands there once.
void put_in_front(vm::Environment& environment, const std::string& folder) {
  std::string rest = environment.find("PATH").value_or("/usr/bin:/bin");
  std::string path = folder;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string next = rest.substr(0, colon);
    rest = colon == rest.npos ? "" : rest.substr(colon + 1);
    if (next != folder) path += ":" + next;
  }
  environment.set("PATH", path);
}

}  // namespace

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
  put_in_front(environment, otp_root + "/bin");
  put_in_front(environment, programs);
  if (const std::string erl = erl_program(); !erl.empty()) {
    put_in_front(environment, std::filesystem::path(erl).parent_path().string());
  }
  environment.set("BINDIR", programs);
  environment.set("ROOTDIR", otp_root);
  environment.set("PROGNAME", "erl");
  environment.set("EMU", "beam");
  return version;
}

}  // namespace tools
