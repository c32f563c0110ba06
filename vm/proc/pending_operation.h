// PendingOperation: the BIF that a process waits in (operation.h). Invariants:
// Scheduling::waiting is kOperation while the process waits; a wake-up that names another number
// than `wait` is late and has no effect. Ownership: the coroutine and the answer it waited for.
// Threads: the process's own.
#pragma once

#include "vm/code/func_info.h"

#include <memory>

namespace vm {

class Operation;
class OperationRoot;
struct ReplySignal;

struct PendingOperation {
  std::unique_ptr<Operation> coroutine;  // null: none
  Word wait = 0;                         // number of the wait in progress, see wake_operation()
  std::unique_ptr<ReplySignal> reply;    // the answer it waited for
  OperationRoot* roots = nullptr;
  Mfa bif;                            // what a stack trace names should it raise
  const Mfa* suspended_at = nullptr;  // it is suspended there, as others see it (connection_wait.h)
  bool is_protected = false;          // an exit signal waits until it is done (ProtectedOperation)
  bool works_outside = false;         // another thread works for it: status `running`
};

}  // namespace vm
