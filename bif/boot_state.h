// BootState: what the boot modules' natives work on: the code path, where OTP's libraries
// are. Ownership: BifState. Threads: every function from any scheduler.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/term/term.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bif {

class BootState {
 public:
  explicit BootState(std::vector<std::string> code_path) : code_path_(std::move(code_path)) {}

  // Whether the interrupt key does nothing; relaxed where used: set before anybody asks who minds.
  vm::Atomic<bool> ignores_break{false};
  std::string otp_root;  // constant once the machine runs
  // What was loaded before the first process, with the files; constant once the machine runs.
  std::vector<std::pair<vm::Term, std::string>> preloaded;
  // How term_to_binary writes atoms and floats when nobody says: releases before 26 did it by 1.
  // relaxed where used: set before anybody asks who minds.
  vm::Atomic<int> external_minor_version{2};
  // Whom erlang:halt/2 leaves the end of the machine to (sonde_native:halt_through/1), or none().
  // relaxed where used: set before the program runs.
  vm::Atomic<vm::Term> ends_machine{vm::Term::none()};

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
