// CodeStageObserver: receives notifications about code before any process can run it, and before it
// is freed. Tracing implements it: it sets the breakpoints of its on_load patterns in new code, so
// that they are active from the first instruction on.
// Threads: called by the holder of the code modification permission.
// Contract: Z1, Z2.
#pragma once

#include "vm/code/module.h"

#include <functional>

namespace vm {

class CodeModPermission;

class CodeStageObserver {
 public:
  virtual ~CodeStageObserver() = default;
  /// `module` was staged and will be committed.
  virtual void on_staged(const CodeModPermission& permission, Module& module) = 0;
  /// `module`, which waited for its on_load function, was staged to become current. Processes may
  /// already run it. The caller calls the returned function after thread progress and before the
  /// commit.
  virtual std::function<void()> on_waiting_staged(const CodeModPermission& permission,
                                                  Module& module) = 0;
  /// It was staged that `module` is no longer current, and no other version is.
  virtual void on_delete_staged(const CodeModPermission& permission, Module& module) = 0;
  /// `module` was purged, no process can reach it any more, and it will be freed next.
  virtual void on_purged(const CodeModPermission& permission, Module& module) = 0;
};

}  // namespace vm
