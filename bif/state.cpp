// Numbers that are given once, and the making of the parts.
#include "bif/state.h"

#include "bif/boot_state.h"
#include "bif/code/internal_state.h"
#include "bif/driver/driver_state.h"
#include "bif/nif/nif_state.h"
#include "bif/system/microstates.h"
#include "bif/system/wall_time.h"
#include "vm/sched/scheduler.h"

#include <unistd.h>

namespace bif {

namespace {

/// The rest of the block of unique numbers that this thread took last.
struct UniqueBlock {
  Word owner = 0;
  Word next = 0;
  Word end = 0;
};
thread_local constinit UniqueBlock unique_block;

vm::Atomic<Word> state_ids{0};

}  // namespace

BifState::BifState(Vm& vm)
    // relaxed: the value alone matters.
    : settings(std::make_unique<vm::PersistentTerms>(vm)),
      boot(std::make_unique<BootState>(vm.options.code_path)),
      microstates(std::make_unique<Microstates>()),
      wall_time(std::make_unique<WallTime>()),
      nifs(std::make_unique<NifState>(vm)),
      internal_state(std::make_unique<InternalState>()),
      drivers(std::make_unique<DriverState>(vm)),
      id_(state_ids.fetch_add(1, vm::kRelaxed) + 1) {
  vm.at_process_exit([this](Process& p) { wall_time->process_exited(p); });
  vm.at_stop([this, &vm] {
    // C code that still runs cannot be ended, and may use anything of the machine: all output is
    // written, so the program ends here.
    const bool nifs_ended = nifs->stop();
    if (!drivers->stop() || !nifs_ended) ::_exit(vm.schedulers->status());
    release_nif_machine(vm);
  });
}
BifState::~BifState() = default;

Word BifState::take_unique() {
  UniqueBlock& block = unique_block;
  if (block.owner != id_ || block.next == block.end) {
    // relaxed: blocks differ, that is all.
    const Word first = unique_blocks_.fetch_add(1, vm::kRelaxed) * kUniqueBlock;
    block = {id_, first, first + kUniqueBlock};
  }
  return block.next++;
}

}  // namespace bif
