// The operating system: environment, process identifier.
#include "bif/natives.h"
#include "vm/base/environment.h"
#include "vm/base/utf8.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/io/io.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"

#include <csignal>
#include <unistd.h>

namespace bif {
namespace {

Term characters(HeapBuilder& builder, std::string_view utf8) {
  vm::ListBuilder list(builder);
  for (const char *at = utf8.data(), *end = at + utf8.size(); at < end;) {
    std::uint32_t point;
    const Word size = vm::decode_utf8(at, end, &point);
    // Bytes that are no UTF-8 are passed on as they are.
    list.add(Term::small(size == 0 ? static_cast<Byte>(*at) : point));
    at += size == 0 ? 1 : size;
  }
  return list.finish();
}

/// A variable's name: without `=` and zero bytes.
bool variable_name(Term term, std::string* name) {
  return term.is_list() && vm::append_name(term, *name) && name->find('=') == std::string::npos;
}

struct SignalName {
  const char* name;
  int number;
};
// Those that OTP lets programs handle; the others are its own.
constexpr SignalName kSignals[] = {{"sigusr1", SIGUSR1}, {"sigusr2", SIGUSR2}, {"sighup", SIGHUP},
                                   {"sigterm", SIGTERM}, {"sigquit", SIGQUIT}, {"sigabrt", SIGABRT},
                                   {"sigalrm", SIGALRM}, {"sigtstp", SIGTSTP}, {"sigchld", SIGCHLD},
                                   {"sigstop", SIGSTOP}};

int signal_number(std::string_view name) {
  for (const SignalName& row : kSignals) {
    if (row.name == name) return row.number;
  }
  return 0;
}

/// {notify, Name} to OTP's server of signals. Where it has not been started (few programs need it),
/// the first process gets {sonde_signal, Name} and does what the server's own handler would do.
void notify(Vm& vm, Term name) {
  HeapBuilder builder(Word{8});
  const bool is_running = !vm.registry->find(am::erl_signal_server).is_none();
  const Term to = is_running ? am::erl_signal_server : am::init;
  const Term message = builder.tuple(is_running ? am::notify : am::sonde_signal, name);
  vm::send_from_machine_to(vm, Term::none(), to, message, builder.take_fragments());
}

}  // namespace

/// os:set_signal(Name, default | handle | ignore): what the operating system's process does with
/// it. `handle` sends {notify, Name} to the process registered as erl_signal_server.
BifResult os_set_signal_2(Process& p, const Args<2>& a) {
  const int number = a[0].is_atom() ? signal_number(vm::atom_text(a[0])) : 0;
  if (number == 0) return p.badarg();
  const std::string_view what = a[1].is_atom() ? vm::atom_text(a[1]) : "";
  if (what != "default" && what != "ignore" && what != "handle") {
    return p.badarg_because(am::badopt);
  }
  // Accepted without effect: no program can handle it.
  if (number == SIGSTOP) return am::ok;
  if (what == "handle") {
    p.vm.io->thread.on_signal(number, [&vm = p.vm, name = a[0]] { notify(vm, name); });
    return am::ok;
  }
  if (what == "ignore") {
    // Watched without effect. SIG_IGN would not last: the I/O thread ends a watch later than this
    // returns, which sets the default.
    p.vm.io->thread.on_signal(number, [] {});
    return am::ok;
  }
  p.vm.io->thread.on_signal(number, nullptr);
  // How the ends of ports' programs are heard of stays as it is.
  if (number != SIGCHLD) std::signal(number, SIG_DFL);
  return am::ok;
}

BifResult os_getenv_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!variable_name(a[0], &name)) return p.badarg();
  const std::optional<std::string> value = vm::Environment::of_program().find(name);
  if (!value) return am::false_;
  HeapBuilder builder(p);
  return characters(builder, *value);
}

BifResult os_putenv_2(Process& p, const Args<2>& a) {
  std::string name;
  std::string value;
  if (!variable_name(a[0], &name) || !a[1].is_list() || !vm::append_name(a[1], value))
    return p.badarg();
  vm::Environment::of_program().set(std::move(name), std::move(value));
  return am::true_;
}

BifResult os_unsetenv_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!variable_name(a[0], &name)) return p.badarg();
  vm::Environment::of_program().erase(name);
  return am::true_;
}

BifResult os_env_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (const auto& [name, value] : vm::Environment::of_program().all()) {
    const Term name_term = characters(builder, name);
    list.add(builder.tuple(name_term, characters(builder, value)));
  }
  return list.finish();
}

BifResult os_getpid_0(Process& p, const Args<0>&) {
  return HeapBuilder(p).string(std::to_string(getpid()));
}

}  // namespace bif
