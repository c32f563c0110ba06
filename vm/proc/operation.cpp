// A wait begins with a new number and ends when a signal that names it is handled. Signals are
// handled between steps, so none that was sent before the step ended can be lost.
#include "vm/proc/operation.h"

#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"
#include "vm/vm.h"

namespace vm {
namespace {

void begin_wait(Process& p) {
  ++p.operation.wait;
  p.sched.waiting = Waiting::kOperation;
}

struct WakeSignal : CallSignal {
  explicit WakeSignal(Word w) : CallSignal(&wake), wait(w) {}
  Word wait;
  static void wake(Process& p, CallSignal& self) {
    const Word wait = static_cast<WakeSignal&>(self).wait;
    VM_ASSERT(wait <= p.operation.wait, "an operation waits for each wake-up that it asks for");
    if (wait == p.operation.wait) p.sched.end_wait(Waiting::kOperation);
  }
};

}  // namespace

Word next_operation_wait(const Process& p) { return p.operation.wait + 1; }

void skip_operation_wait(Process& p) { ++p.operation.wait; }

void wake_operation(Vm& vm, Term pid, Word wait) {
  push_signal(vm, pid, std::make_unique<WakeSignal>(wait));
}

void WakeAwaiter::await_suspend(std::coroutine_handle<>) noexcept { begin_wait(process); }

void ThreadProgressAwaiter::await_suspend(std::coroutine_handle<>) noexcept {
  begin_wait(process);
  process.vm.progress->later([vm = &process.vm, pid = process.pid, wait = process.operation.wait] {
    wake_operation(*vm, pid, wait);
  });
}

void ReplyAwaiter::await_suspend(std::coroutine_handle<>) noexcept { begin_wait(process); }

Term ReplyAwaiter::await_resume() const noexcept {
  std::unique_ptr<ReplySignal> answer = std::move(process.operation.reply);
  if (answer == nullptr) return Term::none();
  process.adopt(std::exchange(answer->fragment, nullptr));
  return answer->value;
}

void YieldAwaiter::await_suspend(std::coroutine_handle<>) noexcept {}

Term finish_without_pauses(Process& p) {
  const std::unique_ptr<Operation> rest = std::move(p.operation.coroutine);
  p.raising.outcome = Outcome::kValue;
  while (!rest->step())
    VM_ASSERT(rest->keeps_terms_in_place(), "natives like operators only pause");
  return rest->result();
}

ProtectedOperation::ProtectedOperation(Process& p) : process_(p) {
  p.operation.is_protected = true;
}
ProtectedOperation::~ProtectedOperation() { process_.operation.is_protected = false; }

OperationRoot::OperationRoot(Process& p, Term initial)
    : value(initial), next(p.operation.roots), link(&p.operation.roots) {
  if (next != nullptr) next->link = &next;
  p.operation.roots = this;
}

OperationRoot::~OperationRoot() {
  *link = next;
  if (next != nullptr) next->link = link;
}

}  // namespace vm
