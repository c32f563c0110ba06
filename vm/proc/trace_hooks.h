// The seam between the machine and tracing (STYLE 11). The machine reports through one line per
// event; what it knows of tracing is a flag word per process. TraceHooks is implemented by tracing/
// and by a no-op for machines without it. Threads: hooks run on the scheduler of the process they
// are about, in its context; those of a port in the context of whoever does something to it, under
// its lock.
#pragma once

#include "vm/base/trace_switch.h"
#include "vm/proc/port_tracee.h"
#include "vm/proc/process.h"
#include "vm/vm.h"

#include <string_view>

namespace vm {

/// Union over sessions, in Process::trace_flags. Option atoms and contract rows are in
/// tracing/flags.def.
enum TraceFlag : std::uint32_t {
  kTraceSend = 1u << 0,
  kTraceReceive = 1u << 1,
  kTraceCall = 1u << 2,
  kTraceProcs = 1u << 3,
  kTraceRunning = 1u << 4,
  kTraceGarbageCollection = 1u << 5,
  kTraceSetOnSpawn = 1u << 6,
  kTraceSetOnFirstSpawn = 1u << 7,
  kTraceSetOnLink = 1u << 8,
  kTraceSetOnFirstLink = 1u << 9,
  kTraceReturnTo = 1u << 10,
  kTraceSilent = 1u << 11,
  kTraceExiting = 1u << 12,
  kTracePorts = 1u << 13,
  kTraceRunningPorts = 1u << 14,
  kTraceRunningProcs = 1u << 15,
  kTraceArity = 1u << 16,
  kTraceTimestamp = 1u << 17,
  kTraceMonotonicTimestamp = 1u << 18,
  kTraceStrictMonotonicTimestamp = 1u << 19,
  kTraceSchedulerId = 1u << 20,
  kTraceMeasured = 1u << 21,  // some call of it is measured (call_time, call_memory)
};

/// What somebody wants to be told of all processes (Vm::watched), whatever their trace flags.
enum SystemWatch : std::uint32_t {
  kWatchCollections = 1u << 0,  // long_gc, large_heap
  kWatchSlices = 1u << 1,       // long_schedule
  kWatchQueues = 1u << 2,       // long_message_queue
  kWatchPorts = 1u << 3,        // busy_port
  kWatchRunnable = 1u << 4,     // erlang:system_profile/2: runnable_procs
  kWatchSchedulers = 1u << 5,   // ... scheduler
};

/// A spawn as sequential tracing reports it (Q8).
struct SpawnReport {
  Mfa start;
  Term argument_list;
  Term options;             // list
  Term reply_tag;           // of the answer
  Term ref;                 // of the request; none() if it has none yet
  bool is_request = false;  // the parent gets the answer as a message; else within the call
  bool is_answered = true;
};

class TraceHooks {
 public:
  virtual ~TraceHooks() = default;
#define TRACE_POINT(name, flag, parameters, arguments) virtual void on_##name parameters = 0;
#include "vm/proc/trace_points.def"
  /// A process was hit by i_generic_breakpoint at the entry of `function` (arguments in p.x, all
  /// registers saved, `live` = arity). Answers the handler to continue with: the saved instruction.
  /// May push frames on the stack, collect, raise.
  virtual OpHandler on_breakpoint(Process& p, FuncInfo& function) = 0;
  /// A frame that tracing pushed is returned to (i_return_trace ...): result in x[0], frame data at
  /// stack_top. Pops the data.
  virtual void on_traced_return(Process& p, CodeAddress frame) = 0;
  /// An exception passes a frame that tracing pushed: `frame` is the slot of its return address.
  /// Called by the stack scan.
  virtual void on_traced_exception(Process& p, StackWord* frame) = 0;
  /// Process ends / is created: state to release / `new` sessions' flags to set.
  virtual void on_process_created(Process& p) = 0;
  virtual void on_process_freed(Process& p) = 0;
  /// A port is made: flags for `new` ports. It is not open yet.
  virtual void on_port_created(PortTracee& p) = 0;
  /// A process that has a token sends `message` to `to`: counts and tells. Before the message is
  /// made.
  virtual void on_token_sent(Process& from, Term to, Term message) = 0;
  /// A message whose token is not the process's is taken out of the queue; its terms are the
  /// process's already.
  virtual void on_token_received(Process& p, Term token, Term message) = 0;
  /// A process with a token ends and tells the linked process `to`.
  virtual void on_token_exit(Process& p, Term to, Term reason) = 0;
  /// A process with a token has made `child`, which gets one. Answers the token of the answer to a
  /// request, on the parent's heap; nil without one. Sets `report.ref` where it is none().
  virtual Term on_token_spawn(Process& parent, Process& child, SpawnReport& report) = 0;
  /// The token as programs see it, [] if there is none.
  virtual Term seq_token(Process& p, HeapBuilder& builder) = 0;
  /// A collection took `ns` (kWatchCollections).
  virtual void on_collected(Process& p, SWord ns) = 0;
  /// A slice that began at `from` took `ns` (kWatchSlices).
  virtual void on_slice_end(Process& p, CodeAddress from, SWord ns) = 0;
  /// The number of messages in the queue has changed (kWatchQueues, or Process::has_long_queue).
  virtual void on_queue_length(Process& p) = 0;
  /// The process has to wait for a port that is busy (kWatchPorts).
  virtual void on_busy_port(Process& p, Term port) = 0;
  /// The process is put in a run queue, having been in none, or leaves the scheduler for none
  /// (kWatchRunnable). By who has it to itself at that moment.
  virtual void on_runnable(Process& p, bool active) = 0;
  /// A scheduler goes to sleep, or has woken; `active` ones remain (kWatchSchedulers). On it.
  virtual void on_scheduler(unsigned index, bool woken, unsigned active) = 0;
};

/// The process is about to send: whoever has no token pays one comparison (Q9).
inline void trace_token_sent(Process& from, Term to, Term message) {
  if (kTraceable && from.seq_token != Term::nil()) [[unlikely]]
    from.vm.trace->on_token_sent(from, to, message);
}
inline void trace_token_received(Process& p, Term token, Term message) {
  if (kTraceable && token != p.seq_token) [[unlikely]]
    p.vm.trace->on_token_received(p, token, message);
}
inline void trace_token_exit(Process& p, Term to, Term reason) {
  if (kTraceable && p.seq_token != Term::nil()) [[unlikely]]
    p.vm.trace->on_token_exit(p, to, reason);
}
/// Whether somebody watches: what is asked for now may be told a little later.
inline bool is_watched(const Vm& vm, SystemWatch what) {
  // relaxed: as said
  return kTraceable && (vm.watched.load(std::memory_order_relaxed) & what) != 0;
}
inline void trace_queue_length(Process& p) {
  if (is_watched(p.vm, kWatchQueues) || (kTraceable && p.has_long_queue)) [[unlikely]]
    p.vm.trace->on_queue_length(p);
}

inline void trace_busy_port(Process& p, Term port) {
  if (is_watched(p.vm, kWatchPorts)) [[unlikely]]
    p.vm.trace->on_busy_port(p, port);
}

#define TRACE_POINT(name, flag, parameters, arguments) \
  inline void trace_##name parameters { \
    /* relaxed: the word is changed by the process itself, or before it can run; a port's under \
     * its lock */ \
    if (kTraceable && (p.trace_flags.load(std::memory_order_relaxed) & (flag))) [[unlikely]] { \
      p.vm.trace->on_##name arguments; \
    } \
  }
#include "vm/proc/trace_points.def"

}  // namespace vm
