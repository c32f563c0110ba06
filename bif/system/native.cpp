// The BIFs of module sonde_native, for the boot modules in bif/erl: file descriptors of the
// program, the code path, reading files of code.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "loader/module_files.h"
#include "vm/code/module_table.h"
#include "vm/heap/binary_view.h"
#include "vm/io/io.h"
#include "vm/io/posix.h"
#include "vm/io/program_io.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>

namespace bif {
namespace {

Term error_tuple(Process& p, int error) {
  HeapBuilder builder(p);
  return builder.tuple(am::error, vm::posix_error(error));
}

}  // namespace

/// sonde_native:write(Fd, IoData) -> ok | {error, Posix}: all of it, or an error. The process waits
/// while the descriptor does.
BifResult native_write_2(Process& p, const Args<2>& a) {
  std::string bytes;
  if (!a[0].is_small() || !vm::append_iodata(a[1], bytes)) return p.badarg();
  const int fd = static_cast<int>(a[0].as_small());
  const int error = vm::write_without_waiting(fd, bytes);
  if (error == 0) return am::ok;
  if (error > 0) return error_tuple(p, error);
  return p.suspend_on(vm::write_and_wait(p, fd, std::move(bytes)));
}

/// sonde_native:create_file(Name) -> Fd | {error, Posix}: an empty file for sonde_native:write/2. A
/// named pipe that nobody reads yet is {error, enxio}: the scheduler would wait for its reader.
BifResult native_create_file_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!vm::append_iodata(a[0], name)) return p.badarg();
  const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd < 0) return error_tuple(p, errno);
  // Others may share what is open; only the opening is not to wait.
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return Term::small(fd);
}

/// sonde_native:read(Fd) -> ok, then {sonde_input, {data, Binary} | eof | {error, Posix}} is sent
/// to the caller.
BifResult native_read_1(Process& p, const Args<1>& a) {
  if (!a[0].is_small()) return p.badarg();
  vm::send_input(p.vm, p.pid, static_cast<int>(a[0].as_small()));
  return am::ok;
}

/// sonde_native:get_file(Name) -> {ok, Binary} | {error, Posix}.
BifResult native_get_file_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!vm::append_name(a[0], name)) return p.badarg();
  const auto bytes = loader::read_whole_file(name);
  if (!bytes.ok()) return error_tuple(p, bytes.error());
  HeapBuilder builder(p);
  return builder.tuple(am::ok, vm::make_binary(builder, bytes->data(), bytes->size()));
}

/// sonde_native:find_module(Module) -> {ok, File, Binary} | {error, enoent}: the first
/// `Module.beam` in the code path.
BifResult native_find_module_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  const std::string file = std::string(vm::atom_text(a[0])) + ".beam";
  for (const std::string& folder : BifState::of(p).boot.code_path()) {
    const std::string path = folder + "/" + file;
    const auto bytes = loader::read_whole_file(path);
    if (!bytes.ok()) continue;
    HeapBuilder builder(p);
    const Term name = vm::make_binary_term(builder, path);
    return builder.tuple(am::ok, name, vm::make_binary(builder, bytes->data(), bytes->size()));
  }
  return error_tuple(p, ENOENT);
}

/// sonde_native:is_folder(Name) -> boolean(): one of the file system, not inside of an archive.
BifResult native_is_folder_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!vm::append_name(a[0], name)) return p.badarg();
  struct stat status{};
  return vm::make_boolean(::stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode));
}

/// sonde_native:code_path() -> [Binary].
BifResult native_code_path_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  const std::vector<std::string> path = BifState::of(p).boot.code_path();
  Term list = Term::nil();
  for (std::size_t i = path.size(); i-- > 0;)
    list = builder.cons(vm::make_binary_term(builder, path[i]), list);
  return list;
}

/// sonde_native:preloaded_files() -> [{Module, Binary}]: what was there before the first process.
BifResult native_preloaded_files_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  Term list = Term::nil();
  for (const auto& [module, file] : BifState::of(p).boot.preloaded) {
    list = builder.cons(builder.tuple(module, vm::make_binary_term(builder, file)), list);
  }
  return list;
}

/// sonde_native:set_code_path([Name]) -> ok.
BifResult native_set_code_path_1(Process& p, const Args<1>& a) {
  std::vector<std::string> path;
  Term rest = a[0];
  for (; rest.is_cons(); rest = rest.as_cons().tail) {
    if (!vm::append_name(rest.as_cons().head, path.emplace_back())) return p.badarg();
  }
  if (!rest.is_nil()) return p.badarg();
  BifState::of(p).boot.set_code_path(std::move(path));
  return am::ok;
}

/// sonde_native:break_mode(menu | key | halt | ignore | default) -> ok: what the interrupt key
/// does. `menu`: it opens the menu, and the caller gets the choice as a message; `key`: a shell
/// reads it as any other key; `halt`: the caller gets {halt, Status} once, as with halt_through/1.
BifResult native_break_mode_1(Process& p, const Args<1>& a) {
  vm::Io& io = *p.vm.io;
  if (a[0] == am::ignore) io.break_menu.ignore();
  if (a[0] == am::halt) io.break_menu.halt_through(p.vm, p.pid);
  if (a[0] == am::key) io.terminal.let_interrupts_be_keys();
  if (a[0] == am::menu || a[0] == am::key) io.break_menu.install(p.vm, p.pid);
  return a[0].is_atom() ? am::ok : p.badarg();
}

/// sonde_native:break_read() -> ok: the next line that is typed in the menu is sent to the process
/// that got the choice.
BifResult native_break_read_0(Process& p, const Args<0>&) {
  p.vm.io->break_menu.read_more();
  return am::ok;
}

/// sonde_native:break_over() -> ok: what was chosen in the menu has been done; it is closed.
BifResult native_break_over_0(Process& p, const Args<0>&) {
  p.vm.io->break_menu.close();
  return am::ok;
}

/// sonde_native:abort(): ends the machine at once by SIGABRT.
BifResult native_abort_0(Process& p, const Args<0>&) {
  p.vm.io->terminal.restore();
  std::signal(SIGABRT, SIG_DFL);
  std::abort();
}

/// sonde_native:module_bytes(Module) -> integer(): what its instructions and literals take; 0 for
/// one that is not loaded.
BifResult native_module_bytes_1(Process& p, const Args<1>& a) {
  const vm::Module* module = a[0].is_atom() ? p.vm.modules->current(a[0]) : nullptr;
  if (module == nullptr) return Term::small(0);
  return number((module->code.size() + module->literal_words) * sizeof(Word));
}

/// sonde_native:otp_root() -> Binary.
BifResult native_otp_root_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, BifState::of(p).boot.otp_root);
}

}  // namespace bif
