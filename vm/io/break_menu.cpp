// A line is a choice: its first character.
#include "vm/io/break_menu.h"

#include "vm/proc/exit.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace vm {
namespace {

constexpr char kMenu[] =
    "BREAK: (a)bort (A)bort with dump (c)ontinue (p)roc info (i)nfo\n"
    "       (l)oaded (v)ersion (k)ill (D)b-tables (d)istribution\n";
constexpr std::string_view kForServer = "ADdiklpv";
constexpr char kEndOfInputKey = 4, kBackspaceKey = 8, kDeleteKey = 127;
constexpr int kStatus = 0;  // of a machine that is ended here, as OTP's
constexpr int kStatusOfInterrupt = 128 + SIGINT;

}  // namespace

void BreakMenu::install(Vm& vm, Term server) {
  io_.on_loop([this, &vm, server](uv_loop_t*) {
    vm_ = &vm;
    server_ = server;
    io_.on_signal(SIGINT, [this] { interrupted(); });
  });
}

void BreakMenu::ignore() {
  std::signal(SIGINT, SIG_IGN);
  is_ignored_.store(true, kRelaxed);  // relaxed: see is_ignored()
}

void BreakMenu::halt_through(Vm& vm, Term pid) {
  io_.on_signal(SIGINT, [&vm, pid] {
    std::signal(SIGINT, SIG_DFL);
    request_halt(vm, Term::none(), pid, kStatusOfInterrupt);
  });
}

void BreakMenu::interrupted() {
  if (is_open()) {
    terminal_.restore();
    std::_Exit(kStatus);
  }
  is_open_.store(true, kRelaxed);  // relaxed: read on this thread
  choice_ = 0;
  has_line_ = false;
  line_.clear();
  terminal_.suspend();
  io_.write(STDOUT_FILENO, "\n", [](int) {});
  show();
  read();
}

void BreakMenu::show() {
  io_.write(STDOUT_FILENO, kMenu, [](int) {});
}

void BreakMenu::read() {
  io_.read_by(STDIN_FILENO, this, [this](int error) {
    if (error == ECANCELED || !is_open()) return true;
    take_input();
    // What is typed behind a choice is not for the menu, unless the server asks for more.
    if (is_open() && !has_line_) read();
    return true;
  });
}

/// One byte, so that what stands behind the choice is left.
void BreakMenu::take_input() {
  char key;
  const ssize_t count = IoThread::read_now(STDIN_FILENO, &key, 1);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count > 0) {
    take(key);
  } else {
    end_machine();
  }
}

void BreakMenu::take(char key) {
  if (key == kEndOfInputKey && line_.empty()) {
    end_machine();
  } else if (key == '\n' || key == '\r') {
    line_.push_back('\n');
    chosen(std::exchange(line_, {}).front());
  } else if (key == kBackspaceKey || key == kDeleteKey) {
    if (!line_.empty()) line_.pop_back();
  } else {
    line_.push_back(key);
  }
}

void BreakMenu::chosen(char key) {
  const bool is_choice = choice_ == 0;
  if (is_choice && key == 'a') {
    end_machine();
  } else if (is_choice && key == 'c') {
    close_now();
  } else if (is_choice && kForServer.find(key) == std::string_view::npos) {
    io_.write(STDOUT_FILENO,
              std::string("Invalid option '") + key + "'. Please enter one of the following:\n",
              [](int) {});
    show();
  } else {
    choice_ = key;
    has_line_ = true;
    HeapBuilder builder(Word{8});
    const Term message =
        builder.tuple(am::sonde_break, Term::small(static_cast<unsigned char>(key)));
    send_from_machine(*vm_, Term::none(), server_, message, builder.take_fragments());
  }
}

void BreakMenu::close() {
  io_.on_loop([this](uv_loop_t*) { close_now(); });
}

void BreakMenu::read_more() {
  io_.on_loop([this](uv_loop_t*) {
    has_line_ = false;
    if (is_open()) read();
  });
}

void BreakMenu::close_now() {
  if (!is_open()) return;
  is_open_.store(false, kRelaxed);  // relaxed: read on this thread
  io_.forget(STDIN_FILENO, this);
  terminal_.resume();
  for (const auto& read_on : std::exchange(waiting_, {})) read_on();
}

void BreakMenu::when_closed(std::function<void()> read) { waiting_.push_back(std::move(read)); }

/// In order, so that what was written arrives; a second interrupt does not wait for that.
void BreakMenu::end_machine() {
  terminal_.restore();
  vm_->schedulers->halt(kStatus);
}

}  // namespace vm
