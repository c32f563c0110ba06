// Putting the parts of tracing together.
#include "tracing/trace_api.h"

#include "tracing/event_hooks.h"
#include "vm/code/tables.h"
#include "vm/sched/scheduler.h"

namespace tracing {

Tracing::Tracing(Vm& vm)
    : vm_(vm),
      watch_(vm),
      sampler_(vm),
      profile_(vm),
      seq_(vm),
      accounts_(std::make_unique<AccountTable>(*vm.progress, vm.schedulers->count())) {}

// The machine ends, and nothing runs: breakpoints that are still set go with the code that they are
// set on.
Tracing::~Tracing() {
  const auto drop = [](vm::FuncInfo& info) {
    Breakpoint::free(Breakpoint::of(info));
    info.breakpoint.store(nullptr, vm::kRelaxed);  // relaxed: the schedulers were joined
  };
  vm_.modules->for_each([&](vm::Module& module) {
    for (vm::FuncInfo* info : module.functions) drop(*info);
  });
  vm_.exports->for_each([&](vm::Export& e) { drop(e.info); });
}

CounterTable& Tracing::counters() {
  if (!counters_) counters_ = std::make_unique<CounterTable>(vm_.schedulers->count());
  return *counters_;
}

vm::MatchFunctionLookup Tracing::guard_lookup() {
  return [this](Term name, Word arity) -> vm::BifFn {
    const vm::Export* exported = vm_.exports->find(vm::am::erlang, name, arity);
    return exported == nullptr ? nullptr : exported->bif;
  };
}

void install(Vm& vm) {
  auto tracing = std::make_unique<Tracing>(vm);
  vm.trace = std::make_unique<EventHooks>(*tracing);
  vm.code_observer = &tracing->on_load();
  vm.tracing = std::move(tracing);
}

}  // namespace tracing
