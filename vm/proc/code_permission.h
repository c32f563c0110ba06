// Waiting for the code modification permission in an Operation: `co_await
// code_modification_permission(p)`.
#pragma once

#include "vm/code/code_mod_permission.h"
#include "vm/proc/operation.h"
#include "vm/proc/process.h"

namespace vm {

/// Awaitable: returns the permission. If the process ends while it waits, it leaves the queue.
class CodePermissionAwaiter {
 public:
  explicit CodePermissionAwaiter(Process& p) : process_(p) {}
  ~CodePermissionAwaiter();
  CodePermissionAwaiter(const CodePermissionAwaiter&) = delete;
  bool await_ready();
  void await_suspend(std::coroutine_handle<>);
  CodeModPermission await_resume();

 private:
  Process& process_;
  CodeModPermissionQueue::Waiter waiter_;
  bool taken_ = false;
};
inline CodePermissionAwaiter code_modification_permission(Process& p) {
  return CodePermissionAwaiter(p);
}

}  // namespace vm
