// RunState and Scheduling: whether a process runs, waits for a scheduler, waits for an event, is
// suspended or has ended. vm/sched/README.md argues why no wake-up is lost.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

namespace vm {

class Process;

/// One word of bits. Invariants: of kRunning and kQueued at most one is set; a thread that sets
/// kQueued puts the process in a run queue, and has it to itself until then; kEnded is never
/// cleared. Threads: any for try_queue() and the questions, which are advice for other threads than
/// its own; see each change.
class RunState {
 public:
  /// From neither running, queued nor ended to queued; false: it is one of them. Any thread; on
  /// true the caller puts the process in a run queue.
  bool try_queue() {
    // seq_cst: pairs with end_running(), after which the scheduler looks at the in-queue.
    std::uint32_t bits = bits_.load(kSeqCst);
    while ((bits & (kRunning | kQueued | kEnded)) == 0) {
      if (bits_.compare_exchange_weak(bits, bits | kQueued, kSeqCst, kSeqCst)) return true;
    }
    return false;
  }
  /// From queued to running. By the scheduler that has taken the process from a run queue.
  void begin_running() {
    // acquire: what the last scheduler and the waker wrote; pairs with requeue(), end_running() and
    // try_queue()
    bits_.fetch_xor(kQueued | kRunning, kAcqRel);
  }
  /// From running to queued: it has more to run. By its scheduler, which puts it in a run queue.
  void requeue() { bits_.fetch_xor(kRunning | kQueued, kAcqRel); }  // release: begin_running()
  /// From running to waiting. By its scheduler, which then looks at the in-queue: a sender that
  /// pushed before that look and saw the process running leaves the wake-up to the scheduler.
  void end_running() { bits_.fetch_and(~kRunning, kSeqCst); }

  /// By its own thread.
  void set_suspended(bool is_suspended) {
    // relaxed: read by its own thread; advice for others
    if (is_suspended) {
      bits_.fetch_or(kSuspended, kRelaxed);
    } else {
      bits_.fetch_and(~kSuspended, kRelaxed);
    }
  }
  /// exit_process() was called. By its own thread.
  void set_exiting() {
    // seq_cst: Registry::register_process() sees this, or finish_exit() sees the name.
    bits_.fetch_or(kExiting, kSeqCst);
  }
  /// The pid is dead, and no thread queues the process any more. By its own thread.
  void set_ended() {
    bits_.fetch_or(kEnded, kRelease);  // release: pairs with try_queue()
  }

  // relaxed, all three: written by its own thread; advice for others
  bool is_exiting() const { return (bits_.load(kRelaxed) & kExiting) != 0; }
  bool is_suspended() const { return (bits_.load(kRelaxed) & kSuspended) != 0; }
  bool may_run() const { return (bits_.load(kRelaxed) & (kExiting | kSuspended)) == 0; }
  /// Whether exit_process() was called, as other threads ask: the caller names the order.
  bool is_exiting_or_ended(MemoryOrder order) const {
    return (bits_.load(order) & (kExiting | kEnded)) != 0;
  }

 private:
  static constexpr std::uint32_t kRunning = 1;    // on a scheduler
  static constexpr std::uint32_t kQueued = 2;     // in a run queue, or about to be
  static constexpr std::uint32_t kSuspended = 4;  // Scheduling::suspend_count > 0
  static constexpr std::uint32_t kExiting = 8;
  static constexpr std::uint32_t kEnded = 16;

  Atomic<std::uint32_t> bits_{0};
};

/// What a process that is not to run waits for.
enum class Waiting : std::uint8_t {
  kNothing,    // it has something to run
  kMessage,    // in a receive: continues at `ip` when a message arrives or the receive times out
  kOperation,  // in a BIF that waits (PendingOperation)
};

/// Threads: its own, except `state` and `run_queue_next`.
struct Scheduling {
  RunState state;
  std::uint32_t suspend_count = 0;  // state.is_suspended() is suspend_count > 0
  Waiting waiting = Waiting::kNothing;
  bool hibernated = false;
  Process* run_queue_next = nullptr;  // under the lock of the run queue that it is in
  Word total_reductions = 0;          // of finished time slices

  /// The process does not run after the time slice it is in, until resume() was called as often.
  void suspend() {
    ++suspend_count;
    state.set_suspended(true);
  }
  /// Undoes one suspend(). Whether the process may run again by it.
  bool resume() {
    if (suspend_count == 0 || --suspend_count > 0) return false;
    state.set_suspended(false);
    return true;
  }
  /// Ends the wait for `event`, if that is what the process waits for.
  void end_wait(Waiting event) {
    if (waiting == event) waiting = Waiting::kNothing;
  }
};

}  // namespace vm
