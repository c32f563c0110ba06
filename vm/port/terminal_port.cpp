// The driver's language: the first byte of a command says what the others are.
#include "vm/port/terminal_port.h"

#include "vm/base/environment.h"
#include "vm/base/utf8.h"
#include "vm/io/terminal_capabilities.h"
#include "vm/term/atom_table.h"

#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace vm {
namespace {

constexpr int kFd = STDOUT_FILENO;
constexpr std::size_t kTerminalBytes = 1024;
enum class Command : char { kPut, kMove, kInsert, kErase, kBeep, kPutAndSay };
// What port_control/3 may ask for: the driver's own number first.
constexpr Word kControls = 0x018b0900;
constexpr Word kGetWindowSize = kControls + 100, kGetUnicode = kControls + 101,
               kSetUnicode = kControls + 102;

/// The number in a command: two bytes, the sign in the first.
int number(std::string_view bytes) {
  if (bytes.size() < 2) return 0;
  return static_cast<signed char>(bytes[0]) * 256 + static_cast<unsigned char>(bytes[1]);
}

std::optional<LineDisplay::Capabilities> capabilities_of_terminal() {
  using Known = TerminalCapabilities;
  const std::optional<std::string> name = Environment::of_program().find("TERM");
  if (!name || !Known::select(*name)) return std::nullopt;
  const auto up = Known::text("up"), right = Known::text("nd");
  if (!up || !right) return std::nullopt;
  const auto left = Known::flag("bs") ? std::nullopt : Known::text("bc");
  return LineDisplay::Capabilities{.up = *up,
                                   .down = Known::text("do").value_or("\n"),
                                   .left = left.value_or("\b"),
                                   .right = *right,
                                   .wraps_late = Known::flag("xn")};
}

}  // namespace

std::unique_ptr<TerminalPort> TerminalPort::open(Io& io, Port& port) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return nullptr;
  auto capabilities = capabilities_of_terminal();
  if (!capabilities || !io.terminal.set_raw()) return nullptr;
  const bool is_utf8 = TerminalCapabilities::set_locale();
  auto* made = new TerminalPort(io, port, std::move(*capabilities));  // owner: driver
  std::unique_ptr<TerminalPort> driver(made);
  driver->display_.set_encoding(is_utf8 ? LineDisplay::Encoding::kUtf8
                                        : LineDisplay::Encoding::kBytes);
  // A shell that stopped the machine and continues it has had the terminal in a mode of its own.
  io.thread.on_signal(SIGCONT, [&io] { io.terminal.set_raw(); });
  return driver;
}

std::string TerminalPort::answer_to(std::string_view command) {
  const auto what = static_cast<Command>(command.front());
  const std::string_view data = command.substr(1);
  display_.set_columns(Terminal::window_size().columns);
  switch (what) {
    case Command::kPutAndSay:
      answer_ = PortAnswer{.is_ok = true};
      [[fallthrough]];
    case Command::kPut:
      return display_.put(data);
    case Command::kMove:
      return display_.move(number(data));
    case Command::kInsert:
      return display_.insert(data);
    case Command::kErase:
      return display_.erase(number(data));
    case Command::kBeep:
      return "\a";
  }
  return {};  // not one that there is: nothing happens
}

Word TerminalPort::write(std::string bytes, bool) {
  std::string out = answer_to(bytes);
  if (out.empty()) return bytes.size();
  io_.thread.write(kFd, std::move(out),
                   [port = SharedRef<Port>(&port_), size = bytes.size()](int error) {
                     if (error == ECANCELED) return;
                     // A terminal that has gone: what reads it hears of that.
                     port->written(size);
                   });
  return 0;
}

std::optional<ControlResult> TerminalPort::control(Term, Word operation, std::string_view data) {
  if (operation == kGetWindowSize) {
    const Terminal::Size size = Terminal::window_size();
    const std::uint32_t numbers[] = {static_cast<std::uint32_t>(size.columns),
                                     static_cast<std::uint32_t>(size.rows)};
    return ControlResult(std::string(reinterpret_cast<const char*>(numbers), sizeof numbers));
  }
  if (operation != kGetUnicode && operation != kSetUnicode) return std::nullopt;
  const bool was_unicode = display_.encoding() == LineDisplay::Encoding::kUtf8;
  if (operation == kSetUnicode) {
    if (data.empty()) return ControlResult(std::string());
    display_.set_encoding(data.front() == 0 ? LineDisplay::Encoding::kBytes
                                            : LineDisplay::Encoding::kUtf8);
  }
  return ControlResult(std::string(1, was_unicode ? '\1' : '\0'));
}

/// Whole characters in UTF-8. A byte that is none says that the terminal speaks another language.
ssize_t TerminalPort::read_characters(std::string* bytes) {
  char read_bytes[kTerminalBytes];
  const ssize_t count = IoThread::read_now(STDIN_FILENO, read_bytes, sizeof read_bytes);
  if (count <= 0) return count;
  begun_.append(read_bytes, static_cast<std::size_t>(count));
  const char* at = begun_.data();
  const char* const end = at + begun_.size();
  while (display_.encoding() == LineDisplay::Encoding::kUtf8 && at != end) {
    std::uint32_t character;
    const Word size = decode_utf8(at, end, &character);
    const bool may_come = size == 0 && end - at < 4 && (*at & 0xc0) == 0xc0;
    if (size == 0 && !may_come) display_.set_encoding(LineDisplay::Encoding::kBytes);
    if (size == 0) break;
    at += size;
  }
  bytes->assign(begun_, 0, static_cast<std::size_t>(at - begun_.data()));
  if (display_.encoding() == LineDisplay::Encoding::kBytes) {
    bytes->append(utf8_of_latin1({at, end}));
    at = end;
  }
  begun_.erase(0, static_cast<std::size_t>(at - begun_.data()));
  return count;
}

void TerminalPort::read_on(SharedRef<Port> port) {
  IoThread::Take take = [this, port](int error) {
    if (error == ECANCELED) return true;
    const auto count = port->take_input([this, &error](std::string* bytes) -> ssize_t {
      const ssize_t got = read_characters(bytes);
      error = got < 0 ? errno : 0;
      if (got > 0 && bytes->empty()) error = EAGAIN;
      return error == EAGAIN ? -1 : got;
    });
    if (error == EINTR || error == EAGAIN) return false;
    if (!count) return true;
    if (*count <= 0) {
      // A terminal that has gone gives an error or an end, which is the same to its reader.
      port->input_ended();
    } else {
      read_on(port);
    }
    return true;
  };
  port->if_open([&] { io_.read_by(STDIN_FILENO, port.get(), std::move(take)); });
}

void TerminalPort::started(const SharedRef<Port>& port) { read_on(port); }

void TerminalPort::close() {
  io_.thread.forget(STDIN_FILENO, &port_);
  io_.thread.on_signal(SIGCONT, nullptr);
  io_.terminal.restore();
}

}  // namespace vm
