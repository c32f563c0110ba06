// BIFs of OTP's prim_tty (releases 26 and 27): the terminal for OTP's user_drv and line editing.
// There is one terminal, so its handle is only a reference. For each request (tty_select, read_nif)
// the process that reads gets {select, Handle, Ref, ready_input} once there is input.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/base/environment.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/io/io.h"
#include "vm/io/posix.h"
#include "vm/io/terminal_capabilities.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <cwchar>
#include <unistd.h>

namespace bif {
namespace {

using Known = vm::TerminalCapabilities;

constexpr std::size_t kReadBytes = 1024;

Term ok_with(HeapBuilder& builder, Term value) { return builder.tuple(am::ok, value); }

Term error_with(Process& p, Term reason) { return HeapBuilder(p).tuple(am::error, reason); }

/// The process that reads the terminal, and the message that it gets.
struct Reader {
  Vm& vm;
  Term pid;
  vm::RefNumber handle;
  vm::RefNumber ref;

  void notify() const {
    HeapBuilder builder(Word{32});
    const Term handle_term = vm::make_ref(builder, handle);
    const Term ref_term = vm::make_ref(builder, ref);
    const Term message = builder.tuple(am::select, handle_term, ref_term, am::ready_input);
    vm::send_from_machine(vm, Term::none(), pid, message, builder.take_fragments());
  }
};

/// Sends the message to the reader once standard input can be read.
void notify_when_ready(vm::Io& io, const Reader& reader) {
  io.read_by(STDIN_FILENO, &io.terminal, [reader](int error) {
    if (error != ECANCELED) reader.notify();
    return true;
  });
}

/// A name of a capability, or its text: OTP puts a zero at the end.
bool read_c_string(Term text, std::string* result) {
  if (!vm::append_iodata(text, *result)) return false;
  while (!result->empty() && result->back() == '\0') result->pop_back();
  return true;
}

BifResult expanded(Process& p, Term text, std::span<const Term> parameters) {
  std::string capability;
  if (!read_c_string(text, &capability)) return p.badarg();
  std::vector<int> numbers;
  for (const Term parameter : parameters) {
    if (!parameter.is_small()) return p.badarg();
    numbers.push_back(static_cast<int>(parameter.as_small()));
  }
  const auto result = Known::with_parameters(capability, numbers);
  if (!result) return error_with(p, am::tgoto);
  HeapBuilder builder(p);
  return ok_with(builder, vm::make_binary_term(builder, *result));
}

}  // namespace

/// prim_tty:isatty(stdin | stdout | stderr) -> boolean() | ebadf.
BifResult tty_isatty_1(Process& p, const Args<1>& a) {
  constexpr std::array<std::string_view, 3> kNames = {"stdin", "stdout", "stderr"};
  const auto name = a[0].is_atom() ? std::ranges::find(kNames, vm::atom_text(a[0])) : kNames.end();
  if (name == kNames.end()) return p.badarg();
  if (::isatty(static_cast<int>(name - kNames.begin())) != 0) return am::true_;
  return errno == EBADF ? am::ebadf : am::false_;
}

/// prim_tty:tty_create() -> {ok, Handle}.
BifResult tty_create_0(Process& p, const Args<0>&) {
  const Term handle = vm::make_ref(p);
  HeapBuilder builder(p);
  return ok_with(builder, handle);
}

/// prim_tty:tty_init(Handle, Output, Options) -> ok | {error, enotsup}.
BifResult tty_init_3(Process& p, const Args<3>&) {
  if (::isatty(STDIN_FILENO) == 0) return error_with(p, am::enotsup);
  return am::ok;
}

/// prim_tty:tty_set(Handle) -> ok | {error, Posix}: keys come as they are typed.
BifResult tty_set_1(Process& p, const Args<1>&) {
  if (p.vm.io->terminal.set_raw()) return am::ok;
  return error_with(p, vm::posix_error(errno));
}

/// prim_tty:setlocale(Handle) -> boolean(): that of the environment; whether it is one of UTF-8.
BifResult tty_setlocale_1(Process&, const Args<1>&) {
  return vm::make_boolean(Known::set_locale());
}

/// prim_tty:tty_select(Handle, SignalRef, ReadRef) -> ok: the caller reads the terminal, and hears
/// of the signals that concern it.
BifResult tty_select_3(Process& p, const Args<3>& a) {
  if (!a[0].is_ref() || !a[1].is_ref() || !a[2].is_ref()) return p.badarg();
  vm::Io& io = *p.vm.io;
  const Reader input{p.vm, p.pid, vm::ref_number(a[0]), vm::ref_number(a[2])};
  const Reader signals{p.vm, p.pid, vm::ref_number(a[0]), vm::ref_number(a[1])};
  for (const int number : {SIGWINCH, SIGCONT}) {
    io.thread.on_signal(number, [&io, signals, number] {
      io.terminal.add_signal(number);
      signals.notify();
    });
  }
  notify_when_ready(io, input);
  return am::ok;
}

/// prim_tty:tty_read_signal(Handle, SignalRef) -> {ok, winch | cont}: the oldest
/// signal that has not been read.
BifResult tty_read_signal_2(Process& p, const Args<2>&) {
  const int number = p.vm.io->terminal.take_signal();
  if (number == 0) return error_with(p, vm::posix_error(EAGAIN));
  HeapBuilder builder(p);
  return ok_with(builder, number == SIGWINCH ? am::winch : am::cont);
}

/// prim_tty:read_nif(Handle, ReadRef) -> {ok, Binary} | {error, closed}: the input so
/// far. The caller gets a message when there is more.
BifResult tty_read_2(Process& p, const Args<2>& a) {
  if (!a[0].is_ref() || !a[1].is_ref()) return p.badarg();
  vm::Io& io = *p.vm.io;
  std::string bytes(kReadBytes, '\0');
  // Another reader may have taken the input already, and a scheduler must not wait for more.
  const ssize_t count = vm::IoThread::read_now(STDIN_FILENO, bytes.data(), bytes.size());
  const bool is_over = count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
  if (is_over) return error_with(p, am::closed);
  bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  notify_when_ready(io, {p.vm, p.pid, vm::ref_number(a[0]), vm::ref_number(a[1])});
  HeapBuilder builder(p);
  return ok_with(builder, vm::make_binary_term(builder, bytes));
}

/// prim_tty:write_nif(Handle, IoData) -> ok | {error, Posix}: when all is written.
BifResult tty_write_2(Process& p, const Args<2>& a) {
  const Term request[] = {Term::small(STDOUT_FILENO), a[1]};
  return native_write_2(p, Args<2>(request));
}

/// prim_tty:tty_window_size(Handle) -> {ok, {Columns, Rows}} | {error, enotsup}.
BifResult tty_window_size_1(Process& p, const Args<1>&) {
  if (::isatty(STDOUT_FILENO) == 0) return error_with(p, am::enotsup);
  const vm::Terminal::Size size = vm::Terminal::window_size();
  HeapBuilder builder(p);
  return ok_with(builder, builder.tuple(number(size.columns), number(size.rows)));
}

/// prim_tty:tty_encoding(Handle) -> utf8.
BifResult tty_encoding_1(Process&, const Args<1>&) { return am::utf8; }

/// prim_tty:isprint(Byte) -> boolean().
BifResult tty_isprint_1(Process& p, const Args<1>& a) {
  if (!a[0].is_byte()) return p.badarg();
  return vm::make_boolean(std::isprint(static_cast<int>(a[0].as_small())) != 0);
}

/// prim_tty:wcwidth(Character) -> Columns | {error, not_printable}.
BifResult tty_wcwidth_1(Process& p, const Args<1>& a) {
  if (!a[0].is_small()) return p.badarg();
  const int width = ::wcwidth(static_cast<wchar_t>(a[0].as_small()));
  if (width < 0) return error_with(p, am::not_printable);
  return Term::small(width);
}

/// prim_tty:wcswidth(Binary of wchar_t) -> {ok, Columns} | {error, not_printable}.
BifResult tty_wcswidth_1(Process& p, const Args<1>& a) {
  std::string bytes;
  if (!vm::append_iodata(a[0], bytes)) return p.badarg();
  std::vector<wchar_t> characters(bytes.size() / sizeof(wchar_t));
  if (!characters.empty())
    std::memcpy(characters.data(), bytes.data(), characters.size() * sizeof(wchar_t));
  const int width = ::wcswidth(characters.data(), characters.size());
  if (width < 0) return error_with(p, am::not_printable);
  HeapBuilder builder(p);
  return ok_with(builder, Term::small(width));
}

/// prim_tty:sizeof_wchar() -> Bytes.
BifResult tty_sizeof_wchar_0(Process&, const Args<0>&) { return Term::small(sizeof(wchar_t)); }

/// prim_tty:tgetent_nif(Terminal) -> ok | {error, enotsup}.
BifResult tty_tgetent_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!read_c_string(a[0], &name)) return p.badarg();
  if (Known::select(name)) return am::ok;
  return error_with(p, am::enotsup);
}

/// prim_tty:tgetnum_nif(Capability) -> {ok, Number} | false.
BifResult tty_tgetnum_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!read_c_string(a[0], &name)) return p.badarg();
  const int number = Known::number(name);
  if (number < 0) return am::false_;
  HeapBuilder builder(p);
  return ok_with(builder, Term::small(number));
}

/// prim_tty:tgetflag_nif(Capability) -> boolean().
BifResult tty_tgetflag_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!read_c_string(a[0], &name)) return p.badarg();
  return vm::make_boolean(Known::flag(name));
}

/// prim_tty:tgetstr_nif(Capability) -> {ok, Binary} | false.
BifResult tty_tgetstr_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!read_c_string(a[0], &name)) return p.badarg();
  const auto text = Known::text(name);
  if (!text) return am::false_;
  HeapBuilder builder(p);
  return ok_with(builder, vm::make_binary_term(builder, *text));
}

/// prim_tty:tgoto_nif(Text), (Text, Number), (Text, Number, Number) -> {ok, Binary} | {error,
/// tgoto}.
BifResult tty_tgoto_1(Process& p, const Args<1>& a) { return expanded(p, a[0], {}); }
BifResult tty_tgoto_2(Process& p, const Args<2>& a) {
  const Term parameters[] = {a[1]};
  return expanded(p, a[0], parameters);
}
BifResult tty_tgoto_3(Process& p, const Args<3>& a) {
  const Term parameters[] = {a[1], a[2]};
  return expanded(p, a[0], parameters);
}

}  // namespace bif
