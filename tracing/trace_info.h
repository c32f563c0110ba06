// TraceInfo: what is set, as trace:info/3 and trace:session_info/1 say it. Threads: in the context
// of the process that asks, on whose heap the results are. Contract: I1, I2, S5.
#pragma once

#include "tracing/session.h"
#include "vm/code/func_info.h"
#include "vm/proc/operation.h"

namespace tracing {

class Tracing;

class TraceInfo {
 public:
  explicit TraceInfo(Tracing& tracing) : tracing_(tracing) {}
  TraceInfo(const TraceInfo&) = delete;

  /// Flags or tracer (`item`) of a process in a session: {flags, [...]} or {tracer, T};
  /// `undefined` when it is gone.
  vm::Operation of_process(Process& p, Term pid, SharedRef<Session> session, Term item);
  /// The same of a port.
  Term of_port(Process& p, Term port, const Session& session, Term item);
  /// The same of what processes or ports to come are given.
  Term of_new(Process& p, TraceeKind kind, Session& session, Term item);
  /// What is set on a function: `item` is one that a kind of breakpoint reports, or `all`.
  vm::Operation of_function(Process& p, SharedRef<Session> session, vm::Mfa mfa, Term item);
  /// The same of code to come, as far as a pattern for all of it says.
  Term of_on_load(Process& p, const Session& session, Term item);

  /// Weak handles of the sessions that have flags on a process; `undefined` when it is gone.
  vm::Operation sessions_of_process(Process& p, Term pid);
  /// The same of a port.
  Term sessions_of_port(Process& p, Term port);
  /// The same of a function.
  vm::Operation sessions_of_function(Process& p, vm::Mfa mfa);

 private:
  Tracing& tracing_;
};

}  // namespace tracing
