// TraceCleaner: the ends of sessions, and what is left to do after them. A session that ends has no
// effect from that moment; its flags and breakpoints are removed by the operation that destroys it,
// or, where it ended by itself, by the next sweep of a system process
// (sonde_internals:trace_cleaner/0). Threads: end() and wake() on any; operations in the context of
// the process that runs them. Contract: S3, S4, Z4.
#pragma once

#include "tracing/session.h"
#include "vm/proc/operation.h"

namespace tracing {

class Tracing;

class TraceCleaner {
 public:
  explicit TraceCleaner(Tracing& tracing) : tracing_(tracing) {}
  TraceCleaner(const TraceCleaner&) = delete;

  /// Ends the session, and asks for a sweep. False: it had ended already.
  bool end(Session& session);
  /// session_destroy/1: ends the session and removes all it has set. The result is whether it was
  /// alive.
  vm::Operation destroy(Process& p, SharedRef<Session> session);
  /// Removes what sessions that ended by themselves have left on functions: a change like any other
  /// (B4). Ends sessions whose time is over, too. The result is how many milliseconds later to
  /// sweep again, or `infinity`. From the first sweep on the process that asked for it gets the
  /// message `sweep` whenever it should sweep earlier.
  vm::Operation sweep(Process& p);
  /// There is something to sweep, or a new time after which a session ends: notifies the process
  /// that sweeps.
  void wake();

 private:
  bool finish(Session& session);
  vm::Operation remove_actions_of_dead(Process& p);

  Tracing& tracing_;
  vm::Atomic<bool> needs_sweep_{false};     // acq_rel in end() and sweep()
  vm::Atomic<Term> sweeper_{Term::none()};  // relaxed: a process; set once
};

}  // namespace tracing
