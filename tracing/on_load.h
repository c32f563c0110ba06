// OnLoadPatterns: what sessions have set for code that is loaded later (F9), and what becomes of
// breakpoints when code comes and goes. Threads: patterns on any, under a lock; the notices of code
// by the holder of the code modification permission. Contract: F9, Z1, Z2.
#pragma once

#include "tracing/bp_actions.h"
#include "tracing/bp_spec.h"
#include "vm/base/mutex.h"
#include "vm/code/code_stage_observer.h"

#include <vector>

namespace tracing {

class Breakpoint;

class OnLoadPatterns final : public vm::CodeStageObserver {
 public:
  explicit OnLoadPatterns(Tracing& tracing) : tracing_(tracing) {}
  OnLoadPatterns(const OnLoadPatterns&) = delete;

  /// Turns kinds on or off, as for functions that exist. trace:function/4 has one pattern per
  /// session, that of all functions; a narrower one is an entry of its own.
  void set(const BpPattern& pattern, BpSpec spec) VM_EXCLUDES(mutex_);
  /// Whether the session has any.
  bool has(const Session& session) const VM_EXCLUDES(mutex_);
  /// What a session has for all functions: actions without figures.
  std::vector<BpAction> actions_of(const Session& session) const VM_EXCLUDES(mutex_);
  /// Removes the patterns of sessions that have ended.
  void forget_dead_sessions() VM_EXCLUDES(mutex_);

  /// Code is about to become visible: arms it where a pattern says so (Z1, Z2).
  void on_staged(const vm::CodeModPermission& permission, vm::Module& module) override
      VM_EXCLUDES(mutex_);
  /// The same for code that has waited for its on_load function, in two steps.
  std::function<void()> on_waiting_staged(const vm::CodeModPermission& permission,
                                          vm::Module& module) override VM_EXCLUDES(mutex_);
  /// Code that has no exports any more: ends what sits at them (Z1).
  void on_delete_staged(const vm::CodeModPermission& permission, vm::Module& module) override;
  /// Code that no process can reach any more: frees its breakpoints. A session that counts the
  /// calls of code to come, too, keeps the sums.
  void on_purged(const vm::CodeModPermission& permission, vm::Module& module) override;

 private:
  /// Each kind has its own: match specs and tracers differ.
  struct Entry {
    BpPattern pattern;
    BpKind kind;
    BpSpec spec;  // of this kind alone
  };

  void keep_calls_of(const Breakpoint& purged) VM_EXCLUDES(mutex_);
  /// Whether calls of `function` are counted when code with it is loaded.
  bool counts(const Session& session, const vm::FuncInfo& function) const VM_EXCLUDES(mutex_);

  Tracing& tracing_;
  mutable vm::Mutex mutex_{vm::LockRank::kTraceSession};
  std::vector<Entry> entries_ VM_GUARDED_BY(mutex_);
};

}  // namespace tracing
