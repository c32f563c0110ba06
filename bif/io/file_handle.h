// Shared by the BIFs of prim_file: open files, paths, and results.
// Ownership: a magic reference holds an open file, as does work under way on a file thread; it is
// closed when neither does any more. Threads: only the process that opened a file uses it
// (prim_file sees to that), or the file thread that works for it while it waits.
#pragma once

#include "vm/base/shared.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/magic_ref.h"
#include "vm/io/file_threads.h"
#include "vm/io/posix.h"

#include <cerrno>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace bif {

class FileHandle : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  explicit FileHandle(int descriptor);
  ~FileHandle() override {
    if (fd >= 0) ::close(fd);
  }
  int fd;  // -1 once closed
  /// A regular file that is not written through to the disk: what is in the page cache is read, and
  /// what finds room there written, at once.
  bool is_cached;
};
using FileRef = vm::SharedRef<FileHandle>;

/// The open file behind `ref`, or null: no file, or closed.
inline FileHandle* open_file(Term ref) {
  auto* file = vm::magic_object<FileHandle>(ref);
  return file != nullptr && file->fd >= 0 ? file : nullptr;
}

/// {error, Posix}.
inline BifResult failed(Process& p, int error) {
  return HeapBuilder(p).tuple(am::error, vm::posix_error(error));
}

/// What an operation on a `ref` that open_file() did not know answers: badarg or {error, einval}.
inline BifResult no_file(Process& p, Term ref) {
  return vm::magic_object<FileHandle>(ref) == nullptr ? p.badarg() : failed(p, EINVAL);
}

inline BifResult ok_or_error(Process& p, int result) {
  return result == 0 ? Term(am::ok) : failed(p, errno);
}

/// Makes a system call on a file thread, which answers 0 or leaves an error in errno: `ok` or
/// {error, Posix}.
template <class Call>
BifResult call_outside(Process& p, Call call) {
  return vm::outside(
      p, [call = std::move(call)] { return call() == 0 ? 0 : errno; },
      [&p](int error) { return error == 0 ? Term(am::ok) : failed(p, error); });
}

/// A path as internal_name2native/1 made it. False for other terms: their answer is {error,
/// einval}.
inline bool read_path(Term term, std::string* path) {
  if (!term.is_binary()) return false;
  std::string_view bytes = vm::BinaryBytes(term).text();
  if (bytes.ends_with('\0')) bytes.remove_suffix(1);
  *path = bytes;
  return path->find('\0') == std::string::npos;
}

/// #file_info{} with `access` in the place of what the file's user may do.
Term file_info_term(HeapBuilder& builder, const struct stat& status, Term access);

/// A reference to an open file, which holds it.
Term make_file(Process& p, HeapBuilder& builder, FileHandle& file);

}  // namespace bif
