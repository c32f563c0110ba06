// A terminal whose keys a program reads one by one, without seeing them on the screen. The
// interrupt key stays what it is. Threads: the main thread, before a machine runs and after it has
// ended.
#pragma once

#include <termios.h>

namespace tools {

/// From its constructor to its destructor; a signal that ends the program leaves the terminal as it
/// is then, as the program's caller does (`reset` helps).
class RawTerminal {
 public:
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;

  /// Whether standard input and output are a terminal; else this does nothing.
  bool is_terminal() const { return is_terminal_; }

 private:
  bool is_terminal_ = false;
  termios before_{};
};

}  // namespace tools
