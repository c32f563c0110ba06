// InternalState: what erts_debug:set_internal_state/2 keeps between calls. These functions let
// OTP's test suites look into the machine and steer it; they raise `undef` until
// set_internal_state(available_internal_state, true) is called.
// Ownership: BifState. Threads: any.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/code/code_mod_permission.h"
#include "vm/code/machine.h"

#include <cstdint>
#include <optional>

namespace bif {

/// How much a native of a library may do before it yields, as set by set_internal_state/2. Natives
/// finish in one go here: the figures are kept and returned, and limit nothing.
enum class LoopLimit : std::uint8_t { kBinary, kRe, kUnicode };
inline constexpr vm::Word kDefaultLoopLimit = vm::kReductionsPerSlice;

struct InternalState {
  vm::Atomic<bool> is_available{false};
  vm::Atomic<vm::Word> loop_limits[3] = {
      vm::Atomic<vm::Word>{kDefaultLoopLimit},
      vm::Atomic<vm::Word>{kDefaultLoopLimit},
      vm::Atomic<vm::Word>{kDefaultLoopLimit},
  };
  vm::Mutex mutex{vm::LockRank::kIoOutput};
  /// Held for a process that asked for it with `code_mod_permission`, until some process gives it
  /// back.
  std::optional<vm::CodeModPermission> code_permission VM_GUARDED_BY(mutex);
};

}  // namespace bif
