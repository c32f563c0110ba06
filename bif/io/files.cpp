// The BIFs of OTP's prim_file on names of files and on folders; OTP's modules file, file_server and
// file_io_server use them. Open files are in file_io.cpp, attributes and links in
// file_attributes.cpp. Changes of a folder run on a file thread.
#include "bif/data/numbers.h"
#include "bif/io/file_handle.h"
#include "bif/natives.h"
#include "vm/base/utf8.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/io/file_threads.h"

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
  return vm::make_binary_term(builder, bytes);
}

Term ok_binary(Process& p, std::string_view bytes) {
  HeapBuilder builder(p);
  return builder.tuple(am::ok, vm::make_binary_term(builder, bytes));
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
  return call_outside(p, [path, call] { return call(path.c_str()); });
}

/// The names in a folder, or an error.
struct Listing {
  std::vector<std::string> names;
  int error = 0;
};

Listing list_folder(const std::string& path) {
  Listing result;
  DIR* folder = ::opendir(path.c_str());
  if (folder == nullptr) {
    result.error = errno;
    return result;
  }
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") result.names.emplace_back(name);
  }
  ::closedir(folder);
  return result;
}

}  // namespace

BifResult internal_name2native_1(Process& p, const Args<1>& a) {
  std::string name;
  if (a[0].is_binary()) {
    name = vm::BinaryBytes(a[0]).text();
  } else if (!vm::append_deep_utf8_list(a[0], name)) {
    return p.badarg();
  }
  if (name.find('\0') != std::string::npos) return p.badarg();
  name += '\0';  // as C wants it; read_path() takes it off
  return binary_term(p, name);
}

BifResult internal_native2name_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  const std::string_view text = bytes.text();
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    std::uint32_t point;
    const Word size = vm::decode_utf8(at, end, &point);
    // A raw name: the caller keeps the bytes, or leaves it out with a warning.
    if (size == 0) return builder.tuple(am::error, am::warning);
    list.add(Term::small(point));
    at += size;
  }
  return list.finish();
}

BifResult is_translatable_1(Process& p, const Args<1>& a) {
  std::string name;
  return vm::make_boolean(vm::append_name(a[0], name));
}

BifResult file_list_dir_1(Process& p, const Args<1>& a) {
  std::string path;
  if (!read_path(a[0], &path)) return failed(p, EINVAL);
  return vm::outside(
      p, [path] { return list_folder(path); },
      [&p](const Listing& listing) -> BifResult {
        if (listing.error != 0) return failed(p, listing.error);
        HeapBuilder builder(p);
        // The last name first, as OTP answers them.
        Term names = Term::nil();
        for (const std::string& name : listing.names)
          names = builder.cons(vm::make_binary_term(builder, name), names);
        return builder.tuple(am::ok, names);
      });
}

BifResult file_rename_2(Process& p, const Args<2>& a) {
  std::string from;
  std::string to;
  if (!read_path(a[0], &from) || !read_path(a[1], &to)) return failed(p, EINVAL);
  return call_outside(p, [from, to] {
    const int result = ::rename(from.c_str(), to.c_str());
    if (result != 0 && errno == ENOTEMPTY) errno = EEXIST;
    if (result != 0 && errno != EEXIST && from == "/") errno = EINVAL;
    return result;
  });
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
