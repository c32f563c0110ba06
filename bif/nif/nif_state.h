// NifState: what C libraries of one machine share: dirty schedulers, and the descriptors that
// enif_select() watches. Ownership: BifState; made with the machine, threads with the first use.
// Threads: each part says its own.
#pragma once

#include "bif/nif/dirty.h"
#include "bif/nif/select.h"

namespace vm {
struct Vm;
}  // namespace vm

namespace bif {

class NifState {
 public:
  explicit NifState(vm::Vm& vm);
  ~NifState();
  static NifState& of(vm::Vm& vm);

  /// For a job with these ErlNifDirtyTaskFlags.
  DirtySchedulers& dirty_schedulers(unsigned flags);
  SelectedDescriptors& descriptors() { return descriptors_; }
  /// The machine ends. As DirtySchedulers::stop().
  bool stop();

 private:
  vm::Vm& vm_;
  DirtySchedulers computing_;
  DirtySchedulers waiting_;
  SelectedDescriptors descriptors_;
};

}  // namespace bif
