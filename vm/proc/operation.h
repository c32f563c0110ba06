// Operation: a BIF that has to wait (for thread progress, for code modification permission, for an
// answer) without occupying its scheduler: a coroutine that runs in the process's context. While it
// waits the process is off the run queues; when it is done, the process continues after the BIF
// call with the operation's result, as if the BIF had returned it.
//
//   Operation set_pattern(Process& p, Change change) {
//     co_await code_modification_permission(p);     // queue of waiting processes
//     ...
//     co_await thread_progress(p);
//     co_return Term::small(count);                 // or p.badarg()
//   }
//   Term trace_function_4(Process& p, const Term* a) { return p.suspend_on(set_pattern(p, ...)); }
//
// Terms that live across a co_await must be kept in PendingOperation::roots (they move when the
// process collects): use OperationRoot. The exception is paused(), for natives over much data:
// while they pause, the process handles no signals and does not collect. Threads: every step runs
// on a scheduler, in the process's context (it is "running" then), never concurrently.
#pragma once

#include "vm/term/term.h"

#include <coroutine>
#include <utility>

namespace vm {

class Process;
struct Vm;

class [[nodiscard]] Operation {
 public:
  struct promise_type {
    Term result;
    bool keeps_terms_in_place = false;  // it pauses, see paused()
    Operation* inner = nullptr;         // which it awaits
    Operation get_return_object() {
      return Operation(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(Term value) { result = value; }
    void unhandled_exception() { VM_UNREACHABLE(); }
  };
  using Handle = std::coroutine_handle<promise_type>;

  Operation(Operation&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Operation& operator=(Operation&&) = delete;
  ~Operation() {
    if (handle_) handle_.destroy();
  }
  /// Runs to the next wait; true when it has finished.
  bool step() {
    promise_type& promise = handle_.promise();
    if (promise.inner != nullptr && !promise.inner->step()) return false;
    promise.inner = nullptr;
    handle_.resume();
    return handle_.done();
  }
  Term result() const { return handle_.promise().result; }
  /// Whether it is in a pause: until its next step nothing may move or change the process's terms.
  bool keeps_terms_in_place() const {
    const promise_type& promise = handle_.promise();
    return promise.inner == nullptr ? promise.keeps_terms_in_place
                                    : promise.inner->keeps_terms_in_place();
  }

  /// Runs `inner`, of the same process, as a part of the operation that awaits it. Returns its
  /// result.
  struct InnerAwaiter {
    Operation& inner;
    bool await_ready() const { return inner.step(); }
    void await_suspend(Handle outer) const noexcept { outer.promise().inner = &inner; }
    Term await_resume() const noexcept { return inner.result(); }
  };
  InnerAwaiter operator co_await() { return {*this}; }

 private:
  explicit Operation(Handle handle) : handle_(handle) {}
  Handle handle_;
};

/// The number of the operation's next wait. A wake-up names the wait it is for, so that a late one
/// of an earlier wait has no effect. The operation takes the number before it asks others to wake
/// it, and then waits, even if it has learned meanwhile that it need not, or skips the wait: the
/// number is the next operation's as well, and a wake-up that comes late would end that one's wait.
Word next_operation_wait(const Process& p);
/// The process does not wait after all: a wake-up for next_operation_wait() is late from now on,
/// and does not end another wait.
void skip_operation_wait(Process& p);

/// Ends the wait `wait` of the operation that process `pid` runs. No effect if the process is gone
/// or no longer waits. Any thread.
void wake_operation(Vm& vm, Term pid, Word wait);

/// Awaitable: continues once wake_operation() is called for it.
struct WakeAwaiter {
  Process& process;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) noexcept;
  void await_resume() const noexcept {}
};
inline WakeAwaiter woken(Process& p) { return {p}; }

/// Awaitable: continues after thread progress (B10).
struct ThreadProgressAwaiter {
  Process& process;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) noexcept;
  void await_resume() const noexcept {}
};
inline ThreadProgressAwaiter thread_progress(Process& p) { return {p}; }

/// Awaitable: continues when the answer to a request made with next_operation_wait() has come (a
/// ReplySignal). Returns its term, moved to the process; none() if the process asked is gone.
struct ReplyAwaiter {
  Process& process;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) noexcept;
  Term await_resume() const noexcept;
};
inline ReplyAwaiter reply(Process& p) { return {p}; }

/// Awaitable: lets other processes run, then continues. For long work.
struct YieldAwaiter {
  Process& process;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) noexcept;
  void await_resume() const noexcept {}
};
inline YieldAwaiter yielded(Process& p) { return {p}; }

/// Awaitable: lets other processes run, then continues, as the process would after a longer call of
/// a native: in between it handles no signals (they wait, exit signals too) and does not collect.
/// So terms in local variables stay valid, and a HeapBuilder may stay open. No lock is held over
/// it. For loops over much data; Pace says when.
struct PauseAwaiter {
  Operation::Handle operation = {};
  bool await_ready() const noexcept { return false; }
  void await_suspend(Operation::Handle handle) noexcept {
    operation = handle;
    handle.promise().keeps_terms_in_place = true;
  }
  void await_resume() const noexcept { operation.promise().keeps_terms_in_place = false; }
};
inline PauseAwaiter paused() { return {}; }

/// Runs what is left of an operation that only pauses, at once, and returns its result. For a
/// native in the place of an operator, whose process cannot leave its scheduler there.
Term finish_without_pauses(Process& p);

/// While it exists, an exit signal that would end the process waits until its operation is done.
/// For changes that must not stop half-way.
class ProtectedOperation {
 public:
  explicit ProtectedOperation(Process& p);
  ~ProtectedOperation();
  ProtectedOperation(const ProtectedOperation&) = delete;

 private:
  Process& process_;
};

/// A term that lives across a co_await: while it exists, a root of the process.
class OperationRoot {
 public:
  OperationRoot(Process& p, Term initial);
  ~OperationRoot();
  OperationRoot(const OperationRoot&) = delete;
  Term get() const { return value; }
  void set(Term t) { value = t; }

  Term value;                      // moved by the collector
  OperationRoot* next = nullptr;   // in PendingOperation::roots
  OperationRoot** link = nullptr;  // what points to this
};

}  // namespace vm
