// Files of modules: found by name in a list of folders, and read whole. Nothing is remembered
// between calls, so a new file is found at once. Threads: any.
#pragma once

#include "loader/byte_reader.h"
#include "vm/base/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loader {

/// A module's file: where it was found, and its bytes.
struct FoundFile {
  std::string path;
  std::vector<Byte> bytes;
};

/// The contents of a file. Error: the value of errno.
vm::Result<std::vector<Byte>, int> read_whole_file(const std::string& path);

/// Reads `module`.beam from the first of the folders that has it. A name that would lead out of the
/// folder (with a slash) is not found.
std::optional<FoundFile> find_module(std::span<const std::string> folders, std::string_view module);

}  // namespace loader
