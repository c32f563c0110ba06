// CodePath: the folders in which modules are looked for, in order.
// Threads: constant after construction, or the owner's care.
#pragma once

#include "loader/byte_reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loader {

/// A module's file: where it was found, and its bytes.
struct FoundFile {
  std::string path;
  std::vector<Byte> bytes;
};

/// The whole file; nothing where it cannot be read.
std::optional<std::vector<Byte>> read_whole_file(const std::string& path);

class CodePath {
 public:
  CodePath() = default;
  explicit CodePath(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  const std::vector<std::string>& folders() const { return folders_; }
  void add_first(std::string folder) { folders_.insert(folders_.begin(), std::move(folder)); }
  void add_last(std::string folder) { folders_.push_back(std::move(folder)); }

  /// Reads `module`.beam from the first folder that has it. Names that would lead elsewhere (with a
  /// slash) are not found.
  std::optional<FoundFile> find(std::string_view module) const;

  /// The `ebin` folders of an Erlang installation's libraries, newest version of each, the kernel
  /// and stdlib first.
  static std::vector<std::string> library_folders(const std::string& lib);

 private:
  std::vector<std::string> folders_;
};

}  // namespace loader
