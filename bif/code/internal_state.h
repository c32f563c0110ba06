// InternalState: what erts_debug:set_internal_state/2 keeps between calls. These functions let
// OTP's test suites look into the machine and steer it; they raise `undef` until
// set_internal_state(available_internal_state, true) is called.
// Ownership: BifState. Threads: any.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/code/code_mod_permission.h"

#include <optional>

namespace bif {

struct InternalState {
  vm::Atomic<bool> is_available{false};
  vm::Mutex mutex{vm::LockRank::kIoOutput};
  /// Held for a process that asked for it with `code_mod_permission`, until some process gives it
  /// back.
  std::optional<vm::CodeModPermission> code_permission VM_GUARDED_BY(mutex);
};

}  // namespace bif
