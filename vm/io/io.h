// Io: what the machine has for the world outside: the thread that waits for descriptors, the
// threads that file operations wait on, the terminal and the break menu. Ownership: Vm::io.
// Threads: each part says its own.
#pragma once

#include "vm/io/break_menu.h"
#include "vm/io/file_threads.h"
#include "vm/io/io_thread.h"
#include "vm/io/terminal.h"

namespace vm {

struct Io {
  /// Starts the I/O thread; its completions take part in `progress`, which outlives this object.
  explicit Io(ThreadProgress& progress) : thread(progress) {}
  /// Ends all threads: requested writes are done first, everything else is cancelled. May be called
  /// twice, by the thread that ends the machine.
  void stop() {
    file_threads.stop();
    thread.stop();
  }

  /// As IoThread::read_by(), but while the break menu is open, standard input belongs to the menu:
  /// `reader` is served after it is closed. Any thread.
  void read_by(int fd, const void* reader, IoThread::Take take);

  IoThread thread;
  FileThreads file_threads;
  Terminal terminal;
  BreakMenu break_menu{thread, terminal};
};

}  // namespace vm
