// The natives of OTP's prim_file, which its modules file, file_server and file_io_server stand on.
// Files are read and written on the scheduler that asks: what is in the page cache answers faster
// than another thread would.
// Limits: no setting of owners, permissions and times, no links; a file on a slow device holds up
// its scheduler.
#include "bif/binary_view.h"
#include "bif/list_view.h"
#include "bif/natives.h"
#include "bif/numbers.h"
#include "bif/posix.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"

#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bif {
namespace {

class FileHandle : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  explicit FileHandle(int descriptor) : fd(descriptor) {}
  ~FileHandle() override {
    if (fd >= 0) ::close(fd);
  }
  int fd;  // -1 once closed; only the owning process uses it
};

FileHandle* open_file(Term ref) {
  auto* file = vm::magic_object<FileHandle>(ref);
  return file != nullptr && file->fd >= 0 ? file : nullptr;
}

Term named(const char* text) { return vm::intern_atom(text).value(); }

BifResult failed(Process& p, int error) {
  return HeapBuilder(p).tuple(am::error, posix_error(error));
}

BifResult ok_or_error(Process& p, int result) {
  return result == 0 ? Term(am::ok) : failed(p, errno);
}

/// A path as internal_name2native/1 made it. False for other terms.
bool read_path(Term term, std::string* path) {
  if (!term.is_binary()) return false;
  *path = BinaryBytes(term).text();
  return path->find('\0') == std::string::npos;
}

Term binary_term(Process& p, std::string_view bytes) {
  HeapBuilder builder(p);
  return make_binary_term(builder, bytes);
}

Term ok_binary(Process& p, std::string_view bytes) {
  HeapBuilder builder(p);
  return builder.tuple(am::ok, make_binary_term(builder, bytes));
}

struct OpenMode {
  bool read = false;
  bool write = false;
  bool append = false;
  bool exclusive = false;
  bool directory = false;

  int flags() const {
    int result = write || append ? (read ? O_RDWR : O_WRONLY) | O_CREAT : O_RDONLY;
    if (write && !read && !append) result |= O_TRUNC;
    if (append) result |= O_APPEND;
    if (exclusive) result |= O_EXCL | O_CREAT;
    return result | O_CLOEXEC;
  }
};

OpenMode read_mode(Term list) {
  OpenMode mode;
  for (const Term option : ListView(list)) {
    mode.read |= option == am::read;
    mode.write |= option == am::write;
    mode.append |= option == am::append;
    mode.exclusive |= option == am::exclusive;
    mode.directory |= option.is_atom() && vm::atom_text(option) == "directory";
  }
  return mode;
}

/// All bytes up to the end. -1 with errno.
ssize_t read_to_end(int fd, std::string& out) {
  char block[65536];
  while (true) {
    const ssize_t size = ::read(fd, block, sizeof block);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return size;
    out.append(block, static_cast<std::size_t>(size));
  }
}

const char* type_name(mode_t mode) {
  return S_ISREG(mode)                    ? "regular"
         : S_ISDIR(mode)                  ? "directory"
         : S_ISLNK(mode)                  ? "symlink"
         : S_ISCHR(mode) || S_ISBLK(mode) ? "device"
                                          : "other";
}

const char* access_name(const std::string& path) {
  const bool readable = ::access(path.c_str(), R_OK) == 0;
  const bool writable = ::access(path.c_str(), W_OK) == 0;
  return readable ? (writable ? "read_write" : "read") : (writable ? "write" : "none");
}

template <class Read>
BifResult read_at(Process& p, Term ref, Term size_term, Read read) {
  FileHandle* file = open_file(ref);
  if (file == nullptr) return failed(p, EINVAL);
  if (!size_term.is_small() || size_term.as_small() < 0) return p.badarg();
  std::string bytes(static_cast<std::size_t>(size_term.as_small()), '\0');
  ssize_t size;
  do {
    size = read(file->fd, bytes.data(), bytes.size());
  } while (size < 0 && errno == EINTR);
  if (size < 0) return failed(p, errno);
  if (size == 0 && !bytes.empty()) return am::eof;
  return ok_binary(p, std::string_view(bytes).substr(0, static_cast<std::size_t>(size)));
}

template <class Write>
BifResult write_all(Process& p, Term ref, Term iodata, Write write) {
  FileHandle* file = open_file(ref);
  if (file == nullptr) return failed(p, EINVAL);
  std::string bytes;
  if (!append_iodata(iodata, bytes)) return p.badarg();
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t size = write(file->fd, bytes.data() + done, bytes.size() - done, done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return failed(p, errno);
    done += static_cast<std::size_t>(size);
  }
  return am::ok;
}

using PathCall = int (*)(const char*);
BifResult with_path(Process& p, const Args<1>& a, PathCall call) {
  std::string path;
  if (!read_path(a[0], &path)) return p.badarg();
  return ok_or_error(p, call(path.c_str()));
}

}  // namespace

BifResult internal_name2native_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!append_name(a[0], name)) return p.badarg();
  return binary_term(p, name);
}

BifResult internal_native2name_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  const BinaryBytes bytes(a[0]);
  const std::string_view text = bytes.text();
  HeapBuilder builder(p);
  ListBuilder list(builder);
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    std::uint32_t point;
    const Word size = vm::decode_utf8(at, end, &point);
    if (size == 0) return a[0];  // a raw name stays a binary
    list.add(Term::small(point));
    at += size;
  }
  return list.finish();
}

BifResult is_translatable_1(Process& p, const Args<1>& a) {
  std::string name;
  return vm::make_boolean(append_name(a[0], name));
}

BifResult file_open_2(Process& p, const Args<2>& a) {
  std::string path;
  if (!read_path(a[0], &path) || list_length(a[1]) < 0) return p.badarg();
  const OpenMode mode = read_mode(a[1]);
  const int fd = ::open(path.c_str(), mode.flags(), 0666);
  if (fd < 0) return failed(p, errno);
  struct stat status{};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode) && !mode.directory) {
    ::close(fd);
    return failed(p, EISDIR);
  }
  const vm::RefNumber number = vm::next_ref_number(p.vm);
  auto* file = std::make_unique<FileHandle>(fd).release();
  HeapBuilder builder(p);
  return builder.tuple(am::ok, vm::make_magic_ref(builder, number.low, number.high, *file, 64));
}

BifResult file_close_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return failed(p, EINVAL);
  const int fd = file->fd;
  file->fd = -1;
  return ok_or_error(p, ::close(fd));
}

BifResult file_read_2(Process& p, const Args<2>& a) {
  return read_at(p, a[0], a[1],
                 [](int fd, char* to, std::size_t size) { return ::read(fd, to, size); });
}

BifResult file_pread_3(Process& p, const Args<3>& a) {
  SWord offset;
  if (!to_signed(a[1], &offset) || offset < 0) return p.badarg();
  return read_at(p, a[0], a[2], [offset](int fd, char* to, std::size_t size) {
    return ::pread(fd, to, size, offset);
  });
}

BifResult file_write_2(Process& p, const Args<2>& a) {
  return write_all(p, a[0], a[1], [](int fd, const char* from, std::size_t size, std::size_t) {
    return ::write(fd, from, size);
  });
}

BifResult file_pwrite_3(Process& p, const Args<3>& a) {
  SWord offset;
  if (!to_signed(a[1], &offset) || offset < 0) return p.badarg();
  return write_all(p, a[0], a[2],
                   [offset](int fd, const char* from, std::size_t size, std::size_t done) {
                     return ::pwrite(fd, from, size, offset + static_cast<SWord>(done));
                   });
}

BifResult file_seek_3(Process& p, const Args<3>& a) {
  FileHandle* file = open_file(a[0]);
  SWord offset;
  if (file == nullptr) return failed(p, EINVAL);
  if (!a[1].is_atom() || !to_signed(a[2], &offset)) return p.badarg();
  const std::string_view mark = vm::atom_text(a[1]);
  const int whence = mark == "bof" ? SEEK_SET : mark == "cur" ? SEEK_CUR : SEEK_END;
  const off_t position = ::lseek(file->fd, offset, whence);
  if (position < 0) return failed(p, errno);
  return HeapBuilder(p).tuple(am::ok, Term::small(position));
}

BifResult file_sync_2(Process& p, const Args<2>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return failed(p, EINVAL);
  return ok_or_error(
      p, a[1].is_small() && a[1].as_small() != 0 ? ::fdatasync(file->fd) : ::fsync(file->fd));
}

BifResult file_truncate_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return failed(p, EINVAL);
  return ok_or_error(p, ::ftruncate(file->fd, ::lseek(file->fd, 0, SEEK_CUR)));
}

BifResult file_read_file_1(Process& p, const Args<1>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return p.badarg();
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failed(p, errno);
  std::string bytes;
  const ssize_t end = read_to_end(fd, bytes);
  const int error = errno;
  ::close(fd);
  if (end < 0) return failed(p, error);
  p.use_reductions(static_cast<SWord>(bytes.size() / 64));
  return ok_binary(p, bytes);
}

BifResult file_list_dir_1(Process& p, const Args<1>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return p.badarg();
  DIR* folder = ::opendir(path.c_str());
  if (folder == nullptr) return failed(p, errno);
  HeapBuilder builder(p);
  ListBuilder names(builder);
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.add(make_binary_term(builder, name));
  }
  ::closedir(folder);
  return builder.tuple(am::ok, names.finish());
}

BifResult file_read_info_2(Process& p, const Args<2>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return p.badarg();
  struct stat status{};
  const bool follow = a[1] == Term::small(1);
  if ((follow ? ::stat : ::lstat)(path.c_str(), &status) != 0) return failed(p, errno);
  const auto number = [](auto value) { return Term::small(static_cast<SWord>(value)); };
  return HeapBuilder(p).tuple(
      named("file_info"), number(status.st_size), named(type_name(status.st_mode)),
      named(access_name(path)), number(status.st_atime), number(status.st_mtime),
      number(status.st_ctime), number(status.st_mode), number(status.st_nlink),
      number(status.st_dev), number(status.st_rdev), number(status.st_ino), number(status.st_uid),
      number(status.st_gid));
}

BifResult file_rename_2(Process& p, const Args<2>& a) {
  std::string from;
  std::string to;
  if (!read_path(a[0], &from) || !read_path(a[1], &to)) return p.badarg();
  return ok_or_error(p, ::rename(from.c_str(), to.c_str()));
}

BifResult file_make_dir_1(Process& p, const Args<1>& a) {
  return with_path(p, a, [](const char* path) { return ::mkdir(path, 0777); });
}
BifResult file_del_file_1(Process& p, const Args<1>& a) { return with_path(p, a, ::unlink); }
BifResult file_del_dir_1(Process& p, const Args<1>& a) { return with_path(p, a, ::rmdir); }
BifResult file_set_cwd_1(Process& p, const Args<1>& a) { return with_path(p, a, ::chdir); }

BifResult file_get_cwd_0(Process& p, const Args<0>&) {
  char path[4096];
  if (::getcwd(path, sizeof path) == nullptr) return failed(p, errno);
  return ok_binary(p, path);
}

BifResult file_read_link_1(Process& p, const Args<1>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return p.badarg();
  char target[4096];
  const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
  if (size < 0) return failed(p, errno);
  return ok_binary(p, std::string_view(target, static_cast<std::size_t>(size)));
}

}  // namespace bif
