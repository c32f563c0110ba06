// CodeModPermission: the right to change code or breakpoints, one holder at a time in the whole
// machine. The right is a value: what needs it asks for a `const CodeModPermission&`, and giving it
// up is the value's destructor. A process that cannot have it at once waits in a queue, off the run
// queues, and is handed it (no barging: first come, first served); no thread ever blocks for it. In
// an Operation:
//     CodeModPermission permission = co_await code_modification_permission(p);   //
//     vm/proc/code_permission.h
// Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/term/term.h"

#include <utility>

namespace vm {

struct Vm;
class CodeModPermissionQueue;

class [[nodiscard]] CodeModPermission {
 public:
  CodeModPermission(CodeModPermission&& other) noexcept
      : queue_(std::exchange(other.queue_, nullptr)) {}
  CodeModPermission& operator=(CodeModPermission&&) = delete;
  /// Passes the right to the process that has waited longest.
  ~CodeModPermission();

 private:
  friend class CodeModPermissionQueue;
  explicit CodeModPermission(CodeModPermissionQueue& queue) : queue_(&queue) {}
  CodeModPermissionQueue* queue_;
};

class CodeModPermissionQueue {
 public:
  explicit CodeModPermissionQueue(Vm& vm) : vm_(vm) {}
  CodeModPermissionQueue(const CodeModPermissionQueue&) = delete;

  /// One process's place in the queue; lives in its Operation.
  struct Waiter {
    Term pid;
    Word wait = 0;  // number of the operation's wait
    Waiter* next = nullptr;
    bool is_queued = false;
    bool is_granted = false;  // handed over, not yet picked up
  };

  /// The right, where nobody has it (before processes run: always).
  bool try_take() VM_EXCLUDES(mutex_);
  /// As a value, after try_take() or grant.
  CodeModPermission make_right() { return CodeModPermission(*this); }
  /// Takes it or gets in line: true if it was free.
  bool take_or_queue(Waiter& waiter) VM_EXCLUDES(mutex_);
  /// The waiter picks up what it was handed; false if it was not (woken for another reason).
  bool pick_up(Waiter& waiter) VM_EXCLUDES(mutex_);
  /// The waiter ends while it waits: out of line, or what it was handed goes on.
  void cancel(Waiter& waiter) VM_EXCLUDES(mutex_);
  bool is_held() const VM_EXCLUDES(mutex_);

 private:
  friend class CodeModPermission;
  void release() VM_EXCLUDES(mutex_);

  Vm& vm_;
  mutable Mutex mutex_{LockRank::kCodeModPermission};
  bool held_ VM_GUARDED_BY(mutex_) = false;
  Waiter* first_ VM_GUARDED_BY(mutex_) = nullptr;
  Waiter* last_ VM_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace vm
