// Natives of module sonde_native: what the boot modules in bif/erl need of the system. File
// descriptors of the program, the code path, reading files of code.
#include "bif/binary_view.h"
#include "bif/boot_state.h"
#include "bif/natives.h"
#include "bif/posix.h"
#include "bif/state.h"
#include "vm/proc/operation.h"
#include "vm/proc/send.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bif {
namespace {

// What a ready pipe takes without blocking (see io_thread.cpp).
constexpr std::size_t kSafeWriteBytes = 4096;

Term error_tuple(Process& p, int error) {
  HeapBuilder builder(p);
  return builder.tuple(am::error, posix_error(error));
}

/// Writes at once what certainly does not block; answers 0 when all was written, an errno value, or
/// -1: the rest must wait.
int write_without_waiting(int fd, std::string& bytes) {
  while (!bytes.empty()) {
    pollfd ready{fd, POLLOUT, 0};
    if (poll(&ready, 1, 0) == 0) return -1;
    const ssize_t count = ::write(fd, bytes.data(), std::min(bytes.size(), kSafeWriteBytes));
    if (count < 0) {
      if (errno == EINTR) continue;
      return errno == EAGAIN ? -1 : errno;
    }
    bytes.erase(0, static_cast<std::size_t>(count));
  }
  return 0;
}

/// Lets the I/O thread write; the process waits.
vm::Operation write_and_wait(Process& p, int fd, std::string bytes) {
  struct Shared {
    vm::Atomic<int> error{-1};
  };
  auto shared = std::make_shared<Shared>();
  Vm& vm = p.vm;
  const Term pid = p.pid;
  const Word wait = vm::next_operation_wait(p);
  BifState::of(p).boot->io.write(fd, std::move(bytes), [&vm, pid, wait, shared](int error) {
    // release: pairs with the acquire below; the process learns the result it is woken for.
    shared->error.store(error, std::memory_order_release);
    vm::wake_operation(vm, pid, wait);
  });
  co_await vm::woken(p);
  const int error = shared->error.load(std::memory_order_acquire);
  if (error != 0) co_return error_tuple(p, error);
  co_return am::ok;
}

bool read_file(const std::string& name, std::string* bytes, int* error) {
  const int fd = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    *error = errno;
    return false;
  }
  struct stat status;
  *error = fstat(fd, &status) != 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  if (*error == 0) {
    bytes->resize(static_cast<std::size_t>(status.st_size) + 1);
    std::size_t used = 0;
    for (;;) {
      if (used == bytes->size()) bytes->resize(used * 2);
      const ssize_t count = ::read(fd, bytes->data() + used, bytes->size() - used);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) *error = errno;
      if (count <= 0) break;
      used += static_cast<std::size_t>(count);
    }
    bytes->resize(used);
  }
  ::close(fd);
  return *error == 0;
}

}  // namespace

/// sonde_native:write(Fd, IoData) -> ok | {error, Posix}: all of it, or an error. The process waits
/// while the descriptor does.
BifResult native_write_2(Process& p, const Args<2>& a) {
  std::string bytes;
  if (!a[0].is_small() || !append_iodata(a[1], bytes)) return p.badarg();
  const int fd = static_cast<int>(a[0].as_small());
  const int error = write_without_waiting(fd, bytes);
  if (error == 0) return am::ok;
  if (error > 0) return error_tuple(p, error);
  return p.suspend_on(std::make_unique<vm::Operation>(write_and_wait(p, fd, std::move(bytes))));
}

/// sonde_native:read(Fd) -> ok, then {sonde_input, {data, Binary} | eof | {error, Posix}} is sent
/// to the caller.
BifResult native_read_1(Process& p, const Args<1>& a) {
  if (!a[0].is_small()) return p.badarg();
  Vm& vm = p.vm;
  const Term pid = p.pid;
  BifState::of(p).boot->io.read(
      static_cast<int>(a[0].as_small()), [&vm, pid](int error, std::string bytes) {
        if (error == ECANCELED) return;  // the machine ends
        HeapBuilder builder(Word{32});
        Term result;
        if (error != 0) {
          result = builder.tuple(am::error, posix_error(error));
        } else if (bytes.empty()) {
          result = am::eof;
        } else {
          result = builder.tuple(am::data, make_binary_term(builder, bytes));
        }
        const Term message = builder.tuple(am::sonde_input, result);
        vm::send_from_machine(vm, Term::none(), pid, message, builder.take_fragments());
      });
  return am::ok;
}

/// sonde_native:get_file(Name) -> {ok, Binary} | {error, Posix}.
BifResult native_get_file_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!append_name(a[0], name)) return p.badarg();
  std::string bytes;
  int error = 0;
  if (!read_file(name, &bytes, &error)) return error_tuple(p, error);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, make_binary_term(builder, bytes));
}

/// sonde_native:find_module(Module) -> {ok, File, Binary} | {error, enoent}: the first
/// `Module.beam` in the code path.
BifResult native_find_module_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  const std::string file = std::string(vm::atom_text(a[0])) + ".beam";
  for (const std::string& folder : BifState::of(p).boot->code_path()) {
    const std::string path = folder + "/" + file;
    std::string bytes;
    int error = 0;
    if (!read_file(path, &bytes, &error)) continue;
    HeapBuilder builder(p);
    const Term name = make_binary_term(builder, path);
    return builder.tuple(am::ok, name, make_binary_term(builder, bytes));
  }
  return error_tuple(p, ENOENT);
}

/// sonde_native:is_folder(Name) -> boolean(): one of the file system, not inside of an archive.
BifResult native_is_folder_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!append_name(a[0], name)) return p.badarg();
  struct stat status{};
  return vm::make_boolean(::stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode));
}

/// sonde_native:code_path() -> [Binary].
BifResult native_code_path_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  const std::vector<std::string> path = BifState::of(p).boot->code_path();
  Term list = Term::nil();
  for (std::size_t i = path.size(); i-- > 0;)
    list = builder.cons(make_binary_term(builder, path[i]), list);
  return list;
}

/// sonde_native:preloaded_files() -> [{Module, Binary}]: what was there before the first process.
BifResult native_preloaded_files_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  Term list = Term::nil();
  for (const auto& [module, file] : BifState::of(p).boot->preloaded) {
    list = builder.cons(builder.tuple(module, make_binary_term(builder, file)), list);
  }
  return list;
}

/// sonde_native:set_code_path([Name]) -> ok.
BifResult native_set_code_path_1(Process& p, const Args<1>& a) {
  std::vector<std::string> path;
  Term rest = a[0];
  for (; rest.is_cons(); rest = rest.as_cons().tail) {
    if (!append_name(rest.as_cons().head, path.emplace_back())) return p.badarg();
  }
  if (!rest.is_nil()) return p.badarg();
  BifState::of(p).boot->set_code_path(std::move(path));
  return am::ok;
}

/// sonde_native:otp_root() -> Binary.
BifResult native_otp_root_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return make_binary_term(builder, BifState::of(p).boot->otp_root);
}

}  // namespace bif
