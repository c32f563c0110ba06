// The seam between the machine and tracing (STYLE 11). The machine reports through one line per
// event; what it knows of tracing is a flag word per process. TraceHooks is implemented by tracing/
// and by a no-op for machines without it. Threads: hooks run on the scheduler of the process they
// are about, in its context.
#pragma once

#include "vm/proc/process.h"
#include "vm/vm.h"

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
  kTraceIsTracer = 1u << 20,
  kTraceSchedulerId = 1u << 21,
  kTraceMeasured = 1u << 22,      // some call of it is measured (call_time, call_memory)
  kTraceCpuTimestamp = 1u << 23,  // time stamps are processor time
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
  /// kTraceChange signal.
  virtual void on_trace_signal(Process& p, Signal& signal) = 0;
  /// Terms that tracing keeps in TraceState or in frames are roots.
  virtual void visit_roots(Process& p, RootVisitor& visitor) = 0;
};

#define TRACE_POINT(name, flag, parameters, arguments) \
  inline void trace_##name parameters { \
    /* relaxed: the word is changed by the process itself, or before it can run */ \
    if (p.trace_flags.load(std::memory_order_relaxed) & (flag)) [[unlikely]] { \
      p.vm.trace->on_##name arguments; \
    } \
  }
#include "vm/proc/trace_points.def"

}  // namespace vm
