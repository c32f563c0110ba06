// Numbers that are given once, and the making of the parts.
#include "bif/state.h"

#include "bif/boot_state.h"
#include "bif/microstates.h"
#include "bif/multi_scheduling.h"
#include "bif/node_monitors.h"
#include "bif/persistent_terms.h"
#include "bif/ports/port_table.h"
#include "bif/wall_time.h"

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
    : persistent_terms(std::make_unique<PersistentTerms>(vm)),
      settings(std::make_unique<PersistentTerms>(vm)),
      ports(std::make_unique<PortTable>(vm)),
      boot(std::make_unique<BootState>(*vm.progress, vm.options.code_path)),
      microstates(std::make_unique<Microstates>()),
      node_monitors(std::make_unique<NodeMonitors>()),
      wall_time(std::make_unique<WallTime>()),
      multi_scheduling(std::make_unique<MultiScheduling>(vm)),
      id_(state_ids.fetch_add(1, vm::kRelaxed) + 1) {}
BifState::~BifState() = default;

void BifState::stop_threads() {
  boot->file_threads.stop();
  boot->io.stop();
}

void BifState::on_process_exit(Process& p) {
  tables.process_exited(p);
  node_monitors->process_exited(p);
  wall_time->process_exited(p);
  multi_scheduling->process_exited(p);
}

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
