// Plain reading of files. In a search, a file that cannot be read counts as missing.
#include "loader/module_files.h"

#include <cerrno>
#include <cstdio>
#include <sys/stat.h>

namespace loader {

vm::Result<std::vector<Byte>, int> read_whole_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return vm::Err(errno);
  std::vector<Byte> bytes;
  struct stat status{};
  if (fstat(fileno(file), &status) == 0 && status.st_size > 0) {
    bytes.reserve(static_cast<std::size_t>(status.st_size));
  }
  Byte buffer[64 * 1024];
  std::size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof(buffer), file)) > 0) {
    bytes.insert(bytes.end(), buffer, buffer + count);
  }
  const int error = std::ferror(file) != 0 ? errno : 0;
  std::fclose(file);
  if (error != 0) return vm::Err(error);
  return bytes;
}

std::optional<FoundFile> find_module(std::span<const std::string> folders,
                                     std::string_view module) {
  const bool leads_elsewhere = module.find('/') != module.npos || module.find('\0') != module.npos;
  if (leads_elsewhere || module.empty()) return std::nullopt;
  for (const std::string& folder : folders) {
    std::string path = folder + "/" + std::string(module) + ".beam";
    auto bytes = read_whole_file(path);
    if (bytes.ok()) return FoundFile{std::move(path), std::move(*bytes)};
  }
  return std::nullopt;
}

}  // namespace loader
