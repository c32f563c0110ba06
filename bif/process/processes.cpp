// Processes: spawning, links, monitors, exit signals, names, flags, information, suspension.
#include "bif/natives.h"
#include "bif/process/spawn_options.h"
#include "tracing/trace_api.h"
#include "vm/dist/peers.h"
#include "vm/heap/list_view.h"
#include "vm/port/port_table.h"
#include "vm/proc/dead_pids.h"
#include "vm/proc/exit.h"
#include "vm/proc/heap_defaults.h"
#include "vm/proc/links.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/operation.h"
#include "vm/proc/process_info.h"
#include "vm/proc/process_table.h"
#include "vm/proc/receive.h"
#include "vm/proc/registry.h"
#include "vm/proc/spawn.h"
#include "vm/term/node.h"

namespace bif {
namespace {

bool is_call(Term module, Term function, Term arguments) {
  return module.is_atom() && function.is_atom() && vm::list_length(arguments) >= 0;
}

BifResult spawn_call(Process& p, const Args<3>& a, const vm::SpawnOptions& options) {
  if (!is_call(a[0], a[1], a[2])) return p.badarg();
  return vm::spawn(p, a[0], a[1], a[2], options);
}

/// A pid of another node, or one that cannot be local: known to be dead here.
bool is_foreign_pid(Term t) { return t.is_pid() && !t.is_local_pid(); }

/// A pid of an earlier incarnation of this node: of a process that is dead.
bool is_old_pid(Term t) {
  return is_foreign_pid(t) && vm::node_of(t).name == vm::local_node_name();
}

/// Whether this node has a name, and so can have connections.
bool is_alive() { return vm::local_node_name() != am::nohost; }

/// The same of a port.
bool is_old_port(Term t) {
  return t.is_port() && !t.is_local_port() && vm::node_of(t).name == vm::local_node_name();
}

BifResult monitor(Process& p, Term type, Term target, const vm::MonitorOptions& options) {
  if (type == am::time_offset) {
    if (target != am::clock_service) return p.badarg();
    return vm::monitor_time_offset(p, options);
  }
  if (type != am::process && type != am::port) {
    return p.badarg_because(am::badtype);
  }
  const auto kind = type == am::port ? vm::MonitorKind::kPort : vm::MonitorKind::kProcess;
  if (target.is_tuple_of(2)) {
    const vm::Tuple& name = target.as_tuple();
    const Term node = name.elements[1];
    if (!name.elements[0].is_atom() || !node.is_atom()) return p.badarg();
    if (node == vm::local_node_name()) return vm::monitor(p, kind, name.elements[0], options);
    if (kind == vm::MonitorKind::kPort || !vm::Peers::of(p.vm).has_or_gets_name())
      return p.badarg();
    return vm::monitor_remote(p, node, name.elements[0], options);
  }
  const bool is_old = kind == vm::MonitorKind::kPort ? is_old_port(target) : is_old_pid(target);
  if (is_old) return vm::monitor_dead(p, kind, target, options);
  if (kind == vm::MonitorKind::kProcess && is_foreign_pid(target) && is_alive())
    return vm::monitor_remote(p, vm::node_of(target).name, target, options);
  const bool is_one =
      kind == vm::MonitorKind::kPort ? target.is_local_port() : target.is_local_pid();
  if (!is_one && !target.is_atom()) return p.badarg();
  return vm::monitor(p, kind, target, options);
}

}  // namespace

BifResult spawn_3(Process& p, const Args<3>& a) {
  return spawn_call(p, a, p.vm.heap_defaults->spawn_options());
}

BifResult spawn_link_3(Process& p, const Args<3>& a) {
  vm::SpawnOptions options = p.vm.heap_defaults->spawn_options();
  options.link = true;
  return spawn_call(p, a, options);
}

BifResult spawn_opt_4(Process& p, const Args<4>& a) {
  vm::SpawnRequestOptions options{.spawn = p.vm.heap_defaults->spawn_options()};
  if (!read_spawn_options(p.vm, a[3], SpawnForm::kSpawn, &options))
    return p.badarg_because(am::badopt);
  if (!is_call(a[0], a[1], a[2])) return p.badarg();
  options.spawn.list = a[3];
  return vm::spawn(p, a[0], a[1], a[2], options.spawn);
}

BifResult spawn_request_4(Process& p, const Args<4>& a) {
  vm::SpawnRequestOptions options{.spawn = p.vm.heap_defaults->spawn_options()};
  // The Erlang caller makes the exception out of these atoms.
  if (!is_call(a[0], a[1], a[2]) || vm::list_length(a[3]) < 0) return am::badarg;
  if (!read_spawn_options(p.vm, a[3], SpawnForm::kRequest, &options)) {
    return vm::answer_spawn_request(p, Term::none(), options, Term::none(), am::badopt);
  }
  options.spawn.list = a[3];
  return vm::spawn_request(p, a[0], a[1], a[2], options);
}

BifResult spawn_system_process_3(Process& p, const Args<3>& a) {
  vm::SpawnOptions options = p.vm.heap_defaults->spawn_options();
  options.is_system = true;
  return spawn_call(p, a, options);
}

BifResult link_1(Process& p, const Args<1>& a) {
  if (is_old_pid(a[0])) return vm::link_dead(p, a[0]);
  if (is_foreign_pid(a[0])) return is_alive() ? vm::link(p, a[0]) : Term(am::true_);
  if (!a[0].is_local_pid() && !a[0].is_local_port()) return p.badarg();
  return vm::link(p, a[0]);
}

BifResult unlink_1(Process& p, const Args<1>& a) {
  if (is_old_pid(a[0])) return am::true_;
  if (!a[0].is_pid() && !a[0].is_local_port()) return p.badarg();
  return vm::unlink(p, a[0]);
}

BifResult monitor_2(Process& p, const Args<2>& a) { return monitor(p, a[0], a[1], {}); }

BifResult monitor_3(Process& p, const Args<3>& a) {
  vm::MonitorOptions options;
  if (!read_monitor_options(a[2], &options)) return p.badarg_because(am::badopt);
  return monitor(p, a[0], a[1], options);
}

BifResult demonitor_1(Process& p, const Args<1>& a) {
  if (!a[0].is_ref()) return p.badarg();
  return vm::demonitor(p, a[0], {});
}

BifResult demonitor_2(Process& p, const Args<2>& a) {
  vm::DemonitorOptions options;
  Term list = a[1];
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::flush) {
      options.flush = true;
    } else if (option == am::info) {
      options.info = true;
    } else {
      return p.badarg();
    }
  }
  if (!list.is_nil() || !a[0].is_ref()) return p.badarg();
  return vm::demonitor(p, a[0], options);
}

BifResult alias_1(Process& p, const Args<1>& a) {
  vm::AliasMode mode = vm::AliasMode::kExplicit;
  Term list = a[0];
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::reply) {
      mode = vm::AliasMode::kReply;
    } else if (option == am::explicit_unalias) {
      mode = vm::AliasMode::kExplicit;
    } else {
      return p.badarg();
    }
  }
  if (!list.is_nil()) return p.badarg();
  return vm::make_alias(p, mode);
}

BifResult unalias_1(Process& p, const Args<1>& a) {
  if (!a[0].is_ref()) return p.badarg();
  return vm::unalias(p, a[0]);
}

BifResult exit_2(Process& p, const Args<2>& a) {
  if (is_old_pid(a[0])) return am::true_;
  if (!a[0].is_pid() && !a[0].is_local_port()) return p.badarg();
  return vm::exit_signal(p, a[0], a[1]);
}

BifResult is_process_alive_1(Process& p, const Args<1>& a) {
  if (is_old_pid(a[0])) return am::false_;
  if (!a[0].is_local_pid()) return p.badarg();
  if (a[0] == p.pid) return am::true_;
  return p.suspend_on(vm::is_process_alive(p, a[0]));
}

namespace {
/// Why a name was refused to a process.
Term why_not_registered(Process& p, Term name, Term pid) {
  if (name == am::undefined) return am::none;
  const Process* named = pid == p.pid ? &p : p.vm.processes->find(pid);
  if (named == nullptr) return am::notalive;
  // relaxed: with a change at the same time, either reason is right.
  return named->identity.registered_name.load(vm::kRelaxed).has_value() ? am::registered_name
                                                                        : Term(am::none);
}

/// What a change of the name of process `pid` returns. As in OTP, what the caller does next is
/// reported after it.
BifResult named(Process& p, vm::NameChange change, Term pid) {
  if (change == vm::NameChange::kReportedLater) return p.suspend_on(vm::signals_handled(p, pid));
  return am::true_;
}
}  // namespace

BifResult register_2(Process& p, const Args<2>& a) {
  if (!a[0].is_atom()) return p.badarg_because(am::none);
  if (a[1].is_local_port()) {
    const bool is_open = static_cast<bool>(p.vm.port_table->find(a[1]));
    return is_open && p.vm.registry->register_port(a[0], a[1]) ? Term(am::true_) : p.badarg();
  }
  if (!a[1].is_local_pid()) return p.badarg_because(am::none);
  const vm::NameChange change = p.vm.registry->register_process(a[0], a[1]);
  if (change != vm::NameChange::kRefused) return named(p, change, a[1]);
  return p.badarg_because(why_not_registered(p, a[0], a[1]));
}

BifResult unregister_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  Term owner;
  const vm::NameChange change = p.vm.registry->unregister(a[0], &owner);
  return change == vm::NameChange::kRefused ? p.badarg() : named(p, change, owner);
}

BifResult whereis_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  const Term found = p.vm.registry->find(a[0]);
  return found.has_value() ? found : am::undefined;
}

BifResult registered_0(Process& p, const Args<0>&) {
  return HeapBuilder(p).list_from(p.vm.registry->names());
}

BifResult processes_0(Process& p, const Args<0>&) {
  return HeapBuilder(p).list_from(p.vm.processes->pids());
}

/// erlang:processes_next/1 of OTP's libraries since release 28 calls it: the first time with 0,
/// then with what it returned, until that is `none`. Here the first answer has all processes.
BifResult erts_internal_processes_next_1(Process& p, const Args<1>& a) {
  const Term end = Term::small(1);
  if (a[0] == end) return am::none;
  if (a[0] != Term::small(0)) return p.badarg();
  HeapBuilder builder(p);
  return builder.tuple(end, builder.list_from(p.vm.processes->pids()));
}

BifResult self_0(Process& p, const Args<0>&) { return p.pid; }
BifResult group_leader_0(Process& p, const Args<0>&) { return p.identity.group_leader; }

BifResult group_leader_2(Process& p, const Args<2>& a) {
  if (!a[0].is_pid() || !a[1].is_pid()) return p.badarg();
  return p.suspend_on(vm::set_group_leader(p, a[0], a[1], Term::none()));
}

BifResult process_flag_2(Process& p, const Args<2>& a) {
  if (a[0] == am::sensitive) {
    const Term before = vm::process_flag(p, a[0], a[1]);
    tracing::update_flags(p);  // a sensitive process is not traced
    return before;
  }
  if (!vm::NodeMonitors::is_flag(a[0])) return vm::process_flag(p, a[0], a[1]);
  const Term before = p.vm.node_monitors->set(p, a[0], a[1]);
  return before.has_value() ? before : p.badarg();
}

BifResult process_flag_3(Process& p, const Args<3>& a) {
  if (!a[0].is_local_pid()) return p.badarg_because(am::badtype);
  return vm::process_flag_of(p, a[0], a[1], a[2]);
}

BifResult process_info_1(Process& p, const Args<1>& a) {
  if (is_old_pid(a[0])) return am::undefined;
  if (!a[0].is_local_pid()) return p.badarg();
  if (a[0] == p.pid) return vm::process_info_self(p, Term::none());
  return p.suspend_on(vm::process_info_of(p, a[0], Term::none()));
}

BifResult process_info_2(Process& p, const Args<2>& a) {
  if (is_old_pid(a[0]) && vm::check_info_request(a[1])) return am::undefined;
  if (!a[0].is_local_pid() || !vm::check_info_request(a[1])) return p.badarg();
  if (a[0] == p.pid) return vm::process_info_self(p, a[1]);
  return p.suspend_on(vm::process_info_of(p, a[0], a[1]));
}

BifResult suspend_process_1(Process& p, const Args<1>& a) {
  if (!a[0].is_local_pid() || a[0] == p.pid) return p.badarg();
  return p.suspend_on(vm::suspend_process(p, a[0], {}));
}

BifResult suspend_process_2(Process& p, const Args<2>& a) {
  if (!a[0].is_local_pid() || a[0] == p.pid) return p.badarg();
  vm::SuspendOptions options;
  Term list = a[1];
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::unless_suspending) {
      options.unless_suspending = true;
    } else if (option == am::asynchronous) {
      options.is_asynchronous = true;
    } else if (option.is_tuple_of(2) && option.as_tuple().elements[0] == am::asynchronous) {
      options.is_asynchronous = true;
      options.reply_tag = option.as_tuple().elements[1];
    } else {
      return p.badarg_because(am::badopt);
    }
  }
  if (!list.is_nil()) return p.badarg_because(am::badopt);
  return p.suspend_on(vm::suspend_process(p, a[0], options));
}

BifResult resume_process_1(Process& p, const Args<1>& a) {
  if (!a[0].is_local_pid()) return p.badarg();
  return vm::resume_process(p, a[0]) ? Term(am::true_) : p.badarg();
}

BifResult is_system_process_1(Process& p, const Args<1>& a) {
  if (!a[0].is_pid()) return p.badarg();
  const Process* asked = a[0].is_local_pid() ? p.vm.processes->find(a[0]) : nullptr;
  return vm::make_boolean(asked != nullptr && asked->identity.is_system);
}

namespace {
/// Leaves in the middle of the call, so that the caller is the current function meanwhile.
vm::Operation yield_once(Process& p) {
  co_await vm::yielded(p);
  co_return am::true_;
}
}  // namespace

BifResult yield_0(Process& p, const Args<0>&) { return p.suspend_on(yield_once(p)); }

BifResult bump_reductions_1(Process& p, const Args<1>& a) {
  if (!a[0].is_small() || a[0].as_small() < 0) return p.badarg();
  p.use_reductions(a[0].as_small());
  return am::true_;
}

}  // namespace bif
