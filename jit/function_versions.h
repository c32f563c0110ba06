// FunctionVersions: the two versions of native code that a function has where its code depends on
// breakpoints: in the *untraced* version calls of the function itself are branches and small
// callees are pasted, in the *traced* one each of these calls looks for a breakpoint, which it
// counts or, where a session of the process wants to know of it, takes through the entry word. Each
// version is compiled when it is first wanted. Invariant: the function's words hold entry points of
// the current version or what the loader put there, never of the other version; so no process is in
// the other one after the time slice it is in. Threads: under the lock of the owner
// (InstalledCode), which alone writes these words; any thread reads them.
#pragma once

#include "jit/plan.h"
#include "vm/code/func_info.h"

#include <optional>
#include <vector>

namespace jit {

/// Native code of one function: its entry points, and the words of the module that they belong in.
struct NativeVersion {
  struct EntryPoint {
    Word* word;
    Word interpreted;  // what the loader put there
    Word native;
  };
  std::vector<EntryPoint> entry_points;  // without the function's own entry
  OpHandler entry = nullptr;             // null: the first instruction stays interpreted

  /// Stores the native entry points in their words, or what the loader put there. The function's
  /// own entry is not touched.
  void enter() const;
  void leave() const;
};

class FunctionVersions {
 public:
  explicit FunctionVersions(vm::FuncInfo& info) : info_(info) {}

  /// `version` is compiled. It runs from the next switch_to() on.
  void set(IsTraced which, NativeVersion version);
  /// `version` is right in both cases (the code does not depend on breakpoints).
  void set_both(const NativeVersion& version);

  /// Makes `wanted` current. Where it has not been compiled yet, the function is interpreted, and
  /// requested at its next call: it was worth compiling once.
  void switch_to(IsTraced wanted);
  /// Takes all native code out of the words (--stress=tiers). switch_to() undoes it.
  void switch_to_interpreter();

  IsTraced current() const { return current_; }
  bool is_interpreted() const;

 private:
  using Slot = std::optional<NativeVersion>;  // nothing: not compiled yet
  Slot& slot(IsTraced which) { return which == IsTraced::kYes ? traced_ : untraced_; }

  vm::FuncInfo& info_;
  Slot untraced_;
  Slot traced_;
  IsTraced current_ = IsTraced::kNo;
};

}  // namespace jit
