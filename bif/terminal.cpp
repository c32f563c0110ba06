// Natives of sonde_native for a terminal on standard input: its mode and its size.
#include "bif/boot_state.h"
#include "bif/natives.h"
#include "bif/state.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace bif {

bool TerminalMode::set_raw() {
  if (is_raw_) return true;
  if (tcgetattr(STDIN_FILENO, &original_) != 0) return false;
  termios raw = original_;
  // Every key comes at once and as it is; output keeps its translation of newlines.
  raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR | IXON | ISTRIP);
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  is_raw_ = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
  return is_raw_;
}

void TerminalMode::restore() {
  if (is_raw_) tcsetattr(STDIN_FILENO, TCSADRAIN, &original_);
  is_raw_ = false;
}

/// sonde_native:terminal(raw | cooked) -> ok | error: the mode of the terminal that standard input
/// and output are; error where they are none. It has its old mode again when the machine ends.
BifResult native_terminal_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  TerminalMode& terminal = BifState::of(p).boot->terminal;
  if (vm::atom_text(a[0]) == "cooked") {
    terminal.restore();
    return am::ok;
  }
  if (vm::atom_text(a[0]) != "raw") return p.badarg();
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return am::error;
  return terminal.set_raw() ? am::ok : am::error;
}

/// sonde_native:window_size() -> {Columns, Rows} | error.
BifResult native_window_size_0(Process& p, const Args<0>&) {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return am::error;
  return HeapBuilder(p).tuple(Term::small(size.ws_col), Term::small(size.ws_row));
}

}  // namespace bif
