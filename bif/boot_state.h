// BootState: what the boot modules' natives work on: the I/O thread, the code path, where OTP's
// libraries are. Ownership: BifState. Threads: every function from any scheduler.
#pragma once

#include "bif/file_threads.h"
#include "bif/io_thread.h"
#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/term/term.h"

#include <memory>
#include <string>
#include <termios.h>
#include <utility>
#include <vector>

namespace bif {

/// The mode of the terminal on standard input. Invariant: what was changed is restored at the end.
/// Threads: one process at a time, the shell's.
class TerminalMode {
 public:
  TerminalMode() = default;
  ~TerminalMode() { restore(); }
  TerminalMode(const TerminalMode&) = delete;
  /// Keys without echo and line editing, as they come. False with errno.
  bool set_raw();
  void restore();

 private:
  termios original_{};
  bool is_raw_ = false;
};

class BootState {
 public:
  BootState(vm::ThreadProgress& progress, std::vector<std::string> code_path)
      : io(progress), code_path_(std::move(code_path)) {}

  IoThread io;
  FileThreads file_threads;
  TerminalMode terminal;
  std::string otp_root;  // constant once the machine runs
  // What was loaded before the first process, with the files; constant once the machine runs.
  std::vector<std::pair<vm::Term, std::string>> preloaded;
  // How term_to_binary writes atoms and floats when nobody says: releases before 26 did it by 1.
  // relaxed where used: set before anybody asks who minds.
  vm::Atomic<int> external_minor_version{2};

  std::vector<std::string> code_path() const VM_EXCLUDES(mutex_) {
    vm::MutexLock lock(mutex_);
    return code_path_;
  }
  void set_code_path(std::vector<std::string> path) VM_EXCLUDES(mutex_) {
    vm::MutexLock lock(mutex_);
    code_path_ = std::move(path);
  }

 private:
  mutable vm::Mutex mutex_{vm::LockRank::kIoOutput};
  std::vector<std::string> code_path_ VM_GUARDED_BY(mutex_);
};

}  // namespace bif
