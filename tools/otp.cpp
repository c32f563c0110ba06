// `erl` on $PATH is a link to ROOT/bin/erl (or erts-V/bin). Following the link, and looking for the
// folder with lib/ above it, gives ROOT at the cost of a few system calls; asking `erl` would cost
// its start.
#include "tools/otp.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace tools {
namespace {

bool has_libraries(const fs::path& root) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / "lib", error)) {
    if (entry.path().filename().string().starts_with("stdlib")) return true;
  }
  return false;
}

/// The file `name` on $PATH, links followed; empty if there is none.
fs::path on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const fs::path file = fs::path(rest.substr(0, colon)) / name;
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (access(file.c_str(), X_OK) != 0) continue;
    std::error_code error;
    fs::path real = fs::canonical(file, error);
    // The program erl of Sonde is a link to sonde.
    if (!error && real.filename() != "sonde") return real;
  }
  return {};
}

fs::path find_root() {
  for (const char* program : {"erl", "erlc"}) {
    fs::path folder = on_path(program);
    while (folder.has_relative_path()) {
      folder = folder.parent_path();
      if (has_libraries(folder)) return folder;
      if (has_libraries(folder / "lib" / "erlang")) return folder / "lib" / "erlang";
    }
  }
  for (const char* usual : {"/usr/lib/erlang", "/usr/local/lib/erlang"}) {
    if (has_libraries(usual)) return usual;
  }
  return {};
}

/// "stdlib-4.10.1" -> {"stdlib", {4, 10, 1}}.
std::pair<std::string, std::vector<unsigned long>> name_and_version(const std::string& folder) {
  const std::size_t dash = folder.rfind('-');
  std::vector<unsigned long> version;
  if (dash == std::string::npos) return {folder, version};
  for (const char* at = folder.c_str() + dash; *at == '-' || *at == '.';) {
    char* end = nullptr;
    version.push_back(std::strtoul(at + 1, &end, 10));
    if (end == at + 1) return {folder, {}};
    at = end;
  }
  return {folder.substr(0, dash), version};
}

/// The folders of modules of the libraries in `folder`, the newest version of each, by name. A
/// library without ebin, as one for its header files: its own folder, as in OTP's code server.
std::map<std::string, fs::path> newest_libraries(const fs::path& folder) {
  std::map<std::string, fs::path> newest;
  std::map<std::string, std::vector<unsigned long>> versions;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!entry.is_directory(error)) continue;
    auto [name, version] = name_and_version(entry.path().filename().string());
    const auto known = versions.find(name);
    if (known != versions.end() && known->second >= version) continue;
    const fs::path ebin = entry.path() / "ebin";
    newest[name] = fs::is_directory(ebin, error) ? ebin : entry.path();
    versions[name] = std::move(version);
  }
  return newest;
}

/// Adds the libraries of the folders in $ERL_LIBS, as OTP's code server does: the last name first,
/// those that have an ebin.
void add_users_libraries(std::vector<std::string>& path) {
  const char* folders = std::getenv("ERL_LIBS");
  std::istringstream rest(folders != nullptr ? folders : "");
  for (std::string folder; std::getline(rest, folder, ':');) {
    if (folder.empty()) continue;
    const auto libraries = newest_libraries(fs::absolute(folder));
    for (auto library = libraries.rbegin(); library != libraries.rend(); ++library) {
      if (library->second.filename() == "ebin") path.push_back(library->second.string());
    }
  }
}

void list_libraries(Otp& otp) {
  auto newest = newest_libraries(fs::path(otp.root) / "lib");
  if (const auto compiler = newest.find("compiler"); compiler != newest.end()) {
    otp.release = otp.root + " " + compiler->second.string();
  }
  for (const char* first : {"erts", "kernel", "stdlib"}) {
    if (auto library = newest.extract(first)) {
      otp.library_path.push_back(library.mapped().string());
    }
  }
  add_users_libraries(otp.library_path);
  for (auto& [name, folder] : newest) otp.library_path.push_back(folder.string());
}

}  // namespace

std::vector<std::string> code_path(const std::vector<std::string>& asked_for,
                                   const std::vector<std::string>& own, const Otp& otp) {
  std::vector<std::string> path;
  for (const std::string& folder : asked_for) path.push_back(fs::absolute(folder).string());
  path.insert(path.end(), own.begin(), own.end());
  path.emplace_back(".");
  path.insert(path.end(), otp.library_path.begin(), otp.library_path.end());
  return path;
}

vm::Result<Otp, std::string> find_otp(const std::string& wanted) {
  Otp otp;
  if (!wanted.empty()) {
    if (!has_libraries(wanted)) {
      return vm::Err(wanted + ": no Erlang/OTP there (expected a folder with lib/stdlib-VERSION)");
    }
    otp.root = fs::absolute(wanted).lexically_normal().string();
  } else if (const char* root = std::getenv("SONDE_OTP_ROOT"); root != nullptr && *root != '\0') {
    if (!has_libraries(root)) {
      return vm::Err(std::string(root) + ": no Erlang/OTP there (from SONDE_OTP_ROOT)");
    }
    otp.root = root;
  } else {
    otp.root = find_root().string();
    if (otp.root.empty()) {
      return vm::Err(std::string("no Erlang/OTP found: install it or set SONDE_OTP_ROOT"));
    }
  }
  list_libraries(otp);
  return otp;
}

}  // namespace tools
