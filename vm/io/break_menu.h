// BreakMenu: what the interrupt key (SIGINT) brings under erl: a menu in the terminal, whose choice
// says what happens next. The machine goes on while it is open: processes run, and what they print
// comes in between. (OTP stops all schedulers. Here a running system is looked at, and looking must
// not stop it; so p, i and D show each process and table as it is when its turn comes.) Two choices
// are made here, so that they work whatever the processes do: to end, and to go on. A second
// interrupt ends the machine at once. The rest is told to a process (sonde_break.erl). Invariants:
// while it is open, nobody else reads standard input; the terminal shows what is typed, and
// translates output as before the machine. Threads: the I/O thread, but for install(), close(),
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

  /// From now on an interrupt opens the menu. `server` is told {sonde_break, Key} of what is
  /// chosen, and calls close() when that is done.
  void install(Vm& vm, Term server);
  void close();
  /// The server is told of the next line that is typed, too.
  void read_more();
  bool is_open() const { return is_open_.load(kRelaxed); }  // relaxed: changes on this thread
  /// For whoever would read standard input while it is open: to be called instead, when it is
  /// closed.
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
  std::string line_;                            // typed so far
  char choice_ = 0;                             // what the server was told last, 0: nothing
  bool has_line_ = false;                       // the server has it, and has not asked for more
  std::vector<std::function<void()>> waiting_;  // readers of standard input
};

}  // namespace vm
