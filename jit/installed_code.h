// InstalledCode: native code that words of loaded modules hold: it puts code into the words, keeps
// breakpoints effective in it, and frees it with its module. Invariants: a word of a
// compiled function holds native code or what the loader put there, and both may run at any time;
// baseline code counts as what the loader put there for the code of the other compiler;
// nothing but words refers to native code, so no process uses any of it beyond the instruction it
// is in. Ownership: owns the code, by module. Threads: any, under one lock. Contract: B12, Z1.
#pragma once

#include "jit/compile_queue.h"
#include "jit/compiler.h"
#include "jit/sled_table.h"
#include "jit/version_table.h"
#include "vm/base/mutex.h"
#include "vm/base/random_numbers.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jit {

class InstalledCode {
 public:
  struct Options {
    EntryForm entry = EntryForm::kWord;
    bool switches_tiers = false;  // --stress=tiers: any compiled function can be switched
    Word seed = 0;                // for that
  };

  /// `memory` is where the code lives; it must outlive this.
  InstalledCode(const CodeMemory& memory, Options options);
  InstalledCode(const InstalledCode&) = delete;
  InstalledCode& operator=(const InstalledCode&) = delete;

  /// Ends the counting of calls of `info` and returns the version to compile; none if another
  /// thread has done so already. From now on the function is interpreted without counting.
  std::optional<IsTraced> claim(vm::FuncInfo& info) VM_EXCLUDES(mutex_);
  /// The version that install() would put into the words now.
  IsTraced wanted(vm::FuncInfo& info) const VM_EXCLUDES(mutex_);
  /// Whether the function has had its baseline code, or has been found to have none.
  bool had_baseline(const vm::FuncInfo& info) VM_EXCLUDES(mutex_);
  /// Puts baseline code below the code of install(): it takes the place of what the loader put into
  /// the words, and calls are counted on if `counts_on`. Nothing happens if the function has had
  /// some already. Without entry points: there is none. The caller runs a process that is in the
  /// function.
  void install_baseline(const CompileJob& job, CompiledFunction compiled, bool counts_on)
      VM_EXCLUDES(mutex_);
  /// Puts what was compiled for `job` into the words of its function. The caller holds a
  /// CompileQueue::Completion that says the module is loaded.
  void install(const CompileJob& job, CompiledFunction compiled) VM_EXCLUDES(mutex_);
  /// `module` is about to be freed and no process has any of its addresses. Returns its native
  /// code; to destroy that takes locks of the linker.
  std::vector<std::unique_ptr<Code>> remove_module(const vm::Module& module) VM_EXCLUDES(mutex_);
  /// Destroys all code. Nothing runs any more.
  void clear() VM_EXCLUDES(mutex_);

  /// As CodeBackend::op_of(), for handlers that are native code.
  bool op_of(OpHandler handler, Op* op) VM_EXCLUDES(mutex_);
  /// As CodeBackend::maker_of(), for the same.
  vm::CodeMaker maker_of(OpHandler handler) VM_EXCLUDES(mutex_);
  /// As in CodeBackend: sets a breakpoint in the function's sled or entry word, or takes it out. By
  /// the holder of the code modification permission.
  void arm(vm::FuncInfo& info, OpHandler handler) VM_EXCLUDES(mutex_);
  void disarm(vm::FuncInfo& info) VM_EXCLUDES(mutex_);
  /// As in CodeBackend: the function's native code, if there is any, is not entered any more. By
  /// the holder of the code modification permission.
  void replace(vm::FuncInfo& info, OpHandler handler) VM_EXCLUDES(mutex_);
  /// As in CodeBackend.
  void follow_exports(std::span<vm::Export* const> exports) VM_EXCLUDES(mutex_);
  void follow_all_exports() VM_EXCLUDES(mutex_);
  void finish_patching() VM_EXCLUDES(mutex_);

  /// Switches some function to the interpreter or back (--stress=tiers).
  void switch_some_tier() VM_EXCLUDES(mutex_);

 private:
  /// Of native code: the instruction that it begins with, and which compiler made it.
  struct NativeEntry {
    Op op;
    vm::CodeMaker maker;
  };

  void breakpoint_changed(vm::FuncInfo& info) VM_REQUIRES(mutex_);
  NativeVersion make_version(const CompileJob& job, const CompiledFunction& compiled)
      VM_REQUIRES(mutex_);
  void install_version(const CompileJob& job, const CompiledFunction& compiled,
                       NativeVersion version) VM_REQUIRES(mutex_);

  const CodeMemory& memory_;
  const Options options_;

  mutable vm::Mutex mutex_{vm::LockRank::kJit};
  std::unordered_map<const vm::Module*, std::vector<std::unique_ptr<Code>>> code_
      VM_GUARDED_BY(mutex_);
  std::unordered_map<OpHandler, NativeEntry> entries_ VM_GUARDED_BY(mutex_);
  VersionTable versions_ VM_GUARDED_BY(mutex_);
  SledTable sleds_ VM_GUARDED_BY(mutex_);
  DirectCalls direct_calls_ VM_GUARDED_BY(mutex_);
  std::unordered_set<const vm::FuncInfo*> baseline_ VM_GUARDED_BY(mutex_);  // had_baseline()
  vm::RandomNumbers random_ VM_GUARDED_BY(mutex_);
};

}  // namespace jit
