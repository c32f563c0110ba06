// Process: one Erlang process: saved machine registers, heap, message queue, links and monitors,
// flags, exception in flight. Invariants: between two time slices, and in every C++ function called
// from Erlang code, all registers are saved here (heap_top, stack_top, x registers); the running
// handler holds newer values in machine registers. Ownership: the process table; freed after thread
// progress once it has exited. Threads: everything not marked otherwise is touched by the thread
// that runs the process only.
#pragma once

#include "vm/base/atomic.h"
#include "vm/code/code_index.h"
#include "vm/code/generic_bp.h"
#include "vm/heap/heap.h"
#include "vm/proc/signal.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace vm {

struct Vm;
class Scheduler;
class Operation;
struct ProcessLinks;    // links and monitors, vm/proc/links.h
struct ReceiveMarkers;  // vm/proc/receive.h
struct ReceiveTimer;    // vm/sched/timers.h
struct ReplySignal;     // vm/proc/signal.h
class OperationRoot;    // vm/proc/operation.h
class Dictionary;       // process dictionary, vm/proc/dictionary.h
class SavedCalls;       // vm/proc/saved_calls.h
struct TraceState;      // tracing's data of one tracee; opaque here
struct SeqCounters;     // tracing's counters of sequential tracing; opaque here

enum class Priority : std::uint8_t { kMax, kHigh, kNormal, kLow };

/// Exception class as a program sees it.
enum class ExceptionClass : std::uint8_t { kError, kExit, kThrow };

/// The exception in flight between raise() and the handler that catches it.
struct Exception {
  ExceptionClass kind = ExceptionClass::kError;
  Term reason;
  Term stacktrace;  // none(): to be built from the stack; else a list given by erlang:raise/3 or
                    // already built
  Term arguments;   // arguments of the failing call as a list, or none()
  Term error_info;  // map for the stack trace's {error_info, Map}, or none()
  Mfa mfa;          // function to put on top of the trace (BIF), module none() if none
  bool line_known = false;  // `mfa` is loaded code, and the place of the failure gives its line
};

/// How a C++ function called from Erlang code ended, when it answered none().
enum class Outcome : std::uint8_t {
  kValue,
  kRaised,     // Process::exception is set
  kTrap,       // call Process::trap_target with the arguments in x0.. instead
  kSuspended,  // the process waits (an Operation, a receive): leave to the scheduler; resumes at
               // the saved address
  kExiting,    // the process must end now
};

/// State word bits; changed by atomic read-modify-write only. Running, Queued and Free decide who
/// may put the process in a run queue (any thread, make_runnable()); the rest is written by the
/// process itself and read by others as advice.
enum ProcessState : std::uint32_t {
  kStateRunning = 1,    // on a scheduler
  kStateQueued = 2,     // in a run queue
  kStateSuspended = 8,  // suspend count > 0
  kStateExiting = 16,   // exit_process() was called; exit_reason is set
  kStateFree = 32,      // gone; the pid is dead
};

/// The timeout of the receive in progress. It is read when the receive begins to wait, and never
/// again: waiting keeps no x register, and the operand may be one.
enum class ReceiveTimeout : std::uint8_t {
  kUnread,    // the receive has not waited yet
  kInfinite,  // `infinity`
  kRunning,   // its timer is set
  kElapsed,
};

/// What a process that is not to run waits for. Written by the process itself.
enum class Waiting : std::uint8_t {
  kNothing,    // it has something to run
  kMessage,    // in a receive: continues at `ip` when a message arrives or the receive times out
  kOperation,  // in a BIF that waits (Process::operation)
};

class Process : public Heap {  // the heap's fields come first: handlers reach them at small offsets
 public:
  Process(Vm& vm, Term pid);
  ~Process();

  // --- machine registers beside the heap's (heap_top, stack_top: see Heap) ---
  Term* x = nullptr;               // x registers in memory: the scheduler's array while running
  CodeAddress ip = nullptr;        // where to continue
  SWord reductions = 0;            // left in this slice
  unsigned code_index = 0;         // active code generation for this slice
  unsigned call_index = 0;         // the same for calls of exports, or kSavingCalls
  std::uint32_t live = 0;          // x registers to keep over a yield
  Scheduler* scheduler = nullptr;  // while running
  double* f = nullptr;             // float registers: the scheduler's

  // --- identity ---
  const Term pid;
  Vm& vm;
  Atomic<Term> registered_name{Term::none()};  // none() if none; written under the registry's lock
  Term group_leader;                           // on its own heap, where it is a pid of another node
  Term parent;
  Mfa initial_call;
  Export* trap_target = nullptr;
  Priority priority = Priority::kNormal;
  bool trap_exit = false;
  bool sensitive = false;
  bool async_dist = false;
  bool off_heap_messages = false;
  bool has_long_queue = false;  // tracing has told somebody of a long queue (on_queue_length())
  bool hibernated = false;
  bool ended_normally = false;
  bool exit_deferred = false;  // exit_reason is set; to end when the protected operation is done
  bool log_exit = false;       // the exit is an uncaught error: report it to the logger
  bool operation_protected = false;  // an exit signal waits until the operation is done
  bool works_outside = false;  // its operation is work for it on another thread: it is said to run
  Waiting waiting = Waiting::kNothing;
  std::uint32_t suspend_count = 0;
  Word total_reductions = 0;  // of finished slices
  Word catches = 0;
  Term exit_reason;  // set when kStateExiting

  // --- raising ---
  Exception exception;
  Outcome outcome = Outcome::kValue;

  Mfa waiting_bif;  // the BIF that waits in an operation: what a stack trace names should it raise

  // --- the bitstring that i_bs_begin, bs_init2 or their kin have begun; between them and the last
  // field nothing collects (vm/instr/binary_build.h) ---
  Byte* building = nullptr;
  Word building_offset = 0;  // bits from there to the next field
  Word building_bits = 0;    // size of the fields that have been measured; 0 where none is begun
  Term building_result;      // what i_bs_end answers

  // --- messages and other signals ---
  Atomic<std::uint32_t> state{0};  // ProcessState bits
  SignalInQueue in_queue;
  Signal* unhandled_signals = nullptr;  // taken from the in-queue, but the process exits
  Message* queue_first = nullptr;       // fetched messages, in order
  Message** queue_last = &queue_first;
  Message** queue_save = &queue_first;  // where the receive in progress looks next
  Word queue_length = 0;
  std::unique_ptr<ReceiveMarkers> receive_markers;  // vm/proc/receive.h
  Term seq_token = Term::nil();                 // sequential trace token (Q1); `undefined` never
  std::unique_ptr<ReceiveTimer> receive_timer;  // made with the first timeout; vm/sched/timers.h
  ReceiveTimeout receive_timeout = ReceiveTimeout::kUnread;

  // --- a BIF that waits; vm/proc/operation.h ---
  std::unique_ptr<Operation> operation;
  Word operation_wait =
      0;  // number of the wait in progress, odd while it waits; see wake_operation()
  std::unique_ptr<ReplySignal> operation_reply;  // the answer it waited for
  OperationRoot* operation_roots = nullptr;

  // --- scheduling ---
  Process* run_queue_next = nullptr;  // under the lock of the run queue it is in
  Term error_handler;                 // module called for undefined functions
  static constexpr std::uint32_t kParkedInline = 6;
  Term parked_inline[kParkedInline];  // x registers while the process is not running (x points
                                      // here, or to parked_x)
  Term* parked_x = nullptr;           // room for more of them
  std::uint32_t parked_capacity = 0;
  /// Room for `count` parked registers; its contents are not kept when it grows.
  Term* parked_room(std::uint32_t count);

  std::unique_ptr<ProcessLinks> links;
  std::unique_ptr<Dictionary> dictionary;   // null until the first put/2
  std::unique_ptr<SavedCalls> saved_calls;  // null unless process_flag(save_calls) asks for it

  /// May own ets tables, or fixate some (set by itself or by who gives it a table; never cleared).
  Atomic<bool> uses_tables{false};

  // --- tracing's share (STYLE 11): two words and a pointer ---
  Atomic<std::uint32_t> trace_flags{0};  // union of all sessions' flags; written by the process
                                         // itself (from a signal) or its creator
  SessionSet trace_sessions = kEverySession;  // sessions that want to hear of its calls; written
                                              // and read by the process itself
  TraceState* trace_state = nullptr;
  SeqCounters* seq_counters = nullptr;  // null until the first token; freed by on_process_freed()

  // --- raising; each answers none() so that a BIF can `return p.badarg();` ---
  Term raise(ExceptionClass kind, Term reason);
  Term error(Term reason) { return raise(ExceptionClass::kError, reason); }
  Term badarg();
  Term badarith();
  Term system_limit();
  Term badmap(Term value);  // {badmap, V}
  Term badkey(Term key);    // {badkey, K}
  Term undef();
  Term notsup();
  /// badarg with an error_info map naming the cause, e.g. for ets and binary.
  Term badarg_because(Term cause);
  /// Calls `target` with `arguments` in place of the running BIF (the BIF's result is the call's).
  Term trap(Export& target, std::initializer_list<Term> arguments);
  bool has_raised() const { return outcome == Outcome::kRaised; }
  /// Runs `started` to its first wait. If it is done then, the answer is its result; else the
  /// process leaves its scheduler (none(), kSuspended) and continues when it is done, with its
  /// result (or exception). No HeapBuilder of the process may be live.
  Term suspend_on(std::unique_ptr<Operation> started);
  Term suspend_on(Operation started);
  void use_reductions(SWord count) { reductions -= count; }
  /// From here on, within this slice too, the process calls the code that is loaded now. Forward
  /// only: what it leaves is kept until thread progress.
  void see_newest_code();
  /// Where its calls of exports go, by `code_index` and `saved_calls`.
  void choose_call_index() { call_index = saved_calls == nullptr ? code_index : kSavingCalls; }
};

/// Makes room for `need` words below the stack, keeping x0 .. x(live-1), the stack and all roots of
/// the process. May collect (and always moves under --stress=gc). Registers must be saved.
void collect_garbage(Process& p, Word need, std::uint32_t live);
/// The same with the caller's own terms kept and updated.
void collect_garbage(Process& p, Word need, std::uint32_t live, std::span<Term> roots);
/// erlang:garbage_collect/0,1: a full collection, now.
void collect_all_garbage(Process& p, std::uint32_t live);
/// Visits every term the process holds outside its heap, stack and x registers (dictionary,
/// exception in flight, operation ...).
void visit_process_roots(Process& p, RootVisitor& visitor);

}  // namespace vm
