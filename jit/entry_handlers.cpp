// Two functions, so that the frequent one has no frame.
#include "jit/entry_handlers.h"

#include "vm/sched/engine.h"
#include "vm/vm.h"

namespace jit {
namespace {

VM_PRESERVE_NONE void tier_up_and_run(VM_MACHINE_PARAMETERS) {
  vm::FuncInfo& info = vm::FuncInfo::of_entry(I);
  P->vm.backend->tier_up(*P, info);
  [[clang::musttail]] return info.original_handler()(I, P, E, H, reds, x0, x1, x2, x3);
}

}  // namespace

VM_PRESERVE_NONE void count_call(VM_MACHINE_PARAMETERS) {
  vm::FuncInfo& info = vm::FuncInfo::of_entry(I);
  // relaxed, and two accesses: a lost count does not matter
  const vm::Word left = info.counter.load(vm::kRelaxed);
  if (left <= 1) [[unlikely]] {
    [[clang::musttail]] return tier_up_and_run(I, P, E, H, reds, x0, x1, x2, x3);
  }
  info.counter.store(left - 1, vm::kRelaxed);
  // relaxed: baseline code may take its place concurrently; both are right to run
  const auto next =
      reinterpret_cast<vm::OpHandler>(vm::load_shared(info.interpreted, vm::kRelaxed));
  [[clang::musttail]] return next(I, P, E, H, reds, x0, x1, x2, x3);
}

}  // namespace jit
