// Makes the parts, and ends them.
#include "bif/nif/nif_state.h"

#include "bif/nif/checks.h"
#include "bif/nif/tracer_modules.h"
#include "bif/state.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_table.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"

#include <algorithm>

namespace bif {

NifState::NifState(vm::Vm& vm) : vm_(vm), descriptors_(vm) {
  if (vm.tracing != nullptr)
    vm.tracing->set_tracer_callbacks(std::make_unique<NifTracerCallbacks>(vm));
}
NifState::~NifState() { release_nif_machine(vm_); }

bool is_process_alive(vm::Vm& vm, vm::Term pid) {
  const vm::ThreadProgress::Visit visit(*vm.progress);
  const vm::Process* process = vm.processes->find(pid);
  return process != nullptr && !vm::is_exiting(*process);
}

NifState& NifState::of(vm::Vm& vm) { return *BifState::of(vm).nifs; }

vm::DirtySchedulers& NifState::dirty_schedulers(unsigned flags) {
  vm::DirtyThreads& threads = vm_.multi_scheduling->dirty();
  return flags == ERL_NIF_DIRTY_JOB_CPU_BOUND ? threads.computing : threads.waiting;
}

void NifState::add_taint(vm::Term module) {
  const vm::MutexLock lock(mutex_);
  if (std::ranges::find(taints_, module) == taints_.end()) taints_.push_back(module);
}

std::vector<vm::Term> NifState::taints() {
  const vm::MutexLock lock(mutex_);
  return taints_;
}

void NifState::add_halting(NifLibrary& library) {
  const vm::MutexLock lock(mutex_);
  halting_.push_back(&library);
}

void NifState::remove_halting(const NifLibrary& library) {
  const vm::MutexLock lock(mutex_);
  std::erase(halting_, &library);
}

bool NifState::stop() {
  std::vector<NifLibrary*> halting;
  {
    const vm::MutexLock lock(mutex_);
    halting.swap(halting_);
  }
  // relaxed: set by a scheduler, and all have ended
  const bool skips = skips_at_halt_.load(vm::kRelaxed);
  // Before calls on dirty schedulers are given up: the function may tell them to end.
  if (!skips) {
    for (const NifLibrary* library : halting) library->on_halt(library->private_data);
  }
  using Halt = vm::DirtySchedulers::Halt;
  const Halt halt = skips ? Halt::kAtOnce : Halt::kWaits;
  const bool computing_ended = vm_.multi_scheduling->dirty().computing.stop(halt);
  const bool all_ended = vm_.multi_scheduling->dirty().waiting.stop(halt) && computing_ended;
  if (has_nif_checks()) checks::report_held();
  return all_ended;
}

}  // namespace bif
