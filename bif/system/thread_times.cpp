// Each thread keeps its own time; here they are asked one after the other.
#include "bif/system/thread_times.h"

#include "vm/io/io.h"
#include "vm/sched/scheduler.h"

namespace bif {

std::vector<ThreadTimes> thread_times(Vm& vm) {
  std::vector<ThreadTimes> all;
  vm::SchedulerSet& schedulers = *vm.schedulers;
  for (unsigned i = 0; i < schedulers.count(); ++i) {
    const vm::SchedulerTimes times = schedulers[i].times();
    all.push_back({ThreadKind::kScheduler, times.at_ns, times.asleep_ns, times.collecting_ns});
  }
  for (const SWord busy_ns : vm.io->file_threads.busy_times()) {
    const SWord now_ns = schedulers.clock().monotonic_ns();
    all.push_back({ThreadKind::kDirtyIo, now_ns, now_ns - busy_ns, 0});
  }
  return all;
}

}  // namespace bif
