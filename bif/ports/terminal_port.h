// TerminalPort: the driver `tty_sl`, which OTP's user_drv (up to release 25) has the terminal by:
// keys come as they are typed, and what is to be shown is asked for in steps of line editing.
// Ownership: the port. Threads: as PortDriver.
#pragma once

#include "bif/boot_state.h"
#include "bif/ports/line_display.h"
#include "bif/ports/port.h"

namespace bif {

class TerminalPort final : public PortDriver {
 public:
  /// A driver for the terminal on standard input and output, which is in its mode from now on;
  /// null: there is none, or $TERM names none that lines can be edited on.
  static std::unique_ptr<TerminalPort> open(BootState& boot, Port& port);

  Word write(std::string bytes, bool is_first) override;
  std::optional<PortAnswer> take_answer() override { return std::exchange(answer_, std::nullopt); }
  std::optional<std::string> control(Word operation, std::string_view data) override;
  void started(const vm::SharedRef<Port>& port) override;
  void close() override;
  Word os_pid() const override { return 0; }

 private:
  TerminalPort(BootState& boot, Port& port, LineDisplay::Capabilities capabilities)
      : boot_(boot), port_(port), display_(std::move(capabilities)) {}
  std::string answer_to(std::string_view command);
  void read_on(vm::SharedRef<Port> port);
  ssize_t read_characters(std::string* bytes);

  BootState& boot_;
  Port& port_;  // its owner
  LineDisplay display_;
  std::optional<PortAnswer> answer_;
  std::string begun_;  // of a character whose rest has not come; under the port's lock
};

}  // namespace bif
