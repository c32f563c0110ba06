// CodeModPermission: the right to change code or breakpoints. A machine has at most one holder at a
// time. The right is a value: a function that needs it takes a `const CodeModPermission&`, and the
// destructor of the value passes the right on. A process that cannot get it at once is suspended in
// a queue, in order of arrival; no thread ever blocks for it. In an Operation
// (vm/proc/code_permission.h):
//
//     CodeModPermission permission = co_await code_modification_permission(p);
//
// Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/term/term.h"

#include <utility>

namespace vm {

struct Vm;
class CodeModPermissionQueue;

/// The right, held by the owner of the value.
class [[nodiscard]] CodeModPermission {
 public:
  CodeModPermission(CodeModPermission&& other) noexcept
      : queue_(std::exchange(other.queue_, nullptr)) {}
  CodeModPermission& operator=(CodeModPermission&&) = delete;
  /// Passes the right to the process that has waited longest, if there is one.
  ~CodeModPermission();

 private:
  friend class CodeModPermissionQueue;
  explicit CodeModPermission(CodeModPermissionQueue& queue) : queue_(&queue) {}
  CodeModPermissionQueue* queue_;
};

/// The state of the right, and the processes that wait for it. Ownership: the Vm.
class CodeModPermissionQueue {
 public:
  explicit CodeModPermissionQueue(Vm& vm) : vm_(vm) {}
  CodeModPermissionQueue(const CodeModPermissionQueue&) = delete;

  /// An entry of the queue for one process. It is part of the process's Operation.
  struct Waiter {
    Term pid;
    Word wait = 0;  // the number of the operation's wait
    Waiter* next = nullptr;
    bool is_queued = false;
    bool is_granted = false;  // granted, but not picked up yet
  };

  /// Takes the right if it is free, and returns true if it was. Always succeeds before processes
  /// run.
  bool try_take() VM_EXCLUDES(mutex_);
  /// Makes the value of a right that was taken or granted.
  CodeModPermission make_right() { return CodeModPermission(*this); }
  /// Takes the right and returns true if it is free; otherwise adds `waiter` to the queue.
  bool take_or_queue(Waiter& waiter) VM_EXCLUDES(mutex_);
  /// Called when the waiting process runs again. Returns true if the right was granted to it; false
  /// if it was woken for another reason.
  bool pick_up(Waiter& waiter) VM_EXCLUDES(mutex_);
  /// Called when the waiting process ends. Removes it from the queue; if the right was granted to
  /// it already, passes the right on.
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
