// A signal, and the receiver's place in the run queues.
#include "vm/proc/question.h"

#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/hastened_processes.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/thread_progress.h"
#include "vm/vm.h"

namespace vm {

bool push_urgently(Vm& vm, Term to_pid, std::unique_ptr<Signal> question, Priority priority) {
  // A process of normal priority waits for a low one no longer than for its turn.
  if (priority > Priority::kHigh || !to_pid.is_local_pid())
    return push_signal(vm, to_pid, std::move(question));
  ThreadProgress::Visit visit(*vm.progress);  // so that the receiver is not freed
  HastenedProcesses& hastened = vm.multi_scheduling->hastened();
  hastened.add(to_pid, priority);  // before, so that it is woken right
  const bool is_sent = push_signal(vm, to_pid, std::move(question));
  Process* to = vm.processes->find(to_pid);
  if (is_sent && to != nullptr) {
    hastened.hasten(*to, priority);
  } else {
    hastened.remove(to_pid);
  }
  return is_sent;
}

}  // namespace vm
