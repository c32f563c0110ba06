// BifState: state that BIFs keep between calls. One object per Vm, so that several machines in one
// program are independent. Ownership: Vm::bifs. Threads: each part documents its own.
#pragma once

#include "bif/bif.h"
#include "bif/process/heap_defaults.h"
#include "vm/base/atomic.h"
#include "vm/proc/persistent_terms.h"

#include <memory>

namespace bif {

class BootState;
class DriverState;
struct InternalState;
class Microstates;
class NifState;
class WallTime;

struct BifState {
  explicit BifState(Vm& vm);
  ~BifState();
  static BifState& of(Vm& vm) { return *vm.bifs; }
  static BifState& of(Process& p) { return of(p.vm); }

  /// A number never answered before. Shared writes are rare: each thread takes a block at a time.
  Word take_unique();
  HeapDefaults heap_defaults;                     // of new processes
  std::unique_ptr<vm::PersistentTerms> settings;  // of the machine, by atom: what a flag was set to
  std::unique_ptr<BootState> boot;                // code path
  std::unique_ptr<Microstates> microstates;
  std::unique_ptr<WallTime> wall_time;
  std::unique_ptr<NifState> nifs;                 // C libraries
  std::unique_ptr<InternalState> internal_state;  // of erts_debug:set_internal_state/2
  std::unique_ptr<DriverState> drivers;           // C code behind ports

 private:
  static constexpr Word kUniqueBlock = 1024;
  const Word id_;  // tells machines of one program apart in a thread's block
  vm::Atomic<Word> unique_blocks_{0};
};

}  // namespace bif
