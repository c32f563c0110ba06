// The `.beam` files that tests of the loader read: all below a folder, or all of the installed
// Erlang/OTP. Libraries of others stand in the same folder as OTP's own (Debian's erlang-proper,
// for example) and may be compiled by releases that are not supported, so OTP's list of its own
// applications decides.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace test_support {

inline std::vector<std::filesystem::path> beams_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::exists(folder)) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".beam") found.push_back(entry.path());
  }
  return found;
}

/// Empty where no Erlang is installed.
inline std::vector<std::filesystem::path> beams_of_installed_release() {
  const std::filesystem::path root = "/usr/lib/erlang";
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::exists(root / "releases")) return found;
  for (const auto& release : std::filesystem::directory_iterator(root / "releases")) {
    std::ifstream applications(release.path() / "installed_application_versions");
    for (std::string name; std::getline(applications, name);) {
      // Of OTP 25's common_test one module has code of release 21, which OTP 27 refuses, too.
      for (const auto& beam : beams_below(root / "lib" / name))
        if (beam.filename() != "test_server_node.beam") found.push_back(beam);
    }
  }
  return found;
}

}  // namespace test_support
