// CodeStageObserver: who wants to know of code before anybody can run it. Tracing arms new code for
// its on_load patterns here, so that settings are active from the first instruction (Z1, Z2).
// Threads: called by the holder of the code modification permission.
#pragma once

#include "vm/code/module.h"

#include <functional>

namespace vm {

class CodeModPermission;

class CodeStageObserver {
 public:
  virtual ~CodeStageObserver() = default;
  /// `module` is staged; the commit follows.
  virtual void on_staged(const CodeModPermission& permission, Module& module) = 0;
  /// `module` is staged to become current, and processes may run it already: it has waited for its
  /// on_load function. What is answered is to be called after thread progress and before the
  /// commit.
  virtual std::function<void()> on_waiting_staged(const CodeModPermission& permission,
                                                  Module& module) = 0;
  /// `module` was purged and nobody can reach it any more; it is freed next.
  virtual void on_purged(const CodeModPermission& permission, Module& module) = 0;
};

}  // namespace vm
