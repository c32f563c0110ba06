// Each scheduler keeps its own time; here they are asked one after the other.
#include "vm/sched/thread_times.h"

#include "vm/sched/scheduler.h"

namespace vm {

AllThreadTimes scheduler_times(SchedulerSet& schedulers) {
  AllThreadTimes all;
  for (unsigned i = 0; i < schedulers.count(); ++i) {
    const SchedulerTimes times = schedulers[i].times();
    all.push_back({ThreadKind::kScheduler, times.at_ns, times.asleep_ns, times.collecting_ns});
  }
  return all;
}

}  // namespace vm
