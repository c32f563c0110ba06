// BreakMenu: what the interrupt key (SIGINT) brings under erl: a menu in the terminal, whose choice
// says what happens next. The machine goes on while it is open: processes run, and what they print
// comes in between. (OTP stops all schedulers. Here a running system is looked at, and looking must
// not stop it; so p, i and D show each process and table as it is when its turn comes.) Two choices
// are made here, so that they work whatever the processes do: to end, and to go on. A second
// interrupt ends the machine at once. Other choices are sent to a process (sonde_break.erl).
// Invariants: while it is open, it alone reads standard input; the terminal shows what is typed,
// and translates output as before the machine. Threads: the I/O thread, but for install(), close(),
// read_more() and is_open(): any.
#pragma once

#include "vm/base/atomic.h"
#include "vm/io/io_thread.h"
#include "vm/io/terminal.h"
#include "vm/term/term.h"
#include "vm/vm.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vm {

class BreakMenu {
 public:
  BreakMenu(IoThread& io, Terminal& terminal) : io_(io), terminal_(terminal) {}

  /// From now on an interrupt opens the menu. `server` gets {sonde_break, Key} for a choice,
  /// and calls close() when it has carried it out.
  void install(Vm& vm, Term server);
  /// From now on an interrupt does nothing.
  void ignore();
  bool is_ignored() const { return is_ignored_.load(kRelaxed); }  // relaxed: a fact of its own
  /// From now on the first interrupt has `pid` end the machine, as request_halt() does; a second
  /// one ends it at once.
  void halt_through(Vm& vm, Term pid);
  /// What the server was asked to do has been done: the menu is closed.
  void close();
  /// The server gets the next line that is typed, too.
  void read_more();
  bool is_open() const { return is_open_.load(kRelaxed); }  // relaxed: changes on this thread
  /// For other readers of standard input: `read` is called once the menu is closed. Requires that
  /// it is open.
  void when_closed(std::function<void()> read);

 private:
  void interrupted();
  void show();
  void read();
  void take_input();
  void take(char key);
  void chosen(char key);
  void close_now();
  void end_machine();

  IoThread& io_;
  Terminal& terminal_;
  Vm* vm_ = nullptr;  // set by install()
  Term server_;
  Atomic<bool> is_open_{false};
  Atomic<bool> is_ignored_{false};
  std::string line_;                            // typed so far
  char choice_ = 0;                             // what was sent to the server last, 0: nothing
  bool has_line_ = false;                       // the server has it, and has not asked for more
  std::vector<std::function<void()>> waiting_;  // readers of standard input
};

}  // namespace vm
