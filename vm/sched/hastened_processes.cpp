// A map under a lock, and the search in the run queues.
#include "vm/sched/hastened_processes.h"

#include "vm/proc/process_table.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm {

void HastenedProcesses::add(Term pid, Priority priority) {
  MutexLock lock(mutex_);
  const auto [entry, is_new] = priorities_.try_emplace(pid.bits(), priority);
  if (!is_new) entry->second = std::min(entry->second, priority);
  count_.store(priorities_.size(), kRelaxed);  // relaxed: see the readers
}

bool HastenedProcesses::erase(Term pid) {
  MutexLock lock(mutex_);
  const bool was_there = priorities_.erase(pid.bits()) != 0;
  count_.store(priorities_.size(), kRelaxed);  // relaxed: see the readers
  return was_there;
}

Priority HastenedProcesses::look_up(const Process& p) const {
  MutexLock lock(mutex_);
  const auto found = priorities_.find(p.pid.bits());
  return found == priorities_.end() ? p.flags.priority : std::min(found->second, p.flags.priority);
}

void HastenedProcesses::hasten(Process& p, Priority priority) {
  Vm& vm = p.vm;
  // Once more: its scheduler may have removed it before the question was there.
  add(p.pid, priority);
  const Scheduler* own = Scheduler::current();
  // A process that the question has woken is in the queue of the thread that asked.
  if (own != nullptr && &own->vm == &vm && vm.schedulers->operator[](own->index).queue.raise(p))
    return;
  for (unsigned i = 0; i < vm.schedulers->count(); ++i) {
    if ((*vm.schedulers)[i].queue.raise(p)) return;
    if (vm.multi_scheduling->bound().queue(i).raise(p)) return;
  }
  // In no queue: it runs, or has waited and was run meanwhile, or is on its way into a queue, where
  // its entry counts. An ended process is removed by the one of the two that comes last.
  if (vm.processes->find(p.pid) == nullptr) erase(p.pid);
}

}  // namespace vm
