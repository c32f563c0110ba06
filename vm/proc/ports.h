// What processes do to ports: links, monitors and exit signals, and `Port ! Message`. Ports
// themselves are made of the system's descriptors and live above (vm/port).
// Ownership: whoever made it; Vm::ports borrows. Threads: any scheduler, each function without
// waiting; what it does is done when it returns, so a process's actions on a port keep their order.
#pragma once

#include "vm/proc/port_tracee.h"
#include "vm/proc/signal.h"

#include <functional>
#include <string>
#include <vector>

namespace vm {

class Ports {
 public:
  /// kLink, kUnlink, kMonitor, kDemonitor or kExit for a port; others mean nothing to it. False if
  /// there is no such port (any more): the caller then answers in its place.
  virtual bool signal(Term port, TermSignal& signal) = 0;
  /// `port ! message` by `from`, which may be suspended while the port is busy.
  virtual void message(Process& from, Term port, Term message) = 0;
  /// The open port `port` got this name, or lost it: tracing is told.
  virtual void named(Term port, Term name, bool has_it_now) = 0;

  // --- for tracing ---
  /// The open ports.
  virtual std::vector<Term> all() = 0;
  /// Calls `f` under the port's lock, which must not wait. False: there is no such open port.
  virtual bool with_tracee(Term port, const std::function<void(PortTracee&)>& f) = 0;
  /// Whether this port is open, so that report() reaches it. Also under a port's lock.
  virtual bool takes_reports(Term port) = 0;
  /// Writes `bytes` to the port, one packet, whoever owns it, and after what was reported before:
  /// a port as a tracer (O3). Never waits; what the program does not read waits in the port.
  /// `receipt`, if any, is told when the bytes have been written or thrown away. Also under a
  /// port's lock.
  virtual void report(Term port, std::string bytes, MessageReceipt* receipt) = 0;

 protected:
  ~Ports() = default;
};

}  // namespace vm
