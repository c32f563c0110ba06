// Patterns for code to come (F9). New code is armed while nobody can reach it, so nothing has to
// wait and nobody stops (Z1).
#include "tracing/function_report.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/sched/engine.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace tracing {

void Tracing::set_on_load(const BpPattern& pattern, BpSpec spec) {
  vm::MutexLock lock(on_load_mutex_);
  std::erase_if(on_load_, [](const OnLoad& o) { return !o.spec.session->is_alive(); });
  const auto place = std::ranges::find_if(on_load_, [&](const OnLoad& o) {
    return o.spec.session == spec.session && o.pattern == pattern;
  });
  if (spec.how == BpHow::kOff) {
    if (place == on_load_.end()) return;
    BpSpec& present = place->spec;
    present.kinds = present.kinds - spec.kinds;
    if (present.kinds.is_empty()) on_load_.erase(place);
    return;
  }
  if (spec.how != BpHow::kOn) return;
  if (place == on_load_.end()) {
    on_load_.push_back({pattern, std::move(spec)});
    return;
  }
  // What is at exports excludes what is at functions, and the reverse (F3); else kinds add up.
  if (spec.is_at_exports() == place->spec.is_at_exports())
    spec.kinds = spec.kinds | place->spec.kinds;
  place->spec = std::move(spec);
}

bool Tracing::has_on_load(const Session& session) const {
  vm::MutexLock lock(on_load_mutex_);
  return std::ranges::any_of(on_load_,
                             [&](const OnLoad& o) { return o.spec.session.get() == &session; });
}

Term Tracing::on_load_info(Process& p, const Session& session, Term item) {
  BpSpec spec;
  {
    vm::MutexLock lock(on_load_mutex_);
    for (const OnLoad& candidate : on_load_) {
      if (candidate.spec.session.get() == &session && candidate.pattern == BpPattern{})
        spec = candidate.spec;
    }
  }
  std::vector<BpAction> actions;
  for (const BpKind kind : kBpKinds) {
    if (spec.kinds.has(kind)) actions.push_back(action_of(spec, kind));
  }
  FunctionReport report(p, FunctionReport::About::kCodeToCome, item);
  for (const BpAction& action : actions) report.add(action);
  return report.make(true);
}

void Tracing::on_purged(const vm::CodeModPermission&, vm::Module& module) {
  for (vm::FuncInfo* info : module.functions) {
    Breakpoint* bp = Breakpoint::of(*info);
    if (bp == nullptr) continue;
    info->breakpoint.store(nullptr, vm::kRelaxed);  // relaxed: written by holders of the permission
    free_breakpoint(bp);
  }
}

void Tracing::on_staged(const vm::CodeModPermission& permission, vm::Module& module) {
  on_waiting_staged(permission, module)();  // without a wait: nobody runs it
}

std::function<void()> Tracing::on_waiting_staged(const vm::CodeModPermission& permission,
                                                 vm::Module& module) {
  end_globals(permission, module, vm_.code_index.staging());
  std::vector<OnLoad> patterns;
  {
    vm::MutexLock lock(on_load_mutex_);
    patterns = on_load_;
  }
  // Shared, since what is answered can be copied.
  auto changes = std::make_shared<std::deque<BpChange>>();
  for (const OnLoad& on_load : patterns) {
    if (on_load.spec.session->is_alive())
      changes->emplace_back(*this, on_load.pattern, on_load.spec)
          .prepare_staged(permission, module);
  }
  return [this, changes, &permission, &module] {
    for (BpChange& change : *changes) change.install_staged(permission);
    // Breakpoints of the version before are left behind with it.
    for (const vm::Module::ExportedFunction& exported : module.exports)
      vm_.exports->lead_light_calls(exported.target->mfa(), vm_.code_index.staging());
  };
}

}  // namespace tracing
