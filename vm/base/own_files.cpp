// Plain system calls, which are begun again where a signal ends them.
#include "vm/base/own_files.h"

#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace vm {

OwnedDescriptor::~OwnedDescriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool is_own(const struct stat& is) { return is.st_uid == ::geteuid() && (is.st_mode & 022) == 0; }

FolderState look_at_folder(const std::string& folder) {
  struct stat is{};
  if (::lstat(folder.c_str(), &is) != 0)
    return errno == ENOENT ? FolderState::kMissing : FolderState::kUnusable;
  errno = S_ISDIR(is.st_mode) ? EPERM : ENOTDIR;
  return S_ISDIR(is.st_mode) && is_own(is) ? FolderState::kOwn : FolderState::kUnusable;
}

bool make_own_folder(const std::string& folder) {
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return false;
  return look_at_folder(folder) == FolderState::kOwn;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool read_all(int descriptor, std::span<Byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

std::array<std::int64_t, 4> file_identity(const std::string& path) {
  struct stat is{};
  if (::stat(path.c_str(), &is) != 0) return {};
  return {static_cast<std::int64_t>(is.st_ino), is.st_size, is.st_mtim.tv_sec, is.st_mtim.tv_nsec};
}

std::string hex_text(std::span<const Byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const Byte byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

void note_use(int descriptor, const struct stat& is) {
  constexpr time_t kDay = 86400;
  if (::time(nullptr) - is.st_mtim.tv_sec > kDay) ::futimens(descriptor, nullptr);
}

}  // namespace vm
