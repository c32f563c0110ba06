// What sessions have set on one port, as tracee.h has it for processes: an entry per session, kept
// behind vm::PortTracee.
// Invariants: an entry has at least one flag; PortTracing::flags is the union.
// Threads: under the port's lock. Contract: O1, S7.
#pragma once

#include "tracing/tracee.h"
#include "vm/proc/port_tracee.h"

struct vm::PortTraceState {
  std::vector<tracing::TraceeEntry> entries;
};

namespace tracing {

/// What flags a port can be given with those of `new`; others mean nothing to it.
constexpr std::uint32_t kModifierFlags =
    vm::kTraceSilent | vm::kTraceTimestamp | vm::kTraceMonotonicTimestamp |
    vm::kTraceStrictMonotonicTimestamp | vm::kTraceSchedulerId | vm::kTraceReceive | vm::kTraceSend;
constexpr std::uint32_t kPortFlags = kModifierFlags | vm::kTracePorts | vm::kTraceRunningPorts;

/// Sets or clears flags. A different tracer that is alive keeps the port: false.
bool apply_change(vm::PortTracee& p, const FlagChange& change);
/// Gives a port that is being created a live session's setting.
void give(vm::PortTracee& p, const SharedRef<Session>& session, const TraceeSetting& setting);
/// Drops entries of dead sessions and tracers (S7) and without flags; its flags are the union
/// of the others.
void update_flags(vm::PortTracee& p);
/// What the session has set on it.
TraceeSetting setting_of(vm::PortTracee& p, const Session& session);

}  // namespace tracing
