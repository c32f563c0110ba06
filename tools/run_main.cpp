// The first process is sonde_boot's; from there on the machine is Erlang.
#include "tools/run_main.h"

#include "vm/port/port_table.h"
#include "vm/proc/spawn.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

namespace tools {

int run_main(vm::Vm& vm, MainRequest request) {
  {
    // The process gets a copy, so that nothing here outlives the program's code.
    vm::HeapBuilder builder(vm::Word{64});
    const vm::Term start = main_request_term(vm, builder, std::move(request));
    const vm::Term first = vm::spawn_first(vm, vm::am::sonde_boot, vm::am::start,
                                           builder.cons(start, vm::Term::nil()), vm::Term::none());
    vm.port_table->open_forker(first);
  }
  vm.schedulers->start();
  return vm.schedulers->run_until_halt();
}

}  // namespace tools
