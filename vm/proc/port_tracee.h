// PortTracee: what the machine knows of tracing at one port: a word of flags that is tested where
// something happens to the port, and what tracing keeps behind it.
// Ownership: the port. Threads: under the port's lock; the flags are atomic only so that they are
// read like a process's. Contract: O1, O2.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/opaque_ptr.h"
#include "vm/term/term.h"

namespace vm {

struct Vm;

struct PortTraceState;  // tracing's data of one port; opaque here

/// As ProcessTracing.
struct PortTracing {
  Atomic<std::uint32_t> flags{0};   // union over sessions of TraceFlag
  OpaquePtr<PortTraceState> state;  // null: no session traces it
};

struct PortTracee {
  PortTracee(Vm& machine, Term port) : vm(machine), id(port) {}

  Vm& vm;
  const Term id;
  PortTracing tracing;
};

}  // namespace vm
