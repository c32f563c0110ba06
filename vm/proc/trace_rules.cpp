// The thread rules of trace points, as far as a thread can check them: which scheduler runs a
// process is known, which thread holds a port's lock is not.
#include "vm/proc/exit.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"

namespace vm::detail {

bool obeys_rule(TraceRule rule, const Process& p) {
  switch (rule) {
    case TraceRule::kOwner:
      return p.scheduler == Scheduler::current();
    case TraceRule::kExclusive:
      return p.scheduler == nullptr || is_exiting(p) || p.vm.schedulers == nullptr;
    case TraceRule::kPort:
    case TraceRule::kScheduler:
      return false;
  }
  VM_UNREACHABLE();
}

bool obeys_rule(TraceRule rule, const PortTracee&) { return rule == TraceRule::kPort; }

bool obeys_rule(TraceRule rule, const Vm&) {
  return rule == TraceRule::kScheduler && Scheduler::current() != nullptr;
}

}  // namespace vm::detail
