// The modes are those of OTP's terminal driver, so that keys mean what they mean there.
#include "vm/io/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace vm {

bool Terminal::set_raw() {
  MutexLock lock(mutex_);
  if (is_raw_) return tcsetattr(STDIN_FILENO, TCSANOW, &raw_) == 0;
  if (tcgetattr(STDIN_FILENO, &original_) != 0) return false;
  raw_ = original_;
  raw_.c_iflag &= ~static_cast<tcflag_t>(ICRNL | ISTRIP);
  raw_.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  raw_.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw_.c_cc[VMIN] = 1;
  raw_.c_cc[VTIME] = 0;
  if (interrupts_are_keys_) raw_.c_cc[VINTR] = _POSIX_VDISABLE;
  is_raw_ = tcsetattr(STDIN_FILENO, TCSANOW, &raw_) == 0;
  return is_raw_;
}

void Terminal::restore() {
  MutexLock lock(mutex_);
  if (is_suspended_) {
    tcsetattr(STDIN_FILENO, TCSANOW, is_raw_ ? &original_ : &suspended_);
  } else if (is_raw_) {
    tcsetattr(STDIN_FILENO, TCSANOW, &original_);
  }
  is_raw_ = is_suspended_ = false;
}

void Terminal::let_interrupts_be_keys() {
  MutexLock lock(mutex_);
  interrupts_are_keys_ = true;
}

void Terminal::suspend() {
  MutexLock lock(mutex_);
  if (is_suspended_ || tcgetattr(STDIN_FILENO, &suspended_) != 0) return;
  // Not line by line: a terminal may say that it can be read, and then let the reader wait for a
  // line.
  termios mode = is_raw_ ? original_ : suspended_;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  is_suspended_ = tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0;
}

void Terminal::resume() {
  MutexLock lock(mutex_);
  if (is_suspended_) tcsetattr(STDIN_FILENO, TCSANOW, &suspended_);
  is_suspended_ = false;
}

void Terminal::add_signal(int number) {
  MutexLock lock(mutex_);
  signals_.push_back(number);
}

int Terminal::take_signal() {
  MutexLock lock(mutex_);
  if (signals_.empty()) return 0;
  const int number = signals_.front();
  signals_.pop_front();
  return number;
}

Terminal::Size Terminal::window_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {80, 24};
  return {size.ws_col == 0 ? Word{80} : size.ws_col, size.ws_row == 0 ? Word{24} : size.ws_row};
}

}  // namespace vm
