// Sending messages, and timers that send them.
#include "bif/natives.h"
#include "vm/port/port_table.h"
#include "vm/proc/connection_wait.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/remote.h"
#include "vm/proc/send.h"
#include "vm/sched/timers.h"
#include "vm/term/node.h"

namespace bif {
namespace {

BifResult start(Process& p, Term time, Term target, Term message, Term options_list,
                vm::TimerOptions options) {
  for (; options_list.is_cons(); options_list = options_list.as_cons().tail) {
    const Term option = options_list.as_cons().head;
    if (!option.is_tuple_of(2) || option.as_tuple().elements[0] != am::abs) {
      return p.badarg_because(am::badopt);
    }
    const Term value = option.as_tuple().elements[1];
    if (value != am::true_ && value != am::false_) return p.badarg_because(am::badopt);
    options.absolute = value == am::true_;
  }
  if (!options_list.is_nil()) return p.badarg_because(am::badopt);
  return vm::start_timer(p, time, target, message, options);
}

bool read_cancel_options(Term list, vm::CancelOptions* options) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (!option.is_tuple_of(2)) return false;
    const Term key = option.as_tuple().elements[0];
    const Term value = option.as_tuple().elements[1];
    if (value != am::true_ && value != am::false_) return false;
    if (key == am::async) {
      options->async = value == am::true_;
    } else if (key == am::info) {
      options->info = value == am::true_;
    } else {
      return false;
    }
  }
  return list.is_nil();
}

}  // namespace

BifResult send_operator_2(Process& p, const Args<2>& a) {
  return vm::send_or_raise(p, a[0], a[1], a[1]);
}

namespace {
/// {Name, Node} of a node that is not this one.
bool is_on_other_node(Term to) {
  return to.is_tuple_of(2) && to.as_tuple().elements[0].is_atom() &&
         to.as_tuple().elements[1].is_atom() && to.as_tuple().elements[1] != vm::local_node_name();
}

/// Sends to a process, name or alias of another node, as far as the options let it.
BifResult send_to_other_node(Process& p, Term to, Term message, vm::Remote::SendOptions options) {
  using Sent = vm::Remote::Sent;
  const Sent sent = p.vm.node_monitors->remote().send(p, to, message, options);
  if (sent == Sent::kTooLarge) return p.system_limit();
  if (sent == Sent::kNoConnection && !options.connects) return am::noconnect;
  if (sent == Sent::kBusy)
    return p.suspend_on(vm::suspended_by_connection(p, am::ok, vm::kSenderPlace));
  return sent == Sent::kWouldSuspend ? am::nosuspend : am::ok;
}

/// Whether a process that sends to it would be suspended: a port, or its name.
bool is_busy_port(Process& p, Term to) {
  if (!to.is_local_port() && !to.is_atom()) return false;
  const vm::SharedRef<vm::Port> port = p.vm.port_table->find_named(to);
  return port && port->is_busy(Term::none(), 0);
}
}  // namespace

BifResult send_3(Process& p, const Args<3>& a) {
  Term list = a[2];
  bool connects = true;
  bool suspends = true;
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option != am::noconnect && option != am::nosuspend) return p.badarg_because(am::badopt);
    if (option == am::noconnect) connects = false;
    if (option == am::nosuspend) suspends = false;
  }
  if (!list.is_nil()) return p.badarg_because(am::badopt);
  const bool is_away = is_on_other_node(a[0]) || ((a[0].is_pid() || a[0].is_ref()) &&
                                                  vm::node_of(a[0]).name != vm::local_node_name());
  if (is_away && vm::local_node_name() == am::nohost)
    return !connects && is_on_other_node(a[0]) ? am::noconnect : am::ok;
  if (is_away) return send_to_other_node(p, a[0], a[1], {connects, suspends});
  if (suspends) return vm::send_or_raise(p, a[0], a[1], am::ok);
  if (is_busy_port(p, a[0])) return am::nosuspend;
  // As OTP: of a message that fills the queue of a port its sender does not wait for the port.
  const vm::SendResult sent = vm::send(p, a[0], a[1]);
  const bool is_busy = sent == vm::SendResult::kBusy;
  if (is_busy) vm::skip_operation_wait(p);
  return is_busy || sent == vm::SendResult::kSent ? BifResult(am::ok) : p.badarg();
}

BifResult send_after_3(Process& p, const Args<3>& a) {
  return start(p, a[0], a[1], a[2], Term::nil(), {});
}
BifResult send_after_4(Process& p, const Args<4>& a) {
  return start(p, a[0], a[1], a[2], a[3], {});
}
BifResult start_timer_3(Process& p, const Args<3>& a) {
  return start(p, a[0], a[1], a[2], Term::nil(), {.with_timeout_tuple = true});
}
BifResult start_timer_4(Process& p, const Args<4>& a) {
  return start(p, a[0], a[1], a[2], a[3], {.with_timeout_tuple = true});
}

BifResult cancel_timer_1(Process& p, const Args<1>& a) {
  if (!a[0].is_ref()) return p.badarg();
  return vm::cancel_timer(p, a[0], {});
}
BifResult cancel_timer_2(Process& p, const Args<2>& a) {
  vm::CancelOptions options;
  if (!a[0].is_ref() || !read_cancel_options(a[1], &options)) return p.badarg();
  return vm::cancel_timer(p, a[0], options);
}
BifResult read_timer_1(Process& p, const Args<1>& a) {
  if (!a[0].is_ref()) return p.badarg();
  return vm::read_timer(p, a[0], {});
}
BifResult read_timer_2(Process& p, const Args<2>& a) {
  vm::CancelOptions options;
  if (!a[0].is_ref() || !read_cancel_options(a[1], &options)) return p.badarg();
  return vm::read_timer(p, a[0], options);
}

}  // namespace bif
