// The BIFs of prim_file on attributes of files: types, permissions, times, owners, links, allocated
// space and advice.
#include "bif/data/numbers.h"
#include "bif/io/file_handle.h"
#include "bif/natives.h"
#include "vm/base/utf8.h"
#include "vm/heap/list_view.h"
#include "vm/io/file_threads.h"
#include "vm/proc/references.h"

#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <utime.h>

namespace bif {
namespace {

Term type_name(mode_t mode) {
  return S_ISREG(mode)                    ? am::regular
         : S_ISDIR(mode)                  ? am::directory
         : S_ISLNK(mode)                  ? am::symlink
         : S_ISCHR(mode) || S_ISBLK(mode) ? am::device
                                          : am::other;
}

Term access_term(bool readable, bool writable) {
  if (readable) return writable ? am::read_write : am::read;
  return writable ? am::write : am::none;
}

/// The access that the permission bits allow; for an open file, whose path is unknown.
Term access_by_mode(const struct stat& status) {
  const unsigned shift = status.st_uid == ::geteuid() ? 6 : status.st_gid == ::getegid() ? 3 : 0;
  return access_term((status.st_mode >> shift & 4U) != 0, (status.st_mode >> shift & 2U) != 0);
}

// The range of times that OTP's calendar can tell: years 0 to 9999, in seconds from 1970.
constexpr SWord kFirstTime = -62167219200;
constexpr SWord kLastTime = 253402300799;

Term time_term(time_t seconds) {
  return Term::small(std::clamp(static_cast<SWord>(seconds), kFirstTime, kLastTime));
}

bool read_int(Term term, int* value) {
  SWord number;
  if (!to_signed(term, &number) || number != static_cast<int>(number)) return false;
  *value = static_cast<int>(number);
  return true;
}

struct Range {
  SWord offset = 0;
  SWord length = 0;
};

/// Answers none() and the range, or what the call answers: badarg, or {error, einval}.
bool read_range(Process& p, Term offset, Term length, Range* range, BifResult* answer) {
  if (!offset.is_integer() || !length.is_integer()) {
    *answer = p.badarg();
    return false;
  }
  if (to_signed(offset, &range->offset) && to_signed(length, &range->length) &&
      range->offset >= 0 && range->length >= 0) {
    return true;
  }
  *answer = failed(p, EINVAL);
  return false;
}

std::optional<int> advice(Term term) {
  struct Row {
    const char* name;
    int value;
  };
  constexpr Row kRows[] = {
      {"normal", POSIX_FADV_NORMAL},         {"random", POSIX_FADV_RANDOM},
      {"sequential", POSIX_FADV_SEQUENTIAL}, {"will_need", POSIX_FADV_WILLNEED},
      {"dont_need", POSIX_FADV_DONTNEED},    {"no_reuse", POSIX_FADV_NOREUSE}};
  if (!term.is_atom()) return std::nullopt;
  for (const Row& row : kRows) {
    if (vm::atom_text(term) == row.name) return row.value;
  }
  return std::nullopt;
}

/// Up to `size` bytes at `offset`; fewer at the end of the file. -1 with errno.
ssize_t read_fully(int fd, char* to, std::size_t size, SWord offset) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(fd, to + done, size - done, offset + static_cast<SWord>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return static_cast<ssize_t>(done);
}

std::uint32_t big_endian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<Byte>(bytes[i]);
  return value;
}

using TwoPaths = int (*)(const char*, const char*);
BifResult with_two_paths(Process& p, const Args<2>& a, TwoPaths call) {
  std::string first;
  std::string second;
  if (!read_path(a[0], &first) || !read_path(a[1], &second)) return failed(p, EINVAL);
  return ok_or_error(p, call(first.c_str(), second.c_str()));
}

}  // namespace

Term file_info_term(HeapBuilder& builder, const struct stat& status, Term access) {
  return builder.tuple(am::file_info, number(status.st_size), type_name(status.st_mode), access,
                       time_term(status.st_atime), time_term(status.st_mtime),
                       time_term(status.st_ctime), number(status.st_mode), number(status.st_nlink),
                       number(status.st_dev), number(status.st_rdev),
                       number(static_cast<std::uint32_t>(status.st_ino)), number(status.st_uid),
                       number(status.st_gid));
}

Term make_file(Process& p, HeapBuilder& builder, FileHandle& file) {
  constexpr Word kWeight = 64;  // of the descriptor, in bytes
  return vm::make_magic_ref(p.vm, builder, file, kWeight);
}

BifResult file_read_info_2(Process& p, const Args<2>& a) {
  std::string path;
  int follow;
  if (!read_int(a[1], &follow)) return p.badarg();
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  struct stat status{};
  if ((follow != 0 ? ::stat : ::lstat)(path.c_str(), &status) != 0) return failed(p, errno);
  const Term access =
      access_term(::access(path.c_str(), R_OK) == 0, ::access(path.c_str(), W_OK) == 0);
  HeapBuilder builder(p);
  return file_info_term(builder, status, access);
}

BifResult file_read_handle_info_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  struct stat status{};
  if (::fstat(file->fd, &status) != 0) return failed(p, errno);
  HeapBuilder builder(p);
  return file_info_term(builder, status, access_by_mode(status));
}

BifResult file_set_permissions_2(Process& p, const Args<2>& a) {
  std::string path;
  Word mode;
  if (!to_unsigned(a[1], &mode) || mode > std::numeric_limits<unsigned>::max()) return p.badarg();
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  const auto wanted = static_cast<mode_t>(mode & 06777);
  if (::chmod(path.c_str(), wanted) == 0) return am::ok;
  // Some file systems refuse only the bits that change who runs a program.
  return ok_or_error(p, ::chmod(path.c_str(), wanted & 0777));
}

BifResult file_set_owner_3(Process& p, const Args<3>& a) {
  std::string path;
  int user;
  int group;
  if (!read_int(a[1], &user) || !read_int(a[2], &group)) return p.badarg();
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  return ok_or_error(p, ::chown(path.c_str(), static_cast<uid_t>(user), static_cast<gid_t>(group)));
}

BifResult file_set_time_4(Process& p, const Args<4>& a) {
  std::string path;
  SWord accessed;
  SWord modified;
  SWord created;  // no system call takes it
  if (!to_signed(a[1], &accessed) || !to_signed(a[2], &modified) || !to_signed(a[3], &created)) {
    return p.badarg();
  }
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  const utimbuf times{.actime = accessed, .modtime = modified};
  return ok_or_error(p, ::utime(path.c_str(), &times));
}

BifResult file_make_hard_link_2(Process& p, const Args<2>& a) {
  return with_two_paths(p, a, ::link);
}
BifResult file_make_soft_link_2(Process& p, const Args<2>& a) {
  return with_two_paths(p, a, ::symlink);
}

BifResult file_advise_4(Process& p, const Args<4>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  Range range;
  BifResult answer;
  if (!read_range(p, a[1], a[2], &range, &answer)) return answer;
  const auto kind = advice(a[3]);
  if (!kind) return failed(p, EINVAL);
  // Answers the error itself; OTP takes no notice of it.
  ::posix_fadvise(file->fd, range.offset, range.length, *kind);
  return am::ok;
}

BifResult file_allocate_3(Process& p, const Args<3>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  Range range;
  BifResult answer;
  if (!read_range(p, a[1], a[2], &range, &answer)) return answer;
  return call_outside(p, [kept = FileRef(file), range] {
    do {
      errno = ::posix_fallocate(kept->fd, range.offset, range.length);
    } while (vm::was_interrupted());
    return errno == 0 ? 0 : -1;
  });
}

/// prim_file:ipread_s32bu_p32bu_nif(File, Offset, Max): a size and a place of 32 bits each stand at
/// Offset; reads what they point to. eof where they do not stand there or the size is over Max.
BifResult file_indirect_read_3(Process& p, const Args<3>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  if (!a[1].is_integer() || !a[2].is_integer()) return p.badarg();
  SWord offset;
  SWord max_size;
  if (!to_signed(a[1], &offset) || !to_signed(a[2], &max_size) || offset < 0 ||
      max_size >= SWord{1} << 31) {
    return failed(p, EINVAL);
  }
  char pointer[8];
  const ssize_t got = read_fully(file->fd, pointer, sizeof pointer, offset);
  if (got < 0) return failed(p, errno);
  const std::uint32_t size = big_endian(pointer);
  const std::uint32_t place = big_endian(pointer + 4);
  if (got < static_cast<ssize_t>(sizeof pointer) || size > max_size) return am::eof;
  std::string bytes(size, '\0');
  const ssize_t count = read_fully(file->fd, bytes.data(), size, place);
  if (count < 0) return failed(p, errno);
  HeapBuilder builder(p);
  const Term data = count == 0 ? Term(am::eof)
                               : vm::make_binary_term(builder, std::string_view(bytes).substr(
                                                                   0, static_cast<Word>(count)));
  return builder.tuple(am::ok, builder.tuple(Term::small(size), Term::small(place), data));
}

/// The descriptor as the bytes of a C int.
BifResult file_get_handle_1(Process& p, const Args<1>& a) {
  FileHandle* file = open_file(a[0]);
  if (file == nullptr) return no_file(p, a[0]);
  HeapBuilder builder(p);
  return vm::make_binary_term(
      builder, std::string_view(reinterpret_cast<const char*>(&file->fd), sizeof file->fd));
}

BifResult file_from_descriptor_1(Process& p, const Args<1>& a) {
  int fd;
  if (!read_int(a[0], &fd)) return p.badarg();
  if (::fcntl(fd, F_GETFL) == -1) return failed(p, errno);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, make_file(p, builder, *vm::make_shared_ref<FileHandle>(fd)));
}

// Both exist on another system only.
BifResult file_get_device_cwd_1(Process& p, const Args<1>&) { return failed(p, ENOTSUP); }
BifResult file_altname_1(Process& p, const Args<1>&) { return failed(p, ENOTSUP); }

/// prim_file:internal_normalize_utf8(Bytes) -> the characters.
BifResult file_normalize_utf8_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  const char* at = bytes.text().data();
  for (const char* end = at + bytes.size(); at < end;) {
    std::uint32_t point;
    const Word size = vm::decode_utf8(at, end, &point);
    if (size == 0) return p.badarg();
    list.add(Term::small(point));
    at += size;
  }
  return list.finish();
}

}  // namespace bif
