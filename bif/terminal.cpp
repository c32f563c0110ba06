// The modes are those of OTP's terminal driver, so that keys mean what they mean there.
#include "bif/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace bif {

bool Terminal::set_raw() {
  vm::MutexLock lock(mutex_);
  if (is_raw_) return true;
  if (tcgetattr(STDIN_FILENO, &original_) != 0) return false;
  raw_ = original_;
  raw_.c_iflag &= ~static_cast<tcflag_t>(ICRNL | ISTRIP);
  raw_.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  raw_.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw_.c_cc[VMIN] = 1;
  raw_.c_cc[VTIME] = 0;
  is_raw_ = tcsetattr(STDIN_FILENO, TCSANOW, &raw_) == 0;
  return is_raw_;
}

void Terminal::restore() {
  vm::MutexLock lock(mutex_);
  if (is_raw_) tcsetattr(STDIN_FILENO, TCSANOW, &original_);
  is_raw_ = false;
}

void Terminal::suspend() {
  vm::MutexLock lock(mutex_);
  if (is_raw_) tcsetattr(STDIN_FILENO, TCSANOW, &original_);
}

void Terminal::resume() {
  vm::MutexLock lock(mutex_);
  if (is_raw_) tcsetattr(STDIN_FILENO, TCSANOW, &raw_);
}

Terminal::Size Terminal::window_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {80, 24};
  return {size.ws_col == 0 ? vm::Word{80} : size.ws_col,
          size.ws_row == 0 ? vm::Word{24} : size.ws_row};
}

}  // namespace bif
