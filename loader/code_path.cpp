// Plain file access: nothing is remembered, so new files are found at once.
#include "loader/code_path.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

namespace loader {

namespace fs = std::filesystem;

std::optional<std::vector<Byte>> read_whole_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return std::nullopt;
  std::vector<Byte> bytes;
  std::error_code error;
  std::uintmax_t size = fs::file_size(path, error);
  if (!error) bytes.reserve(size);
  Byte buffer[64 * 1024];
  std::size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof(buffer), file)) > 0) {
    bytes.insert(bytes.end(), buffer, buffer + count);
  }
  bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return std::nullopt;
  return bytes;
}

std::optional<FoundFile> CodePath::find(std::string_view module) const {
  bool leads_elsewhere = module.find('/') != module.npos || module.find('\0') != module.npos;
  if (leads_elsewhere || module.empty()) return std::nullopt;
  for (const std::string& folder : folders_) {
    std::string path = folder + "/" + std::string(module) + ".beam";
    if (auto bytes = read_whole_file(path)) return FoundFile{std::move(path), std::move(*bytes)};
  }
  return std::nullopt;
}

namespace {

/// Numbers of a version, so that 4.10 is newer than 4.9.
std::vector<long> version_of(std::string_view text) {
  std::vector<long> numbers;
  long number = 0;
  for (char c : text) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
    } else {
      numbers.push_back(number);
      number = 0;
    }
  }
  numbers.push_back(number);
  return numbers;
}

}  // namespace

std::vector<std::string> CodePath::library_folders(const std::string& lib) {
  struct Candidate {
    std::vector<long> version;
    std::string ebin;
  };
  std::map<std::string, Candidate> newest;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(lib, error)) {
    std::string folder = entry.path().filename().string();
    std::size_t dash = folder.rfind('-');
    std::string name = folder.substr(0, dash);
    auto version = version_of(dash == folder.npos ? std::string_view("0")
                                                  : std::string_view(folder).substr(dash + 1));
    std::string ebin = (entry.path() / "ebin").string();
    if (!fs::is_directory(ebin, error)) continue;
    auto [place, added] = newest.try_emplace(name, Candidate{version, ebin});
    if (!added && place->second.version < version) place->second = {version, ebin};
  }
  std::vector<std::string> folders;
  for (const char* first : {"kernel", "stdlib"}) {
    auto found = newest.find(first);
    if (found == newest.end()) continue;
    folders.push_back(found->second.ebin);
    newest.erase(found);
  }
  for (auto& [name, candidate] : newest) folders.push_back(std::move(candidate.ebin));
  return folders;
}

}  // namespace loader
