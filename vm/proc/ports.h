// What processes do to ports: links, monitors and exit signals, and `Port ! Message`. Ports
// themselves are made of the system's descriptors and live above (bif/ports).
// Ownership: whoever made it; Vm::ports borrows. Threads: any scheduler, each function without
// waiting; what it does is done when it returns, so a process's actions on a port keep their order.
#pragma once

#include "vm/proc/signal.h"

namespace vm {

class Ports {
 public:
  /// kLink, kUnlink, kMonitor, kDemonitor or kExit for a port; others mean nothing to it. False if
  /// there is no such port (any more): the caller then answers in its place.
  virtual bool signal(Term port, TermSignal& signal) = 0;
  /// `port ! message` by `from`, which may be suspended while the port is busy.
  virtual void message(Process& from, Term port, Term message) = 0;

 protected:
  ~Ports() = default;
};

}  // namespace vm
