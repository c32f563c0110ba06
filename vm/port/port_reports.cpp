// What a port has to do with tracing: what is set on it, and its part as a tracer. Reports wait in
// a queue of their own and are written by the I/O thread: a reporting thread may hold another
// port's lock, and two ports may even trace each other.
#include "vm/io/io.h"
#include "vm/io/posix.h"
#include "vm/port/port.h"
#include "vm/port/port_table.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"

#include <cerrno>
#include <utility>

namespace vm {

// --- as a tracee ---

void Port::tell_opened(Term owner) {
  MutexLock lock(mutex_);
  trace_port_created(tracee_);
  if (!is_traced(tracee_)) return;
  const auto name_atom = intern_atom(name);
  trace_port_open(tracee_, owner, name_atom.ok() ? Term(name_atom.value()) : Term(am::undefined));
  trace_port_in(tracee_, am::open);
  trace_port_out(tracee_, am::open);
}

void Port::tell_made() {
  MutexLock lock(mutex_);
  trace_port_created(tracee_);
}

void Port::tell_owner_linked() {
  MutexLock lock(mutex_);
  trace_port_getting_linked(tracee_, owner());
}

void Port::named(Term given, bool has_it_now) {
  MutexLock lock(mutex_);
  if (has_it_now) {
    trace_port_register(tracee_, given);
  } else {
    trace_port_unregister(tracee_, given);
  }
}

bool Port::with_tracee(const std::function<void(PortTracee&)>& f) {
  MutexLock lock(mutex_);
  if (!is_open_) return false;
  f(tracee_);
  return true;
}

// --- as a tracer ---

void Port::report(std::string bytes, MessageReceipt* receipt) {
  bool is_too_late = false;
  {
    MutexLock lock(reports_mutex_);
    is_too_late = !takes_reports_;
    if (!is_too_late) {
      reports_.push_back({std::move(bytes), receipt});
      if (std::exchange(is_drained_, true)) return;
    }
  }
  if (is_too_late) {
    if (receipt != nullptr) receipt->gone();
    return;
  }
  IoThread& io = table_.vm().io->thread;
  io.on_loop([&io, port = SharedRef<Port>(this)](uv_loop_t*) {
    ThreadProgress::Visit visit(io.participant());
    port->drain_reports();
  });
}

Port::Reports Port::write_reports(Take take, bool* failed) {
  Reports taken;
  while (true) {
    std::string bytes;
    {
      MutexLock lock(reports_mutex_);
      takes_reports_ = takes_reports_ && take != Take::kLast;
      if (reports_.empty() || (is_open_ && is_busy_ && take == Take::kWhatFits)) {
        // A busy port comes back when it has written something.
        is_drained_ = !reports_.empty();
        return taken;
      }
      bytes = std::move(reports_.front().bytes);
      taken.push_back({{}, reports_.front().receipt});
      reports_.pop_front();
    }
    Term reason;
    if (is_open_ && driver_ != nullptr && !*failed)
      *failed = !write(Term::nil(), PortData(std::move(bytes)), &reason);
  }
}

void Port::drain_reports() {
  Reports taken;
  bool failed = false;
  {
    PortEntry entry(*this);  // the driver may end the port
    taken = write_reports(Take::kWhatFits, &failed);
  }
  give_back(taken);
  if (failed) end(posix_error(EINVAL), Term::none(), {});
}

void Port::give_back(Reports& reports) {
  for (const Report& report : reports) {
    if (report.receipt != nullptr) report.receipt->gone();
  }
  reports.clear();
}

}  // namespace vm
