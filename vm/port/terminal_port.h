// TerminalPort: the driver `tty_sl`, which OTP's user_drv (up to release 25) has the terminal by:
// keys come as they are typed, and what is to be shown is asked for in steps of line editing.
// Ownership: the port. Threads: as PortDriver.
#pragma once

#include "vm/io/io.h"
#include "vm/io/line_display.h"
#include "vm/port/port.h"

namespace vm {

class TerminalPort final : public PortDriver {
 public:
  /// A driver for the terminal on standard input and output, which is in its mode from now on;
  /// null: there is none, or $TERM names none that lines can be edited on.
  static std::unique_ptr<TerminalPort> open(Io& io, Port& port);

  Word write(std::string bytes, bool is_first) override;
  std::optional<PortAnswer> take_answer() override { return std::exchange(answer_, std::nullopt); }
  std::optional<ControlResult> control(Term caller, Word operation, std::string_view data) override;
  void started(const SharedRef<Port>& port) override;
  void close() override;
  Word os_pid() const override { return 0; }

 private:
  TerminalPort(Io& io, Port& port, LineDisplay::Capabilities capabilities)
      : io_(io), port_(port), display_(std::move(capabilities)) {}
  std::string answer_to(std::string_view command);
  void read_on(SharedRef<Port> port);
  ssize_t read_characters(std::string* bytes);

  Io& io_;
  Port& port_;  // its owner
  LineDisplay display_;
  std::optional<PortAnswer> answer_;
  std::string begun_;  // of a character whose rest has not come; under the port's lock
};

}  // namespace vm
