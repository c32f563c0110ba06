// Open files of prim_file: opening, reading, writing. Data in the page cache is read, and small
// pieces are written to it, at once; everything else runs on a file thread, so that a pipe without
// a writer or a slow disk delays only the process that reads it. Limits: writes to a regular file
// of up to kQuickWriteBytes run on the scheduler, though a kernel with much to write may delay
// them.
#include "bif/data/numbers.h"
#include "bif/io/file_handle.h"
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/io/file_threads.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <limits>
#include <sys/uio.h>

namespace bif {
namespace {

constexpr std::size_t kQuickWriteBytes = 65536;
constexpr SWord kWhereItStands = -1;

struct OpenMode {
  bool read = false;
  bool write = false;
  bool append = false;
  bool exclusive = false;
  bool directory = false;
  bool sync = false;
  bool any_type = false;

  /// append and exclusive mean writing too; without any of these, reading is meant.
  int flags() const {
    const bool writes = write || append || exclusive;
    int result = writes ? (read ? O_RDWR : O_WRONLY) | O_CREAT : O_RDONLY;
    if (writes && !read && !append) result |= O_TRUNC;
    if (append) result |= O_APPEND;
    if (exclusive) result |= O_EXCL;
    if (sync) result |= O_SYNC;
    if (directory) result |= O_DIRECTORY;
    return result | O_CLOEXEC;
  }
};

OpenMode read_mode(Term list) {
  OpenMode mode;
  for (const Term option : vm::ListView(list)) {
    mode.read |= option == am::read;
    mode.write |= option == am::write;
    mode.append |= option == am::append;
    mode.exclusive |= option == am::exclusive;
    mode.directory |= option == am::directory;
    mode.sync |= option == am::sync;
    mode.any_type |= option == am::skip_type_check;
  }
  return mode;
}

/// A read under way. With an error: what was read before does not count.
struct Read {
  FileRef file;
  SWord offset = kWhereItStands;
  std::size_t wanted = 0;
  std::size_t room = 65536;  // bytes to begin with
  std::string bytes = {};    // the first `used` are read
  std::size_t used = 0;
  int error = 0;
};

enum class Patience { kNone, kAny };

/// Reads on, to `wanted` or the end of the file. False: there is no more without waiting.
bool read_on(Read& read, Patience patience) {
  const int flags = patience == Patience::kNone ? RWF_NOWAIT : 0;
  while (read.used < read.wanted) {
    // Grows with what is there: a program may ask for more than all of the file.
    if (read.used == read.bytes.size())
      read.bytes.resize(std::min(std::max(read.room, 2 * read.used), read.wanted));
    const iovec part{read.bytes.data() + read.used, read.bytes.size() - read.used};
    const bool stands = read.offset == kWhereItStands;
    const off_t at = stands ? -1 : read.offset + static_cast<SWord>(read.used);
    const ssize_t size = ::preadv2(read.file->fd, &part, 1, at, flags);
    if (size < 0 && vm::was_interrupted()) continue;
    // EOPNOTSUPP: a file system that cannot tell whether it will have to wait.
    if (size < 0 && patience == Patience::kNone) return false;
    if (size < 0) read.error = errno;
    if (size <= 0) return true;
    read.used += static_cast<std::size_t>(size);
  }
  return true;
}

/// Reads, elsewhere if need be, and answers `answer(Read&)`.
template <class Answer>
BifResult read_and(Process& p, Read read, Answer answer) {
  if (read.file->is_cached && read_on(read, Patience::kNone)) return answer(read);
  return vm::outside(
      p,
      [read = std::move(read)]() mutable {
        read_on(read, Patience::kAny);
        return std::move(read);
      },
      answer);
}

BifResult ok_bytes(Process& p, const Read& read) {
  p.use_reductions(static_cast<SWord>(read.used / 64));
  HeapBuilder builder(p);
  const std::string_view bytes = std::string_view(read.bytes).substr(0, read.used);
  return builder.tuple(am::ok, vm::make_binary_term(builder, bytes));
}

BifResult read_from(Process& p, Term ref, Term size_term, SWord offset) {
  FileHandle* file = open_file(ref);
  if (file == nullptr) return no_file(p, ref);
  if (!size_term.is_integer()) return p.badarg();
  SWord wanted;
  if (!to_signed(size_term, &wanted) || wanted < 0) return failed(p, EINVAL);
  Read read{.file = FileRef(file), .offset = offset, .wanted = static_cast<std::size_t>(wanted)};
  return read_and(p, std::move(read), [&p](const Read& done) -> BifResult {
    if (done.error != 0) return failed(p, done.error);
    return done.used == 0 ? Term(am::eof) : ok_bytes(p, done);
  });
}

/// All of `bytes`; 0, or -1 with errno.
int write_all(int fd, const std::string& bytes, SWord offset) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const char* from = bytes.data() + done;
    const std::size_t left = bytes.size() - done;
    const ssize_t size = offset == kWhereItStands
                             ? ::write(fd, from, left)
                             : ::pwrite(fd, from, left, offset + static_cast<SWord>(done));
    if (size < 0 && vm::was_interrupted()) continue;
    if (size < 0) return -1;
    done += static_cast<std::size_t>(size);
  }
  return 0;
}

BifResult write_to(Process& p, Term ref, Term iodata, SWord offset) {
  FileHandle* file = open_file(ref);
  if (file == nullptr) return no_file(p, ref);
  std::string bytes;
  if (!vm::append_iodata(iodata, bytes)) return p.badarg();
  p.use_reductions(static_cast<SWord>(bytes.size() / 64));
  if (file->is_cached && bytes.size() <= kQuickWriteBytes)
    return ok_or_error(p, write_all(file->fd, bytes, offset));
  return call_outside(p, [kept = FileRef(file), bytes = std::move(bytes), offset] {
    return write_all(kept->fd, bytes, offset);
  });
}

bool read_offset(Term term, SWord* offset) { return to_signed(term, offset) && *offset >= 0; }

/// An open file, or an error.
struct Opened {
  FileRef file;
  int error = 0;
};

Opened open_path(const std::string& path, const OpenMode& mode) {
  const int fd = ::open(path.c_str(), mode.flags(), mode.directory ? 0777 : 0666);
  if (fd < 0) return {.file = {}, .error = errno};
  Opened result{.file = vm::make_shared_ref<FileHandle>(fd)};
  struct stat status{};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode) && !mode.directory && !mode.any_type)
    result.error = EISDIR;
  return result;
}

/// Whether opening it takes no longer than looking at it: pipes wait for their other end.
bool opens_at_once(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return true;  // an error, or a new file
  return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

/// pread and pwrite: {File, Offset, What}, where an integer that is no offset is the file's error.
BifResult at_offset(Process& p, const Args<3>& a,
                    BifResult (*transfer)(Process&, Term, Term, SWord)) {
  SWord offset;
  if (!a[1].is_integer()) return p.badarg();
  if (!read_offset(a[1], &offset)) return failed(p, EINVAL);
  return transfer(p, a[0], a[2], offset);
}

}  // namespace

FileHandle::FileHandle(int descriptor) : fd(descriptor) {
  struct stat status{};
  is_cached =
      ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && (::fcntl(fd, F_GETFL) & O_SYNC) == 0;
}

BifResult file_open_2(Process& p, const Args<2>& a) {
  std::string path;
  if (vm::list_length(a[1]) < 0) return p.badarg();
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  const OpenMode mode = read_mode(a[1]);
  const auto answer = [&p](const Opened& opened) -> BifResult {
    if (opened.error != 0) return failed(p, opened.error);
    HeapBuilder builder(p);
    return builder.tuple(am::ok, make_file(p, builder, *opened.file));
  };
  if (opens_at_once(path)) return answer(open_path(path, mode));
  return vm::outside(p, [path, mode] { return open_path(path, mode); }, answer);
}

BifResult file_close_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  const int fd = file->fd;
  file->fd = -1;
  return ok_or_error(p, ::close(fd));
}

BifResult file_read_2(Process& p, const Args<2>& a) {
  return read_from(p, a[0], a[1], kWhereItStands);
}

BifResult file_pread_3(Process& p, const Args<3>& a) { return at_offset(p, a, read_from); }

BifResult file_write_2(Process& p, const Args<2>& a) {
  return write_to(p, a[0], a[1], kWhereItStands);
}

BifResult file_pwrite_3(Process& p, const Args<3>& a) { return at_offset(p, a, write_to); }

BifResult file_seek_3(Process& p, const Args<3>& a) {
  FileHandle* file = open_file(a[0]);
  SWord offset;
  if (file == nullptr) return no_file(p, a[0]);
  if (!a[1].is_atom() || !to_signed(a[2], &offset)) return p.badarg();
  const std::string_view mark = vm::atom_text(a[1]);
  if (mark != "bof" && mark != "cur" && mark != "eof") return p.badarg();
  const int whence = mark == "bof" ? SEEK_SET : mark == "cur" ? SEEK_CUR : SEEK_END;
  const off_t position = ::lseek(file->fd, offset, whence);
  if (position < 0) return failed(p, errno);
  return HeapBuilder(p).tuple(am::ok, Term::small(position));
}

BifResult file_sync_2(Process& p, const Args<2>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  const bool only_data = a[1].is_small() && a[1].as_small() != 0;
  return call_outside(p, [kept = FileRef(file), only_data] {
    return only_data ? ::fdatasync(kept->fd) : ::fsync(kept->fd);
  });
}

BifResult file_truncate_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  return call_outside(
      p, [kept = FileRef(file)] { return ::ftruncate(kept->fd, ::lseek(kept->fd, 0, SEEK_CUR)); });
}

BifResult file_read_file_1(Process& p, const Args<1>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  const OpenMode mode{.read = true, .any_type = true};
  const auto answer = [&p](const Read& done) -> BifResult {
    return done.error != 0 ? failed(p, done.error) : ok_bytes(p, done);
  };
  const auto all_of = [](const Opened& opened) {
    struct stat status{};
    Read read{.file = opened.file, .wanted = std::numeric_limits<std::size_t>::max()};
    // A byte more than all: then the end is seen without growing.
    if (opened.error == 0 && ::fstat(read.file->fd, &status) == 0 && status.st_size > 0)
      read.room = static_cast<std::size_t>(status.st_size) + 1;
    return read;
  };
  if (opens_at_once(path)) {
    const Opened opened = open_path(path, mode);
    if (opened.error != 0) return failed(p, opened.error);
    return read_and(p, all_of(opened), answer);
  }
  return vm::outside(
      p,
      [path, mode, all_of] {
        const Opened opened = open_path(path, mode);
        Read read = all_of(opened);
        read.error = opened.error;
        if (read.error == 0) read_on(read, Patience::kAny);
        return read;
      },
      answer);
}

}  // namespace bif
