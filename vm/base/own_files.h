// Files and folders that belong to the user, and that nobody else may write: what the machine keeps
// for its next runs is in such ones only. Threads: any.
#pragma once

#include "vm/base/types.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace vm {

/// A file descriptor, which it closes.
class OwnedDescriptor {
 public:
  /// `descriptor`: as open() returns it.
  explicit OwnedDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~OwnedDescriptor();
  OwnedDescriptor(const OwnedDescriptor&) = delete;
  OwnedDescriptor& operator=(const OwnedDescriptor&) = delete;
  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

/// Whether the user's writes, and nobody else's, have made it what it is.
bool is_own(const struct stat& is);

enum class FolderState : std::uint8_t { kOwn, kMissing, kUnusable };
/// Looks at a folder, not through a link. With kUnusable, errno says why.
FolderState look_at_folder(const std::string& folder);
/// Makes a folder that is missing, for the user alone. False, with errno: it cannot be used.
bool make_own_folder(const std::string& folder);

/// Writes all bytes. False, with errno: some are not written.
bool write_all(int descriptor, std::string_view bytes);
/// Fills `bytes`. False: the file has fewer, or (with errno) cannot be read.
bool read_all(int descriptor, std::span<Byte> bytes);

/// What tells the file at `path` from one that replaces it: number, size and time. Zeros: there is
/// none.
std::array<std::int64_t, 4> file_identity(const std::string& path);

/// Bytes as lower-case hexadecimal digits.
std::string hex_text(std::span<const Byte> bytes);

/// Notes, to a day, that a file is in use, in its time of modification.
void note_use(int descriptor, const struct stat& is);

}  // namespace vm
