// The parts of a Process that are plain data, each with the threads that may touch it. Parts with a
// protocol of their own have their own headers: message_queue.h, scheduling.h, pending_operation.h,
// parked_registers.h, signal.h (the in-queue).
//
// "Its own thread" is the thread that runs the process: a scheduler between taking it from a run
// queue and leaving it, or, before the process is published and after its last time slice, the
// thread that creates or frees it.
#pragma once

#include "vm/base/atomic.h"
#include "vm/code/func_info.h"
#include "vm/code/generic_bp.h"
#include "vm/term/atom_table.h"

namespace vm {

struct Export;
struct Signal;
class Scheduler;
struct TraceState;   // tracing's data of one tracee; opaque here
struct SeqCounters;  // tracing's counters of sequential tracing; opaque here

/// The machine registers that are saved beside the heap's (heap_top, stack_top). Invariant: between
/// two time slices, and in every C++ function called from Erlang code, all registers are saved
/// here; while a handler runs it has newer values in machine registers. Threads: its own.
struct SavedRegisters {
  Term* x = nullptr;               // x registers in memory: the scheduler's array while running
  CodeAddress ip = nullptr;        // where to continue
  SWord reductions = 0;            // left in this time slice
  unsigned code_index = 0;         // active code generation for this time slice
  unsigned call_index = 0;         // the same for calls of exports, or kSavingCalls
  std::uint32_t live = 0;          // x registers to keep over a yield
  Scheduler* scheduler = nullptr;  // while running
  double* f = nullptr;             // float registers: the scheduler's
};

/// The identity of the process, besides its pid. Threads: its own, except registered_name.
/// Invariant: parent and initial_call stay as they were when the process was published.
struct Identity {
  Atomic<Term> registered_name{Term::none()};  // none() if none; written under the registry's lock,
                                               // read by any thread as advice
  Term group_leader;                           // on its own heap, where it is a pid of another node
  Term parent;                                 // none() for the first process
  Mfa initial_call;
  bool is_system = false;  // the machine ends with it
};

enum class Priority : std::uint8_t { kMax, kHigh, kNormal, kLow };

/// What process_flag/2 and options of spawn set, except the heap's settings (Heap). Threads: its
/// own; `priority` also by the thread that puts the process in a run queue, which has it to itself.
struct ProcessFlags {
  Term error_handler = am::error_handler;  // module called for undefined functions
  Priority priority = Priority::kNormal;
  bool trap_exit = false;
  bool sensitive = false;
  bool async_dist = false;
  bool off_heap_messages = false;
};

/// Exception class as a program sees it.
enum class ExceptionClass : std::uint8_t { kError, kExit, kThrow };

/// The exception in flight between raise() and the handler that catches it.
struct Exception {
  ExceptionClass kind = ExceptionClass::kError;
  bool line_known = false;  // `mfa` is loaded code, and the place of the failure gives its line
  Term reason;
  Term stacktrace;  // none(): to be built from the stack; else a list given by erlang:raise/3 or
                    // already built
  Term arguments;   // arguments of the failing call as a list, or none()
  Term error_info;  // map for the stack trace's {error_info, Map}, or none()
  Mfa mfa;          // function to put on top of the trace (BIF), module none() if none
};

/// How a C++ function called from Erlang code ended, when it returned none().
enum class Outcome : std::uint8_t {
  kValue,
  kRaised,     // Raising::exception is set
  kTrap,       // call Raising::trap_target with the arguments in x0.. instead
  kSuspended,  // the process waits (an Operation, a receive): leave to the scheduler; resumes at
               // the saved address
  kExiting,    // the process must end now
};

/// How the C++ function that the process has called ended, where not with a value. Invariant:
/// outcome is kValue while Erlang code runs. Threads: its own.
struct Raising {
  Exception exception;
  Export* trap_target = nullptr;
  Word catches = 0;  // catch and try in progress on the stack
  Outcome outcome = Outcome::kValue;
};

/// The bitstring that i_bs_begin, bs_init2 or their kin have begun; between them and the last field
/// nothing collects (vm/instr/binary_build.h). Threads: its own.
struct BitstringInProgress {
  Byte* bytes = nullptr;
  Word offset = 0;  // bits from there to the next field
  Word bits = 0;    // size of the fields that have been measured; 0 where none is begun
  Word fields = 0;  // adjacent fields that are read or written at once
  Term result;      // what i_bs_end returns
};

/// The end of the process (exit.h). Invariant: `reason` is set before the state says that the
/// process is exiting, or while is_deferred. Threads: its own.
struct ProcessExit {
  Term reason;
  Signal* unhandled_signals = nullptr;  // out of the in-queue (pause.h); finish_exit() answers them
  bool is_deferred = false;             // to end when the protected operation is done
  bool is_logged = false;               // by an uncaught error: report it to the logger
  bool is_normal = false;               // its initial call has returned
  bool is_reported = false;  // to all: only memory is left, and signals on their way to other nodes
};

/// Tracing's share: words that are tested where tracing is off, and what tracing keeps. Threads:
/// its own (its creator's before); other threads read `flags` as advice.
struct ProcessTracing {
  Atomic<std::uint32_t> flags{0};       // union of all sessions' flags; written from a signal
  bool has_long_queue = false;          // a session knows of a long queue (on_queue_length())
  SessionSet sessions = kEverySession;  // whose call patterns concern this process
  Term seq_token = Term::nil();         // sequential trace token (Q1); `undefined` never
  TraceState* state = nullptr;          // freed by on_process_freed(), as seq_counters
  SeqCounters* seq_counters = nullptr;  // null until the first token
};

}  // namespace vm
