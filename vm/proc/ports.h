// What processes do to ports: links, monitors and exit signals, and `Port ! Message`. Ports
// themselves belong to vm/port.
// Ownership: the Vm, by its PortTable. Threads: any scheduler. No function waits; what it does is
// done when it returns, or stands in the port's queue, so a process's actions on a port keep their
// order.
#pragma once

#include "vm/proc/port_tracee.h"
#include "vm/proc/signal.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vm {

class Ports {
 public:
  /// Handles kLink, kUnlink, kMonitor, kDemonitor and kExit; ignores other kinds. May take
  /// `*signal`, for a port that is at work. False if there is no such port (any more): the caller,
  /// which still has the signal, then answers it.
  virtual bool signal(Term port, std::unique_ptr<TermSignal>* signal) = 0;
  /// `port ! message` by `from`. False: the port is busy; `from` must wait in its next wait
  /// (next_operation_wait()), out of which the port wakes it.
  virtual bool message(Process& from, Term port, Term message) = 0;
  /// The open port `port` got this name, or lost it: reports it to tracing.
  virtual void named(Term port, Term name, bool has_it_now) = 0;

  // --- for tracing ---
  /// The open ports.
  virtual std::vector<Term> all() = 0;
  /// Calls `f` under the port's lock, which must not wait. False: there is no such open port.
  virtual bool with_tracee(Term port, const std::function<void(PortTracee&)>& f) = 0;
  /// Whether this port is open, so that report() reaches it. Also under a port's lock.
  virtual bool takes_reports(Term port) = 0;
  /// Writes `bytes` to a port that is a tracer (O3), as one packet, whichever process owns it,
  /// after what was reported before. Never waits; what the program does not read waits in the port.
  /// `receipt`, if any, is called when the bytes have been written or dropped. Also under a port's
  /// lock.
  virtual void report(Term port, std::string bytes, MessageReceipt* receipt) = 0;

 protected:
  ~Ports() = default;
};

}  // namespace vm
