// The seam between the machine and tracing (STYLE 11). The machine reports through one line per
// event; what it knows of tracing is a flag word per process. TraceHooks is implemented by tracing/
// and by a no-op for machines without it (null_trace_hooks.h). Threads: each row of
// trace_points.def names the rule that its callers keep to.
#pragma once

#include "vm/base/trace_switch.h"
#include "vm/proc/port_tracee.h"
#include "vm/proc/process.h"
#include "vm/vm.h"

#include <string_view>

namespace vm {

/// Union over sessions, in ProcessTracing::flags. Option atoms and contract rows are in
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

/// What an observer of all processes wants to be notified of (Vm::watched), whatever trace flags
/// they have.
enum SystemWatch : std::uint32_t {
  kWatchCollections = 1u << 0,  // long_gc, large_heap
  kWatchSlices = 1u << 1,       // long_schedule
  kWatchQueues = 1u << 2,       // long_message_queue
  kWatchPorts = 1u << 3,        // busy_port
  kWatchRunnable = 1u << 4,     // erlang:system_profile/2: runnable_procs
  kWatchSchedulers = 1u << 5,   // ... scheduler
  kWatchSamples = 1u << 6,      // samples of stacks (tracing/sampler.h)
  kWatchPortRuns = 1u << 7,     // erlang:system_profile/2: runnable_ports
};

/// A spawn as its caller asked for it (P7, Q8). Terms are the parent's.
struct SpawnReport {
  Mfa start;
  Term argument_list;
  bool is_linked = false;
  bool is_monitored = false;
  bool is_request = false;  // the parent gets the answer as a message; else within the call
  bool is_answered = true;
  Term options;    // list; none(): nothing but what is_linked and is_monitored say
  Term reply_tag;  // of the answer
  Term ref;        // of the monitor or request; none() if it has none yet
};

/// The thread rules of trace points, which trace_points.def explains.
enum class TraceRule : std::uint8_t { kOwner, kExclusive, kPort, kScheduler };

class TraceHooks {
 public:
  virtual ~TraceHooks() = default;
#define TRACE_POINT(result, name, rule, condition, parameters, arguments) \
  virtual result on_##name parameters = 0;
#include "vm/proc/trace_points.def"
};

/// Whether an observer wants such events. A change of that may be seen a little later.
inline bool is_watched(const Vm& vm, SystemWatch watch) {
  // relaxed: as said
  return kTraceable && (vm.watched.load(std::memory_order_relaxed) & watch) != 0;
}

/// Whether the time that collections and slices take is to be measured, for their trace points.
inline bool times_collections(const Vm& vm) { return is_watched(vm, kWatchCollections); }
inline bool times_slices(const Vm& vm) {
  return is_watched(vm, SystemWatch(kWatchSlices | kWatchSamples));
}

/// Whether the time of slices is to be exact. Samples need it only in steps (Clock::stepped_ns()).
inline bool times_slices_exactly(const Vm& vm) { return is_watched(vm, kWatchSlices); }

/// Whether time slices are to have random lengths, so that their ends are anywhere in a program.
inline bool samples_stacks(const Vm& vm) { return is_watched(vm, kWatchSamples); }

/// Whether messages are reported as they enter the process's queue. By its owner.
inline bool traces_receive(const Process& p) {
  return (p.tracing.flags.load(std::memory_order_relaxed) & kTraceReceive) !=
         0;  // relaxed: as below
}

/// Whether the process is reported when it starts or stops running. By its owner.
inline bool traces_running(const Process& p) {
  constexpr std::uint32_t kFlags = kTraceRunning | kTraceRunningProcs | kTraceMeasured;
  return (p.tracing.flags.load(std::memory_order_relaxed) & kFlags) != 0;  // relaxed: as below
}

/// Whether a message that the process sends is reported. By its owner.
inline bool traces_send(const Process& p) {
  return (p.tracing.flags.load(std::memory_order_relaxed) & kTraceSend) != 0;  // relaxed: as below
}

/// Whether what happens to the process, such as getting a name, is reported. By any thread, as
/// advice.
inline bool traces_procs(const Process& p) {
  return (p.tracing.flags.load(std::memory_order_relaxed) & kTraceProcs) != 0;  // relaxed: as below
}

/// Whether any flag is set on a port. Under its lock.
inline bool is_traced(const PortTracee& p) {
  return p.tracing.flags.load(std::memory_order_relaxed) != 0;  // relaxed: as below
}

/// What the conditions and checks of trace points are made of.
namespace detail {

template <class Tracee>
bool flagged(const Tracee& p, std::uint32_t flags) {
  // relaxed: the word is changed by the process itself, or before it can run; a port's under its
  // lock
  return kTraceable && (p.tracing.flags.load(std::memory_order_relaxed) & flags) != 0;
}
inline bool has_token(const Process& p) { return kTraceable && p.tracing.seq_token != Term::nil(); }
inline bool watched(const Process& p, SystemWatch watch) { return is_watched(p.vm, watch); }

inline bool reports_runs(const PortTracee& p) {
  return flagged(p, kTraceRunningPorts) || is_watched(p.vm, kWatchPortRuns);
}

/// The process, port or machine that a trace point's arguments begin with.
template <class Subject>
Subject& subject_of(Subject& subject, auto&&...) {
  return subject;
}
inline Vm& machine_of(Vm& vm) { return vm; }
inline Vm& machine_of(Process& p) { return p.vm; }
inline Vm& machine_of(PortTracee& p) { return p.vm; }

/// Whether the calling thread may report this, by the rule of the row; for assertions.
bool obeys_rule(TraceRule rule, const Process& p);
bool obeys_rule(TraceRule rule, const PortTracee& p);
bool obeys_rule(TraceRule rule, const Vm& vm);

}  // namespace detail

#define TRACE_POINT(result, name, rule, condition, parameters, arguments) \
  inline result trace_##name parameters { \
    using namespace detail; \
    if (condition) [[unlikely]] { \
      VM_ASSERT(obeys_rule(TraceRule::rule, subject_of arguments), "the row's thread rule holds"); \
      return machine_of(subject_of arguments).trace->on_##name arguments; \
    } \
    return result(); \
  }
#include "vm/proc/trace_points.def"

}  // namespace vm
