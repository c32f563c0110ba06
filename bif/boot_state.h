// BootState: the data of the boot modules' BIFs: the code path, the place of OTP's libraries, and
// settings that are made before the program runs. Ownership: BifState. Threads: any scheduler.
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

  // Whether the interrupt key does nothing. relaxed where used: set before the program runs.
  vm::Atomic<bool> ignores_break{false};
  std::string otp_root;  // constant once the machine runs
  // The modules loaded before the first process, with their files; constant once the machine runs.
  std::vector<std::pair<vm::Term, std::string>> preloaded;
  // The default minor_version of term_to_binary; releases before 26 had 1. relaxed where used: set
  // before the program runs.
  vm::Atomic<int> external_minor_version{2};
  // The process that ends the machine for erlang:halt/2 (sonde_native:halt_through/1), or none().
  // relaxed where used: set before the program runs.
  vm::Atomic<vm::Term> ends_machine{vm::Term::none()};
  // How many questions OTP's servers that purge code may have asked processes and not been answered
  // yet; those read it. 0: twice the number of schedulers. relaxed where used: a number.
  vm::Atomic<std::int64_t> outstanding_requests_limit{0};

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
