// VersionTable: all functions that have two versions of native code, and on whose breakpoints it
// depends which of the two is right. Invariant: the current version of each function is the one
// that its watched functions ask for, except while --stress=tiers has it interpreted. Threads:
// under the lock of the owner (InstalledCode).
#pragma once

#include "jit/function_versions.h"
#include "vm/base/random_numbers.h"

#include <span>
#include <unordered_map>

namespace jit {

class VersionTable {
 public:
  /// The versions of `info`, which are made where there are none. From now on they depend on
  /// breakpoints of `info` and of `callees`, functions pasted into it, too.
  FunctionVersions& add(vm::FuncInfo& info, std::span<const FunctionCode> callees);
  /// Forgets a function, whose module is freed with all that watch it.
  void remove(vm::FuncInfo& info);

  /// The version of `info` that is right now, whether it is in the table or not.
  IsTraced wanted(vm::FuncInfo& info) const;
  /// Switches `info` to that version.
  void switch_to_wanted(vm::FuncInfo& info);
  /// A breakpoint of `info` was stored in its entry word, or taken out of it: all functions that
  /// watch it are switched to the right version. Returns them: their entry words may have changed.
  std::span<vm::FuncInfo* const> breakpoint_changed(vm::FuncInfo& info);

  /// The body of `info` is replaced: its own versions leave the words, for good. The versions of
  /// functions that watch it are switched by breakpoint_changed().
  void remove_code(vm::FuncInfo& info);

  /// Switches some function to the interpreter, or back from there (--stress=tiers), and returns
  /// it; null: there is none.
  vm::FuncInfo* switch_some_tier(vm::RandomNumbers& random);

 private:
  struct Entry {
    explicit Entry(vm::FuncInfo& info) : versions(info) {}
    FunctionVersions versions;
    std::vector<vm::FuncInfo*> watched;  // functions whose breakpoints matter
  };

  void watch(vm::FuncInfo& info, Entry& entry, vm::FuncInfo& watched);
  static IsTraced wanted(const Entry& entry);

  std::unordered_map<vm::FuncInfo*, Entry> functions_;
  // By function, those that watch it. All are of its module.
  std::unordered_map<vm::FuncInfo*, std::vector<vm::FuncInfo*>> watchers_;
};

}  // namespace jit
