// The parts of BifState, and what ends them.
#include "bif/state.h"

#include "bif/code/internal_state.h"
#include "bif/data/re_patterns.h"
#include "bif/driver/driver_state.h"
#include "bif/net/socket_counts.h"
#include "bif/nif/nif_state.h"
#include "bif/system/processors.h"
#include "vm/sched/scheduler.h"

#include <unistd.h>

namespace bif {

BifState::BifState(Vm& vm)
    : boot(vm.options.code_path),
      nifs(std::make_unique<NifState>(vm)),
      internal_state(std::make_unique<InternalState>()),
      drivers(std::make_unique<DriverState>(vm)),
      patterns(std::make_unique<RePatterns>()),
      sockets(std::make_shared<net::SocketCounts>(vm)),
      processors(std::make_unique<Processors>()) {
  vm.at_stop([this, &vm] {
    // C code that still runs cannot be ended, and may use anything of the machine: all output is
    // written, so the program ends here.
    const bool nifs_ended = nifs->stop();
    if (!drivers->stop() || !nifs_ended) ::_exit(vm.schedulers->status());
    release_nif_machine(vm);
  });
}

BifState::~BifState() = default;

}  // namespace bif
