// Patterns for code to come. New code is armed while no process can reach it, so nothing has to
// wait and no process stops (Z1).
#include "tracing/on_load.h"

#include "tracing/bp_change.h"
#include "tracing/breakpoint.h"
#include "tracing/call_counter.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace tracing {
namespace {

/// Processes that still run the code call its functions without reports, as in OTP. The
/// breakpoints stay, and go with the code, or get new actions there.
void end_locals(const vm::CodeModPermission&, const vm::Module* replaced) {
  if (replaced == nullptr) return;
  for (const vm::FuncInfo* info : replaced->functions) {
    Breakpoint* bp = Breakpoint::of(*info);
    if (bp == nullptr) continue;
    for (auto& ended : bp->all_ended) ended.store(true, vm::kRelaxed);  // relaxed: as at hits
  }
}

}  // namespace

void OnLoadPatterns::set(const BpPattern& pattern, BpSpec spec) {
  vm::MutexLock lock(mutex_);
  const bool at_exports = spec.is_at_exports();
  const auto goes = [&](const Entry& entry) {
    const BpSpec& present = entry.spec;
    if (!present.session->is_alive()) return true;
    if (present.session != spec.session || entry.pattern != pattern) return false;
    // What is turned on replaces what there was, and excludes what sits elsewhere (F3).
    return spec.kinds.has(entry.kind) ||
           (spec.how == BpHow::kOn && present.is_at_exports() != at_exports);
  };
  // Figures cannot be paused or restarted where there are none yet.
  if (spec.how != BpHow::kOn && spec.how != BpHow::kOff) return;
  std::erase_if(entries_, goes);
  if (spec.how == BpHow::kOff) return;
  for (const BpKind kind : kBpKinds) {
    if (!spec.kinds.has(kind)) continue;
    Entry& entry = entries_.emplace_back(pattern, kind, spec);
    entry.spec.kinds = {kind};
  }
}

bool OnLoadPatterns::has(const Session& session) const {
  vm::MutexLock lock(mutex_);
  return std::ranges::any_of(
      entries_, [&](const Entry& entry) { return entry.spec.session.get() == &session; });
}

std::vector<BpAction> OnLoadPatterns::actions_of(const Session& session) const {
  vm::MutexLock lock(mutex_);
  std::vector<BpAction> actions;
  for (const Entry& entry : entries_) {
    if (entry.spec.session.get() == &session && entry.pattern == BpPattern{})
      actions.push_back(action_of(entry.spec, entry.kind));
  }
  return actions;
}

void OnLoadPatterns::forget_dead_sessions() {
  vm::MutexLock lock(mutex_);
  std::erase_if(entries_, [](const Entry& entry) { return !entry.spec.session->is_alive(); });
}

/// The figures are final: every process that ran the code has left it. The legacy session never
/// ends, and has OTP's functions only, which do not ask for these sums.
void OnLoadPatterns::keep_calls_of(const Breakpoint& purged) {
  for (const BpAction& action : purged.generations[tracing_.vm().bp_index.active()]) {
    if (action.kind != BpKind::call_count || action.session->is_legacy) continue;
    const vm::FuncInfo& function = purged.function;
    const Word calls = static_cast<const CallCounter&>(*action.figures).value();
    if (calls > 0 && counts(*action.session, function))
      action.session->add_purged_calls({function.module, function.function, function.arity}, calls);
  }
}

bool OnLoadPatterns::counts(const Session& session, const vm::FuncInfo& function) const {
  vm::MutexLock lock(mutex_);
  return std::ranges::any_of(entries_, [&](const Entry& entry) {
    return entry.kind == BpKind::call_count && entry.spec.session.get() == &session &&
           entry.pattern.matches(function);
  });
}

void OnLoadPatterns::on_purged(const vm::CodeModPermission&, vm::Module& module) {
  for (vm::FuncInfo* info : module.functions) {
    Breakpoint* bp = Breakpoint::of(*info);
    if (bp == nullptr) continue;
    keep_calls_of(*bp);
    info->breakpoint.store(nullptr, vm::kRelaxed);  // relaxed: written by holders of the permission
    Breakpoint::free(bp);
  }
}

void OnLoadPatterns::on_delete_staged(const vm::CodeModPermission& permission, vm::Module& module) {
  end_globals(permission, module, tracing_.vm().code_index.staging());
  end_locals(permission, &module);
}

void OnLoadPatterns::on_staged(const vm::CodeModPermission& permission, vm::Module& module) {
  on_waiting_staged(permission, module)();  // without a wait: no process runs it
}

std::function<void()> OnLoadPatterns::on_waiting_staged(const vm::CodeModPermission& permission,
                                                        vm::Module& module) {
  end_globals(permission, module, tracing_.vm().code_index.staging());
  end_locals(permission, tracing_.vm().modules->current(module.name));
  std::vector<Entry> patterns;
  {
    vm::MutexLock lock(mutex_);
    patterns = entries_;
  }
  // Shared, since the function that is returned can be copied.
  auto changes = std::make_shared<std::deque<BpChange>>();
  for (const Entry& entry : patterns) {
    if (entry.spec.session->is_alive())
      changes->emplace_back(tracing_, entry.pattern, entry.spec).prepare_staged(permission, module);
  }
  return [this, changes, &permission, &module] {
    for (BpChange& change : *changes) change.install_staged(permission);
    // Breakpoints of the version before are left behind with it.
    for (const vm::Module::ExportedFunction& exported : module.exports)
      tracing_.vm().exports->redirect_light_calls(exported.target->mfa(),
                                                  tracing_.vm().code_index.staging());
  };
}

}  // namespace tracing
