// Processors: how many processors the computer has, and which of them the program may use. As in
// OTP these are values of the last look, which system_info(update_cpu_info) repeats.
// Ownership: BifState. Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/types.h"

#include <sched.h>

namespace bif {

class Processors {
 public:
  struct Counts {
    vm::SWord configured = 0;
    vm::SWord online = 0;
    vm::SWord available = 0;  // online, and the program's first thread may run there
  };
  Processors();
  Counts counts() const VM_EXCLUDES(mutex_);
  /// Looks again. True if something is different, be it only which ones are available.
  bool update() VM_EXCLUDES(mutex_);

 private:
  mutable vm::Mutex mutex_{vm::LockRank::kIoOutput};
  Counts counts_ VM_GUARDED_BY(mutex_);
  cpu_set_t usable_ VM_GUARDED_BY(mutex_) = {};
};

}  // namespace bif
