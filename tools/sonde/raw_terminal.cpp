// What termios(3) calls non-canonical mode.
#include "tools/sonde/raw_terminal.h"

#include <cstdio>
#include <unistd.h>

namespace tools {

RawTerminal::RawTerminal() {
  is_terminal_ = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 &&
                 tcgetattr(STDIN_FILENO, &before_) == 0;
  if (!is_terminal_) return;
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

RawTerminal::~RawTerminal() {
  if (!is_terminal_) return;
  tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  // Also where the interrupt key has ended it: the screen from before, with a cursor.
  std::fputs("\x1b[?25h\x1b[?1049l", stdout);
  std::fflush(stdout);
}

}  // namespace tools
