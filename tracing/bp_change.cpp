// The change of breakpoints, step by step (B4). Long steps yield between batches, so that a change
// of all functions of all modules is work like any other.
#include "tracing/bp_change.h"

#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/proc/code_permission.h"
#include "vm/sched/engine.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/number.h"

#include <algorithm>
#include <utility>

namespace tracing {

namespace {

/// How long a step works before others may run (the goal is 50 microseconds), and after how many
/// sites, or functions that may become one, it looks at the clock.
constexpr SWord kBatchNs = 30'000;
constexpr std::size_t kSitesBetweenLooks = 16;
constexpr std::size_t kFunctionsBetweenLooks = 64;

}  // namespace

BpChange::BpChange(Tracing& tracing, BpPattern pattern, BpSpec spec)
    : tracing_(tracing), pattern_(pattern), spec_(std::move(spec)) {}

// The machine may end between steps 11 and 12, when no function refers to these any more.
BpChange::~BpChange() {
  for (Site& site : sites_) free_if_unused(site);
}

// --- batches ---

/// Calls `work` until it returns false (all is done) or the batch's time is over. The batch's own
/// processor time is noted: it is how long the step keeps a process from running. When all is done,
/// next_ is where the next step begins.
template <class Work>
bool BpChange::in_batches_of(Work work) {
  const SWord used_before = vm::Clock::os_thread_ns();
  const SWord start = vm::Clock::os_monotonic_ns();
  bool has_more = true;
  do has_more = work();
  while (has_more && vm::Clock::os_monotonic_ns() - start <= kBatchNs);
  tracing_.step_times().note(static_cast<Word>(vm::Clock::os_thread_ns() - used_before));
  if (!has_more) next_ = 0;
  return !has_more;
}

template <class F>
bool BpChange::in_batches(F f) {
  return in_batches_of([&] {
    const std::size_t end = std::min(next_ + kSitesBetweenLooks, sites_.size());
    while (next_ < end) f(sites_[next_++]);
    return next_ < sites_.size();
  });
}

// --- which functions ---

bool BpChange::find_functions(const vm::CodeModPermission&) {
  const Vm& vm = tracing_.vm();
  if (!has_modules_) {
    has_modules_ = true;
    modules_ =
        pattern_.module.has_value() ? std::vector<Term>{pattern_.module} : vm.modules->loaded();
  }
  return in_batches_of([&] {
    if (next_module_ == modules_.size()) return add_some_natives();
    const vm::Module* module = vm.modules->current(modules_[next_module_]);
    if (module != nullptr && add_some_of(*module)) return true;
    ++next_module_;
    next_ = 0;
    return true;
  });
}

/// Functions that are native and in no loaded module have nothing but their export. False when all
/// have been looked at.
bool BpChange::add_some_natives() {
  const unsigned generation = tracing_.vm().code_index.active();
  const std::size_t first = std::exchange(next_, next_ + kFunctionsBetweenLooks);
  return tracing_.vm().exports->for_some(first, kFunctionsBetweenLooks, [&](vm::Export& exported) {
    if (exported.bif == nullptr || exported.target(generation) != exported.stub_address()) return;
    if (!pattern_.matches(exported.info)) return;
    ++matched_;
    add_site(exported.info, &exported, true);
  });
}

/// Its functions from number next_ on, then its exports. False when all have been looked at.
bool BpChange::add_some_of(const vm::Module& module) {
  const std::size_t functions = module.functions.size();
  const std::size_t all = functions + module.exports.size();
  const std::size_t end = std::min(next_ + kFunctionsBetweenLooks, all);
  for (; next_ < end; ++next_) {
    if (next_ < functions) {
      add_function(*module.functions[next_], nullptr);
    } else {
      vm::Export* const exported = module.exports[next_ - functions].target;
      add_function(exported->info, exported);
    }
  }
  return next_ < all;
}

void BpChange::add_function(vm::FuncInfo& info, vm::Export* exported) {
  if (!pattern_.matches(info)) return;
  const bool is_meant = spec_.is_at_exports() == (exported != nullptr);
  if (is_meant) ++matched_;
  add_site(info, exported, is_meant);
}

void BpChange::add_site(vm::FuncInfo& info, vm::Export* exported, bool adds) {
  const Breakpoint* present = Breakpoint::of(info);
  const bool has_breakpoint = present != nullptr;
  if (spec_.of_dead_sessions) {
    const unsigned active = tracing_.vm().bp_index.active();
    if (has_breakpoint && std::ranges::any_of(present->generations[active], is_of_dead_session))
      sites_.push_back({&info, exported, false});
    return;
  }
  if (spec_.how != BpHow::kOn && !spec_.turns_on_reports()) adds = adds && has_breakpoint;
  if (!adds && !has_breakpoint) return;
  sites_.push_back({&info, exported, adds});
}

// --- the steps ---

void BpChange::make_breakpoint(Site& site) {
  site.bp = Breakpoint::of(*site.info);
  if (site.bp != nullptr) return;
  site.is_new = true;
  site.bp = new Breakpoint(*site.info, site.exported);  // owner: the FuncInfo
  if (site.exported == nullptr) return;
  // An export's word has no tiers; it may be the jump that an earlier breakpoint left there.
  const Word entry = vm::load_shared(*site.info->entry_word(),
                                     vm::kRelaxed);  // relaxed: written by the permission's holder
  site.info->original.store(entry, vm::kRelaxed);  // relaxed: read behind the breakpoint's pointer
}

/// A breakpoint that calls go through now is not changed but replaced, by a copy of what of it is
/// still in force.
void BpChange::replace_breakpoint(Site& site, const Breakpoint& present) const {
  site.is_new = true;
  site.bp = new Breakpoint(*site.info, site.exported);  // owner: the FuncInfo
  const unsigned active = tracing_.vm().bp_index.active();
  BpActions& actions = site.bp->generations[0];
  actions = present.generations[active];
  // relaxed: written by holders of the permission
  if (present.exports_ended[active].load(vm::kRelaxed)) remove_actions_at_export(actions);
}

void BpChange::publish_breakpoint(const Site& site, unsigned code_index) const {
  if (!site.is_new) return;
  // release: pairs with the acquire in the handler; what the breakpoint holds is complete.
  site.info->breakpoint.store(site.bp, vm::kRelease);
  redirect_light_calls(*site.info, code_index);
}

/// For a BIF that is called past its entry word: calls go through the word again while it has a
/// breakpoint.
void BpChange::redirect_light_calls(const vm::FuncInfo& info, unsigned code_index) const {
  tracing_.vm().exports->redirect_light_calls({info.module, info.function, info.arity}, code_index);
}

bool BpChange::allocate(const vm::CodeModPermission&) {
  const unsigned code_index = tracing_.vm().code_index.active();
  return in_batches([&](Site& site) {
    make_breakpoint(site);
    publish_breakpoint(site, code_index);  // both generations are empty, that is, disabled
  });
}

bool BpChange::stage(const vm::CodeModPermission&) {
  const unsigned staging = tracing_.vm().bp_index.staging();
  return in_batches([&](Site& site) {
    BpActions& actions = site.bp->generations[staging];
    // relaxed: read by calls that decide by this generation, after the waits that follow
    if (site.bp->exports_ended[staging].exchange(false, vm::kRelaxed))
      remove_actions_at_export(actions);
    if (site.bp->all_ended[staging].exchange(false, vm::kRelaxed)) actions.clear();  // the same
    change_actions(actions, spec_, site.adds, tracing_);
    site.bp->summarize(staging);
    site.removes = actions.empty();
  });
}

void BpChange::redirect_to_stub(vm::Export& exported) const {
  exported.redirect_to_stub();
  vm::Export* const changed = &exported;
  tracing_.vm().backend->follow_exports({&changed, 1});
}

bool BpChange::install(const vm::CodeModPermission&) {
  const unsigned staging = tracing_.vm().bp_index.staging();
  vm::CodeBackend& backend = *tracing_.vm().backend;
  const vm::EntryHandlers handlers = backend.entry_handlers();
  const bool is_done = in_batches([&](Site& site) {
    const bool only_counts = site.bp->only_counts(staging);
    if (site.is_new) {
      backend.arm(*site.info, only_counts ? handlers.counting_breakpoint : handlers.breakpoint);
      if (site.exported != nullptr) redirect_to_stub(*site.exported);
    } else if (site.exported != nullptr && !site.exported->through_stub) {
      redirect_to_stub(*site.exported);  // new code was loaded since it was armed
    } else if (!only_counts) {
      // The one that asks sessions must be there before they are to be asked (7).
      backend.arm(*site.info, handlers.breakpoint);
    }
  });
  backend.finish_patching();
  return is_done;
}

void BpChange::commit(const vm::CodeModPermission&) { tracing_.vm().bp_index.commit(); }

bool BpChange::uninstall(const vm::CodeModPermission&) {
  const Vm& vm = tracing_.vm();
  const vm::EntryHandlers handlers = vm.backend->entry_handlers();
  const bool is_done = in_batches([&](Site& site) {
    if (!site.removes) {
      // No call decides by the old generation any more, so only counters are left to look at.
      if (site.bp->only_counts(vm.bp_index.active()))
        vm.backend->arm(*site.info, handlers.counting_breakpoint);
      return;
    }
    vm::Export* exported = site.exported;
    // A process may still be on its way through an export's word, so the word goes on jumping to
    // the function.
    const bool jumps =
        exported != nullptr && exported->target(vm.code_index.active()) != exported->stub_address();
    if (jumps)
      site.info->set_entry(handlers.export_jump);
    else
      vm.backend->disarm(*site.info);
    if (exported == nullptr) return;
    exported->redirect_to_targets();
    vm.backend->follow_exports({&exported, 1});
  });
  vm.backend->finish_patching();
  return is_done;
}

bool BpChange::consolidate(const vm::CodeModPermission&) {
  const vm::BpIndex& index = tracing_.vm().bp_index;
  const unsigned code_index = tracing_.vm().code_index.active();
  return in_batches([&](Site& site) {
    if (site.removes) {
      // No call reaches the breakpoint any more: its instruction is gone, and every scheduler that
      // had fetched it has left the handler.
      site.info->breakpoint.store(nullptr, vm::kRelaxed);  // relaxed: as above
      site.is_unused = true;
      redirect_light_calls(*site.info, code_index);
    }
    site.bp->generations[index.staging()] = site.bp->generations[index.active()];
    site.bp->exports_ended[index.staging()].store(false, vm::kRelaxed);  // relaxed: as in stage()
    site.bp->all_ended[index.staging()].store(false, vm::kRelaxed);      // relaxed: the same
    site.bp->summarize(index.staging());
  });
}

bool BpChange::free_disabled(const vm::CodeModPermission&) {
  return in_batches([](Site& site) { free_if_unused(site); });
}

void BpChange::free_if_unused(Site& site) {
  if (std::exchange(site.is_unused, false)) Breakpoint::free(std::exchange(site.bp, nullptr));
}

void end_globals(const vm::CodeModPermission&, const vm::Module& module, unsigned code_index) {
  for (const vm::Module::ExportedFunction& exported : module.exports) {
    Breakpoint* bp = Breakpoint::of(exported.target->info);
    if (bp == nullptr || !exported.target->through_stub) continue;
    // Callers of the old code still go through the stub until the new code is committed; they find
    // this mark.
    for (auto& ended : bp->exports_ended) ended.store(true, vm::kRelaxed);  // relaxed: as at hits
    exported.target->bypass_stub(code_index);
  }
}

void BpChange::prepare_staged(const vm::CodeModPermission&, const vm::Module& module) {
  while (add_some_of(module)) {
  }
  next_ = 0;
  const unsigned code_index = tracing_.vm().code_index.staging();
  // Without waits: what is armed is new, or was armed for another session just now.
  while (!in_batches([&](Site& site) {
    Breakpoint* const present = Breakpoint::of(*site.info);
    const bool is_in_use = site.exported != nullptr && present != nullptr;
    if (is_in_use) {
      replace_breakpoint(site, *present);
    } else {
      make_breakpoint(site);
    }
    auto& [first, second] = site.bp->generations;
    change_actions(first, spec_, site.adds, tracing_);
    second = first;  // with the same counters
    site.bp->summarize(0);
    site.bp->summarize(1);
    // Last: a call through an export in use finds what was there before, or all of it.
    publish_breakpoint(site, code_index);
    if (is_in_use) {
      // A call that found the old one may still be in its handler.
      tracing_.vm().progress->later([present] { Breakpoint::free(present); });
    }
  })) {
  }
}

void BpChange::install_staged(const vm::CodeModPermission& permission) {
  // What another session's change has replaced since is armed by that one.
  std::erase_if(sites_, [](const Site& s) { return Breakpoint::of(*s.info) != s.bp; });
  while (!install(permission)) {
  }
}

vm::Operation change_breakpoints(Process& p, Tracing& tracing, BpPattern pattern, BpSpec spec) {
  const vm::ProtectedOperation whole(p);  // a change half made would stay so
  BpChange change(tracing, pattern, std::move(spec));
  StepClock steps(p, tracing.step_log());
  // 1. One change at a time; a second process waits off the run queues.
  const vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  while (!change.find_functions(permission)) co_await vm::yielded(p);
  const Term answer = vm::number(change.matched());
  if (change.is_empty()) co_return answer;
  const Word sites = change.sites();
  steps.at(2, sites);
  while (!change.allocate(permission)) co_await vm::yielded(p);  // 2
  steps.at(3, sites);
  while (!change.stage(permission)) co_await vm::yielded(p);  // 3
  steps.at(4, sites);
  // Every scheduler must see the breakpoints' data before an instruction refers to it.
  co_await vm::thread_progress(p);  // 4
  steps.at(5, sites);
  while (!change.install(permission)) co_await vm::yielded(p);  // 5
  steps.at(6, sites);
  // Every scheduler must fetch the new instructions before one of them does anything: all functions
  // become active at once (F13).
  co_await vm::thread_progress(p);  // 6
  steps.at(7, sites);
  change.commit(permission);  // 7
  steps.at(8, sites);
  // No call may still decide by the old generation when what that refers to goes.
  co_await vm::thread_progress(p);  // 8
  steps.at(9, sites);
  while (!change.uninstall(permission)) co_await vm::yielded(p);  // 9
  steps.at(10, sites);
  // A scheduler that has fetched the old instruction has now left its handler.
  co_await vm::thread_progress(p);  // 10
  steps.at(11, sites);
  while (!change.consolidate(permission)) co_await vm::yielded(p);  // 11
  steps.at(12, sites);
  while (!change.free_disabled(permission)) co_await vm::yielded(p);  // 12
  co_return answer;  // 13: the permission goes with its value
}

}  // namespace tracing
