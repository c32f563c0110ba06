// What processes send to a port: messages, and the signals of links, monitors and exits.
#include "vm/port/port.h"
#include "vm/port/port_table.h"
#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/operation.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"

#include <utility>

namespace vm {

namespace {

bool is_call(Term t, Term tag) { return t.is_tuple_of(2) && t.as_tuple().elements[0] == tag; }

/// Of {Sender, Request}; none() for other terms.
Term request_of(Term message) {
  return message.is_tuple_of(2) ? message.as_tuple().elements[1] : Term::none();
}

/// `from`, which runs, has to wait until the port is not busy any more.
Word wait_of_sender(Process& from, Term port) {
  trace_busy_port(from, port);
  return next_operation_wait(from);
}

/// Whether the port runs for the signal, but for one that ends it.
bool asks_port(const TermSignal& signal) {
  constexpr std::uint32_t kKinds = signal_bit(SignalKind::kLink) | signal_bit(SignalKind::kUnlink) |
                                   signal_bit(SignalKind::kMonitor) |
                                   signal_bit(SignalKind::kDemonitor);
  return (kKinds & signal_bit(signal.kind)) != 0;
}

}  // namespace

// --- messages ---

bool Port::message(Process& from, Term message) {
  WaitingCommand command = read_message(from, message);
  bool must_wait = false;
  if (post_command(from, &command, &must_wait)) return !must_wait;
  if (stand_behind(from, &command, &must_wait)) return !must_wait;
  const Term owner = this->owner();
  if (command.owner != owner || command.request == kBadRequest) {
    refuse(from, request_of(message));
  } else if (command.request.is_none()) {
    return write_sent(from, std::move(command));
  } else if (command.request == am::close) {
    end(am::normal, owner, {.run = am::close, .caller = from.pid});
  } else {
    MutexLock lock(mutex_);
    if (is_open_ && driver_ != nullptr) connect_by_message(from.pid, command.request);
  }
  return true;
}

Port::WaitingCommand Port::read_message(Process& from, Term message) {
  const Term request = request_of(message);
  WaitingCommand command{from.pid, Term::none(), std::nullopt, {}, kBadRequest};
  if (request.is_none()) return command;
  command.owner = message.as_tuple().elements[0];
  const Term argument = request.is_tuple_of(2) ? request.as_tuple().elements[1] : Term::none();
  if (is_call(request, am::command)) {
    if (command.data.append(argument, data_form())) {
      command.request = Term::none();
    } else if (command.owner == owner()) {
      report_bad_value(from);
    }
  } else if (is_call(request, am::connect) && argument.is_local_pid()) {
    command.request = argument;
  } else if (request == am::close) {
    command.request = request;
  }
  return command;
}

bool Port::stand_behind(Process& from, WaitingCommand* command, bool* must_wait) {
  // Data of the owner that finds others waiting finds the driver busy (write_sent()).
  const bool is_data = command->request.is_none();
  if (is_data ? command->owner == owner() : command->request == kBadRequest) return false;
  MutexLock lock(mutex_);
  if (!has_waiting(from.pid)) return false;
  *must_wait = is_data;
  if (is_data) command->waiter = Waiter{from.pid, wait_of_sender(from, id)};
  commands_.push_back(std::move(*command));
  return true;
}

bool Port::write_sent(Process& from, WaitingCommand command) {
  Term failure;
  {
    PortEntry entry(*this);
    if (!is_open_ || driver_ == nullptr) return true;
    if (is_driver_busy_) {
      // The driver takes nothing: the command waits, and its sender.
      command.waiter = Waiter{from.pid, wait_of_sender(from, id)};
      commands_.push_back(std::move(command));
      return false;
    }
    const InPort context(from.pid);
    trace_port_in(tracee_, am::command);
    trace_command(from.pid, command.data);
    if (write(from.pid, std::move(command.data), &failure)) {
      trace_port_out(tracee_, am::command);
      // The sender continues once the port is not busy any more.
      if (is_busy_) waiters_.push_back({from.pid, wait_of_sender(from, id)});
      return !is_busy_;
    }
  }
  end(failure, Term::none(), {});
  return true;
}

void Port::refuse(Process& from, Term request) {
  if (!is_open()) return;
  const Term run = is_call(request, am::connect) ? Term(am::connect)
                   : request == am::close        ? request
                                                 : Term(am::command);
  asked(from.pid, run, Term::none());
  send_exit_signal(table_.vm(), id, owner(), am::badsig);
}

void Port::connect_by_message(Term sender, Term next) {
  HeapBuilder builder(Word{16});
  const InPort context(sender);
  trace_port_in(tracee_, am::connect);
  trace_port_request(tracee_, sender, am::connect, next);
  send_to_owner(builder, am::connected);
  owner_.store(next, kRelaxed);  // relaxed: the value alone matters; not linked, unlike connect()
  trace_port_out(tracee_, am::connect);
}

void Port::report_bad_value(Process& p) {
  HeapBuilder builder(Word{16} + 2 * name.size());
  const Term arguments = builder.cons(builder.string(name), Term::nil());
  report_to_logger(p.vm, am::error, "Bad value on output port '~s'~n", arguments, p.pid,
                   p.identity.group_leader);
  HeapFragment::free_chain(builder.take_fragments());
}

// --- signals ---

bool Port::take_signal(const TermSignal& signal) {
  switch (signal.kind) {
    case SignalKind::kLink:
      trace_port_in(tracee_, am::link);
      links_.insert(signal.from.bits());
      trace_port_getting_linked(tracee_, signal.from);
      trace_port_out(tracee_, am::link);
      return true;
    case SignalKind::kUnlink: {
      trace_port_in(tracee_, am::unlink);
      links_.erase(signal.from.bits());
      trace_port_getting_unlinked(tracee_, signal.from);
      trace_port_out(tracee_, am::unlink);
      auto acknowledgement = std::make_unique<TermSignal>(SignalKind::kUnlinkAck);
      acknowledgement->from = id;
      acknowledgement->id = signal.id;
      push_signal(table_.vm(), signal.from, std::move(acknowledgement));
      return true;
    }
    case SignalKind::kMonitor:
      trace_port_in(tracee_, am::monitor);
      watchers_[signal.ref] = {signal.from, signal.reason};
      trace_port_out(tracee_, am::monitor);
      return true;
    case SignalKind::kDemonitor:
      trace_port_in(tracee_, am::demonitor);
      watchers_.erase(signal.ref);
      trace_port_out(tracee_, am::demonitor);
      return true;
    case SignalKind::kExit: {
      if (signal.from_link && links_.erase(signal.from.bits()) == 0) return true;
      if (signal.reason != am::normal || !signal.from_link || signal.from == owner()) return false;
      // As OTP: a port goes on where a process would, and tells it nevertheless.
      const InPort context(signal.from);
      trace_port_in(tracee_, kDriver);
      trace_port_request(tracee_, signal.from, am::close, Term::none());
      trace_port_out(tracee_, kDriver);
      return true;
    }
    default:
      return true;  // a port answers no questions
  }
}

Port::Cause Port::cause_of(const TermSignal& signal) {
  return {.run = signal.from_link ? kDriver : Term(am::close),
          .caller = signal.from,
          .is_kill = signal.reason == am::kill && !signal.from_link};
}

bool Port::signal(std::unique_ptr<TermSignal>* signal) {
  if (post_signal(signal)) return true;
  const TermSignal& taken = **signal;
  {
    MutexLock lock(mutex_);
    if (!is_open_) return false;
    const InPort context(asks_port(taken) ? taken.from : Term::none());
    if (take_signal(taken)) return true;
  }
  const Cause cause = cause_of(taken);
  end(cause.is_kill ? Term(am::killed) : taken.reason, Term::none(), cause);
  return true;
}

}  // namespace vm
