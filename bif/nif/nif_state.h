// NifState: what C libraries of one machine share, besides its dirty schedulers: the descriptors
// that enif_select() watches. Ownership: BifState; made with the machine, threads with the first
// use. Threads: each part says its own.
#pragma once

#include "bif/nif/select.h"
#include "vm/sched/dirty_schedulers.h"

#include <vector>

namespace vm {
struct Vm;
}  // namespace vm

namespace bif {

/// Whether a process exists and is not exiting. Any thread, also those of C libraries.
bool is_process_alive(vm::Vm& vm, vm::Term pid);

class NifLibrary;

class NifState {
 public:
  explicit NifState(vm::Vm& vm);
  ~NifState();
  static NifState& of(vm::Vm& vm);

  /// For a job with these ErlNifDirtyTaskFlags.
  vm::DirtySchedulers& dirty_schedulers(unsigned flags);
  /// Notes that `module` has loaded a library, or that a driver of this name was loaded:
  /// erlang:system_info(taints) lists it from now on.
  void add_taint(vm::Term module) VM_EXCLUDES(mutex_);
  /// The modules that have loaded libraries, also those that are gone.
  std::vector<vm::Term> taints() VM_EXCLUDES(mutex_);
  SelectedDescriptors& descriptors() { return descriptors_; }
  /// A library whose function for ERL_NIF_OPT_ON_HALT is to be called when the machine ends; it
  /// must be removed before it is unloaded.
  void add_halting(NifLibrary& library) VM_EXCLUDES(mutex_);
  void remove_halting(const NifLibrary& library) VM_EXCLUDES(mutex_);
  /// The machine will be halted with {flush, false}: nothing is called or waited for then.
  void skip_at_halt() { skips_at_halt_.store(true, vm::kRelaxed); }  // relaxed: see stop()
  /// The machine ends, and its schedulers have stopped: calls the functions for
  /// ERL_NIF_OPT_ON_HALT. Then as DirtySchedulers::stop().
  bool stop();

 private:
  vm::Vm& vm_;
  SelectedDescriptors descriptors_;
  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  std::vector<vm::Term> taints_ VM_GUARDED_BY(mutex_);
  std::vector<NifLibrary*> halting_ VM_GUARDED_BY(mutex_);
  vm::Atomic<bool> skips_at_halt_{false};
};

}  // namespace bif
