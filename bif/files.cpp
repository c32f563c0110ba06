// The natives of OTP's prim_file, which its modules file, file_server and file_io_server stand on.
// Files are read and written on the scheduler that asks: what is in the page cache answers faster
// than another thread would.
// Attributes and links are in file_attributes.cpp.
// Limits: a file on a slow device holds up its scheduler.
#include "bif/binary_view.h"
#include "bif/file_handle.h"
#include "bif/list_view.h"
#include "bif/natives.h"
#include "bif/numbers.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bif {
namespace {

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
  for (const Term option : ListView(list)) {
    mode.read |= option == am::read;
    mode.write |= option == am::write;
    mode.append |= option == am::append;
    mode.exclusive |= option == am::exclusive;
    if (!option.is_atom()) continue;
    mode.directory |= vm::atom_text(option) == "directory";
    mode.sync |= vm::atom_text(option) == "sync";
    mode.any_type |= vm::atom_text(option) == "skip_type_check";
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

template <class Read>
BifResult read_at(Process& p, Term ref, Term size_term, Read read) {
  FileHandle* file = open_file(ref);
  if (file == nullptr) return no_file(p, ref);
  if (!size_term.is_integer()) return p.badarg();
  SWord wanted;
  if (!to_signed(size_term, &wanted) || wanted < 0) return failed(p, EINVAL);
  // Grows with what is there: a program may ask for more than all of the file.
  std::string bytes;
  std::size_t used = 0;
  while (used < static_cast<std::size_t>(wanted)) {
    if (used == bytes.size()) {
      constexpr std::size_t kFirstBytes = 65536;
      bytes.resize(std::min(std::max(kFirstBytes, 2 * used), static_cast<std::size_t>(wanted)));
    }
    const ssize_t size = read(file->fd, bytes.data() + used, bytes.size() - used, used);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return failed(p, errno);
    if (size == 0) break;
    used += static_cast<std::size_t>(size);
  }
  if (used == 0) return am::eof;
  p.use_reductions(static_cast<SWord>(used / 64));
  return ok_binary(p, std::string_view(bytes).substr(0, used));
}

template <class Write>
BifResult write_all(Process& p, Term ref, Term iodata, Write write) {
  FileHandle* file = open_file(ref);
  if (file == nullptr) return no_file(p, ref);
  std::string bytes;
  if (!append_iodata(iodata, bytes)) return p.badarg();
  p.use_reductions(static_cast<SWord>(bytes.size() / 64));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t size = write(file->fd, bytes.data() + done, bytes.size() - done, done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return failed(p, errno);
    done += static_cast<std::size_t>(size);
  }
  return am::ok;
}

bool is_current_folder(const char* path) {
  struct stat named{};
  struct stat current{};
  return ::stat(path, &named) == 0 && ::stat(".", &current) == 0 &&
         named.st_ino == current.st_ino && named.st_dev == current.st_dev;
}

using PathCall = int (*)(const char*);
BifResult with_path(Process& p, const Args<1>& a, PathCall call) {
  std::string path;
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
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
  if (list_length(a[1]) < 0) return p.badarg();
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  const OpenMode mode = read_mode(a[1]);
  const int fd = ::open(path.c_str(), mode.flags(), mode.directory ? 0777 : 0666);
  if (fd < 0) return failed(p, errno);
  struct stat status{};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode) && !mode.directory && !mode.any_type) {
    ::close(fd);
    return failed(p, EISDIR);
  }
  HeapBuilder builder(p);
  return builder.tuple(am::ok, make_file(p, builder, fd));
}

BifResult file_close_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  const int fd = file->fd;
  file->fd = -1;
  return ok_or_error(p, ::close(fd));
}

BifResult file_read_2(Process& p, const Args<2>& a) {
  return read_at(p, a[0], a[1], [](int fd, char* to, std::size_t size, std::size_t) {
    return ::read(fd, to, size);
  });
}

BifResult file_pread_3(Process& p, const Args<3>& a) {
  SWord offset;
  if (!a[1].is_integer()) return p.badarg();
  if (!to_signed(a[1], &offset) || offset < 0) return failed(p, EINVAL);
  return read_at(p, a[0], a[2], [offset](int fd, char* to, std::size_t size, std::size_t done) {
    return ::pread(fd, to, size, offset + static_cast<SWord>(done));
  });
}

BifResult file_write_2(Process& p, const Args<2>& a) {
  return write_all(p, a[0], a[1], [](int fd, const char* from, std::size_t size, std::size_t) {
    return ::write(fd, from, size);
  });
}

BifResult file_pwrite_3(Process& p, const Args<3>& a) {
  SWord offset;
  if (!a[1].is_integer()) return p.badarg();
  if (!to_signed(a[1], &offset) || offset < 0) return failed(p, EINVAL);
  return write_all(p, a[0], a[2],
                   [offset](int fd, const char* from, std::size_t size, std::size_t done) {
                     return ::pwrite(fd, from, size, offset + static_cast<SWord>(done));
                   });
}

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
  return ok_or_error(
      p, a[1].is_small() && a[1].as_small() != 0 ? ::fdatasync(file->fd) : ::fsync(file->fd));
}

BifResult file_truncate_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  return ok_or_error(p, ::ftruncate(file->fd, ::lseek(file->fd, 0, SEEK_CUR)));
}

BifResult file_read_file_1(Process& p, const Args<1>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
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
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  DIR* folder = ::opendir(path.c_str());
  if (folder == nullptr) return failed(p, errno);
  HeapBuilder builder(p);
  // The last name first, as OTP answers them.
  Term names = Term::nil();
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names = builder.cons(make_binary_term(builder, name), names);
  }
  ::closedir(folder);
  return builder.tuple(am::ok, names);
}

BifResult file_rename_2(Process& p, const Args<2>& a) {
  std::string from;
  std::string to;
  if (!read_path(a[0], &from) || !read_path(a[1], &to)) return failed(p, EINVAL);
  if (::rename(from.c_str(), to.c_str()) == 0) return am::ok;
  if (errno == ENOTEMPTY) return failed(p, EEXIST);
  return failed(p, from == "/" ? EINVAL : errno);
}

BifResult file_make_dir_1(Process& p, const Args<1>& a) {
  return with_path(p, a, [](const char* path) { return ::mkdir(path, 0777); });
}
BifResult file_del_file_1(Process& p, const Args<1>& a) {
  return with_path(p, a, [](const char* path) {
    const int result = ::unlink(path);
    if (result != 0 && errno == EISDIR) errno = EPERM;
    return result;
  });
}
BifResult file_del_dir_1(Process& p, const Args<1>& a) {
  return with_path(p, a, [](const char* path) {
    const int result = ::rmdir(path);
    if (result != 0 && errno == ENOTEMPTY) errno = is_current_folder(path) ? EINVAL : EEXIST;
    return result;
  });
}
BifResult file_set_cwd_1(Process& p, const Args<1>& a) { return with_path(p, a, ::chdir); }

BifResult file_get_cwd_0(Process& p, const Args<0>&) {
  char path[4096];
  if (::getcwd(path, sizeof path) == nullptr) return failed(p, errno);
  return ok_binary(p, path);
}

BifResult file_read_link_1(Process& p, const Args<1>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  char target[4096];
  const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
  if (size < 0) return failed(p, errno);
  return ok_binary(p, std::string_view(target, static_cast<std::size_t>(size)));
}

}  // namespace bif
