// See cache_folder.h.
#include "tools/sonde/cache_folder.h"

#include "vm/base/own_files.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace tools {
namespace {

/// A folder that only we can write to, made when it is not there.
bool usable_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return vm::look_at_folder(folder) == vm::FolderState::kOwn && access(folder.c_str(), W_OK) == 0;
}

}  // namespace

fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path folder;
  if (cache != nullptr && *cache == '/') {
    folder = fs::path(cache) / "sonde";
  } else if (home != nullptr && *home == '/') {
    folder = fs::path(home) / ".cache" / "sonde";
  }
  if (!folder.empty() && usable_folder(folder)) return folder;
  std::error_code error;
  folder = fs::temp_directory_path(error) / ("sonde-" + std::to_string(geteuid()));
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return {};
  return usable_folder(folder) ? folder : fs::path();
}

}  // namespace tools
