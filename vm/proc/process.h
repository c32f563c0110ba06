// Process: one Erlang process, made of parts (process_parts.h and the headers of those with a
// protocol). Each part says which threads may touch it; what is not marked belongs to the process's
// own thread. Invariant: all roots of the collector are in the stack, the x registers and
// visit_process_roots(). Ownership: the process table; freed after thread progress once it has
// ended.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/owned_by.h"
#include "vm/code/code_index.h"
#include "vm/heap/heap.h"
#include "vm/proc/message_queue.h"
#include "vm/proc/parked_registers.h"
#include "vm/proc/pending_operation.h"
#include "vm/proc/process_parts.h"
#include "vm/proc/receive_timeout.h"
#include "vm/proc/scheduling.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace vm {

struct Vm;
struct ProcessLinks;  // links and monitors, vm/proc/links.h
class Dictionary;     // process dictionary, vm/proc/dictionary.h
class SavedCalls;     // vm/proc/saved_calls.h

// The bases come first: native code reaches x, call_index, heap_top and stack_top at offsets of one
// byte.
class Process : public SavedRegisters, public Heap {
 public:
  Process(Vm& vm, Term pid);
  ~Process();

  const Term pid;
  Vm& vm;
  Identity identity;
  ProcessFlags flags;
  Raising raising;
  BitstringInProgress building;
  Scheduling sched;
  PendingOperation operation;
  ProcessExit exit;
  ProcessTracing tracing;

  SignalInQueue in_queue;  // any thread pushes
  MessageQueue messages;   // fetched from the in-queue
  ReceiveTimeout timeout;  // of the receive in progress
  ParkedRegisters parked;  // x registers between two time slices

  std::unique_ptr<ProcessLinks> links;      // null until the first link or monitor
  std::unique_ptr<Dictionary> dictionary;   // null until the first put/2
  std::unique_ptr<SavedCalls> saved_calls;  // null unless process_flag(save_calls) asks for it

  /// May own ets tables, or fixate some. Set by its own thread or by one that gives it a table;
  /// never cleared.
  Atomic<bool> uses_tables{false};
  /// Message timers for it may be set. Set by the threads that set such timers; never cleared.
  Atomic<bool> has_timers{false};

  // --- raising; each returns none() so that a BIF can `return p.badarg();` ---
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
  bool has_raised() const { return raising.outcome == Outcome::kRaised; }
  /// Runs `started` to its first wait. If it is done then, returns its result; otherwise the
  /// process leaves its scheduler (none(), kSuspended) and continues with its result (or exception)
  /// when it is done. No HeapBuilder of the process may be live.
  Term suspend_on(std::unique_ptr<Operation> started);
  Term suspend_on(Operation started);
  /// Builds with asserts stop where the calling thread runs another process.
  void assert_own_thread() const {
    VM_ASSERT(CurrentOwner<Process>::get() == nullptr || CurrentOwner<Process>::get() == this,
              "a process is changed by the thread that runs it");
  }
  /// A time slice begins: the kept x registers move to the scheduler's array `scheduler_x`, where
  /// they are until park_registers().
  void unpark_registers(Term* scheduler_x, double* scheduler_f);
  /// The time slice ends: x0 .. x(live-1) move to the process; none where it is exiting.
  void park_registers();
  void use_reductions(SWord count) { reductions -= count; }
  /// From now on, within this time slice too, the process calls the code that is loaded now.
  /// Forward only: the code it leaves is kept until thread progress.
  void see_newest_code();
  /// Sets where its calls of exports go, by `code_index` and `saved_calls`.
  void choose_call_index() { call_index = saved_calls == nullptr ? code_index : kSavingCalls; }
};

/// Makes room for `need` words below the stack, keeping x0 .. x(live-1), the stack and all roots of
/// the process. May collect (and always moves under --stress=gc). Registers must be saved.
void collect_garbage(Process& p, Word need, std::uint32_t live);
/// The same with the caller's own terms kept and updated.
void collect_garbage(Process& p, Word need, std::uint32_t live, std::span<Term> roots);
/// Collects after a BIF and returns its result, which may have moved. No other x register is kept.
Term collect_after_bif(Process& p, Term result);
/// The result of a BIF, after which the process collects where it wants that; none() as it is.
inline Term collected(Process& p, Term result) {
  if (result.is_none() || !p.wants_collection()) [[likely]]
    return result;
  return collect_after_bif(p, result);
}
/// erlang:garbage_collect/0,1: a full collection, now.
void collect_all_garbage(Process& p, std::uint32_t live);
/// Visits every term the process holds outside its heap, stack and x registers (dictionary,
/// exception in flight, operation ...).
void visit_process_roots(Process& p, RootVisitor& visitor);

}  // namespace vm
