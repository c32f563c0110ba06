// Making and ending a machine: the order in which its parts need each other.
#include "vm/vm.h"

#include "vm/base/lock_counts.h"
#include "vm/code/catch_table.h"
#include "vm/code/code_mod_permission.h"
#include "vm/code/tables.h"
#include "vm/dist/peers.h"
#include "vm/ets/table_index.h"
#include "vm/heap/literal_memory.h"
#include "vm/io/io.h"
#include "vm/port/port_table.h"
#include "vm/proc/code_purge.h"
#include "vm/proc/heap_defaults.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/null_trace_hooks.h"
#include "vm/proc/persistent_terms.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/unique_integers.h"
#include "vm/sched/microstates.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/sched/wall_time.h"

namespace vm {

Vm::Vm(VmOptions machine_options)
    : options(std::move(machine_options)),
      exports(std::make_unique<ExportTable>()),
      funs(std::make_unique<FunTable>()),
      literals(std::make_unique<LiteralMemory>()),
      catches(std::make_unique<CatchTable>()),
      modules(std::make_unique<ModuleTable>(code_index, *catches, *literals)),
      code_permission(std::make_unique<CodeModPermissionQueue>(*this)),
      code_purge(std::make_unique<CodePurge>(*this)),
      progress(std::make_unique<ThreadProgress>(options.stress_progress)),
      trace(std::make_unique<NullTraceHooks>()),
      processes(std::make_unique<ProcessTable>(*this)),
      registry(std::make_unique<Registry>(*this)),
      schedulers(std::make_unique<SchedulerSet>(*this, options.schedulers)),
      multi_scheduling(std::make_unique<MultiScheduling>(*this)),
      wall_time(std::make_unique<WallTime>()),
      microstates(std::make_unique<Microstates>(*schedulers)),
      node_monitors(std::make_unique<NodeMonitors>()),
      heap_defaults(std::make_unique<HeapDefaults>()),
      unique_integers(std::make_unique<UniqueIntegers>()),
      persistent_terms(std::make_unique<PersistentTerms>(*this)),
      tables(std::make_unique<TableIndex>(*progress)),
      port_table(std::make_unique<PortTable>(*this)),
      ports(port_table.get()),
      io(std::make_unique<Io>(*progress)) {
  node_monitors->set_remote(std::make_unique<Peers>(*this));
}

// Schedulers stop first; then the threads of sockets and io, which may wake schedulers and send
// until then; then processes go, whose ends still report to BIFs and tracing, and tables and
// persistent terms, which may hold the last reference to a trace session; then actions that wait
// for thread progress, which free what all others held.
Vm::~Vm() {
  schedulers->stop();
  port_table->stop();
  io->stop();
  log_lock_counts();
  for (const auto& hook : stop_hooks_) hook();
  Peers::of(*this).stop();
  schedulers.reset();
  processes.reset();
  tables.reset();
  persistent_terms.reset();
}

void Vm::on_process_exit(Process& p) {
  tables->process_exited(p);
  node_monitors->process_exited(p);
  Peers::of(*this).process_exited(p);
  multi_scheduling->process_exited(p);
  wall_time->process_exited(p);
  for (const auto& hook : process_exit_hooks_) hook(p);
}

void Vm::at_stop(std::function<void()> hook) { stop_hooks_.push_back(std::move(hook)); }

void Vm::at_process_exit(std::function<void(Process&)> hook) {
  process_exit_hooks_.push_back(std::move(hook));
}

}  // namespace vm
