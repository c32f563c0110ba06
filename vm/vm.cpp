// Making and ending a machine: the order in which its parts need each other.
#include "vm/vm.h"

#include "vm/code/catch_table.h"
#include "vm/code/code_mod_permission.h"
#include "vm/code/tables.h"
#include "vm/heap/literal_memory.h"
#include "vm/proc/code_purge.h"
#include "vm/proc/null_trace_hooks.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"

namespace vm {

Vm::Vm(VmOptions machine_options)
    : options(std::move(machine_options)),
      exports(std::make_unique<ExportTable>()),
      funs(std::make_unique<FunTable>()),
      literals(std::make_unique<LiteralMemory>()),
      catches(std::make_unique<CatchTable>()),
      modules(std::make_unique<ModuleTable>(code_index, *exports, *catches, *literals)),
      code_permission(std::make_unique<CodeModPermissionQueue>(*this)),
      code_purge(std::make_unique<CodePurge>(*this)),
      progress(std::make_unique<ThreadProgress>(options.stress_progress)),
      trace(std::make_unique<NullTraceHooks>()),
      processes(std::make_unique<ProcessTable>(*this)),
      registry(std::make_unique<Registry>(*this)),
      schedulers(std::make_unique<SchedulerSet>(*this, options.schedulers)) {}

// Schedulers stop first; then the extensions' threads, which may still wake schedulers and send
// until then; then processes go, whose ends still report to BIFs and tracing; then
// actions that wait for thread progress, which free what everybody else held.
Vm::~Vm() {
  schedulers->stop();
  for (Extension* extension : {bifs.get(), engines.get(), tracing.get()}) {
    if (extension != nullptr) extension->stop_threads();
  }
  schedulers.reset();
  processes.reset();
}

}  // namespace vm
