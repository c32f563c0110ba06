// The acting side of links, monitors and aliases; the receiving side is signal_handling.cpp.
#include "vm/proc/links.h"

#include "vm/proc/connection_wait.h"
#include "vm/proc/dead_pids.h"
#include "vm/proc/exit.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/operation.h"
#include "vm/proc/pause.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/question.h"
#include "vm/proc/receive.h"
#include "vm/proc/registry.h"
#include "vm/proc/remote.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/node.h"
#include "vm/vm.h"

namespace vm {
namespace {

std::unique_ptr<TermSignal> signal_from(SignalKind kind, Term from) {
  auto signal = std::make_unique<TermSignal>(kind);
  signal->from = from;
  return signal;
}

void set_reason(Vm& vm, TermSignal& signal, Term reason, Term token = Term::nil()) {
  const SharedLiterals literals = vm.literals.get();
  const CopySize size = size_of_term(reason, literals);
  const CopySize token_size = size_of_term(token, literals);
  signal.reason = reason;
  signal.token = token;
  if (size.words + token_size.words == 0) return;
  HeapBuilder builder(size.words + token_size.words);
  signal.reason = copy_term_of_size(builder, reason, size, literals);
  signal.token = copy_term_of_size(builder, token, token_size, literals);
  signal.fragment = builder.take_fragments();
}

/// Tells another node that a monitor of one of its processes has ended; nothing for others.
void demonitor_remote(Process& p, RefNumber number, const Monitoring& monitor) {
  if (monitor.node.is_none()) return;
  const RemoteTarget target{monitor.node, monitor.name.has_value() ? monitor.name : monitor.target};
  p.vm.node_monitors->remote().demonitor(p.pid, number, monitor.ref_has_pid, target);
}

/// Ends a BIF that has sent a signal to `other`, which may be a process of another node.
Term after_signal(Process& p, Term other, Term result) {
  return other.is_immediate() ? result
                              : after_sending(p, node_of(other).name, result, kSignalPlace);
}

/// The node of the process that a monitor watches; none(): it is here, or there is no such monitor.
Term node_of_monitored(const Process& p, RefNumber number) {
  if (p.links == nullptr) return Term::none();
  const auto found = p.links->monitoring.find(number);
  return found == p.links->monitoring.end() ? Term::none() : found->second.node;
}

bool goes_with_monitor(AliasMode mode) {
  return mode == AliasMode::kDemonitor || mode == AliasMode::kReplyDemonitor;
}

/// Enters a new monitor on the watcher's side; returns its reference.
Term add_monitoring(Process& p, const MonitorOptions& options, Term target, Term name,
                    RefNumber* number) {
  *number = next_ref_number(p.vm);
  ProcessLinks& links = links_of(p);
  Monitoring& monitor = links.monitoring[*number];
  monitor.target = target;
  monitor.name = name;
  monitor.alias = options.alias;
  monitor.ref_has_pid = options.alias != AliasMode::kNone;
  if (options.tag.has_value()) {
    HeapBuilder builder(Word{0});
    // No literals: it is kept for as long as the monitor.
    monitor.tag = copy_term(builder, options.tag, nullptr);
    monitor.tag_fragment = builder.take_fragments();
  }
  if (options.alias != AliasMode::kNone) links.aliases[*number] = options.alias;
  HeapBuilder builder(p);
  return monitor.ref_has_pid ? make_pid_ref(builder, *number, p.pid) : make_ref(builder, *number);
}

/// Calls `visit` with the entries of a map, each after those below it in the map's tree. OTP keeps
/// links in a red-black tree too and takes it apart from its leaves, so of two linked processes the
/// one that was linked last gets its exit signal first. Programs see that order: a parent that
/// traps exits runs after the child's later links. Rejected: a tree of our own, as std::map's is
/// the same (the nodes are those of libstdc++, which the machine is built with).
template <class Map, class Visit>
void for_each_from_leaves(const Map& map, Visit&& visit) {
  if (map.empty()) return;
  using Place = typename Map::const_iterator;
  const auto deepest = [](auto node) {
    while (node->_M_left != nullptr || node->_M_right != nullptr) {
      node = node->_M_left != nullptr ? node->_M_left : node->_M_right;
    }
    return node;
  };
  const auto end = map.end()._M_node;
  for (auto node = deepest(end->_M_parent); node != end;) {
    visit(*Place(node));
    const auto parent = node->_M_parent;
    const bool was_left = node == parent->_M_left;
    const bool goes_right = parent != end && was_left && parent->_M_right != nullptr;
    node = goes_right ? deepest(parent->_M_right) : parent;
  }
}

}  // namespace

ProcessLinks::~ProcessLinks() {
  for (auto& [number, monitor] : monitoring) HeapFragment::free_chain(monitor.tag_fragment);
}

ProcessLinks& links_of(Process& p) {
  if (p.links == nullptr) p.links = std::make_unique<ProcessLinks>();
  return *p.links;
}

namespace {

Term link_remote(Process& p, Term pid) {
  std::shared_ptr<const RemotePid> remote = intern_remote_pid(pid);
  auto [found, is_new] = links_of(p).links.try_emplace(remote->term().bits());
  if (!is_new && found->second.unlink_id == 0) return am::true_;  // linked already
  found->second = Link{0, std::move(remote)};
  push_signal(p.vm, pid, signal_from(SignalKind::kLink, p.pid));
  return after_signal(p, pid, am::true_);
}

}  // namespace

Term link(Process& p, Term pid) {
  trace_link(p, pid);  // whatever becomes of it
  if (pid == p.pid) return am::true_;
  if (!pid.is_immediate()) return link_remote(p, pid);
  auto [found, is_new] = links_of(p).links.try_emplace(pid.bits());
  if (!is_new && found->second.unlink_id == 0) return am::true_;  // linked already
  found->second.unlink_id = 0;
  auto signal = signal_from(SignalKind::kLink, p.pid);
  Process* other = p.vm.processes->find(pid);
  if (other != nullptr) trace_linking(p, pid);
  if (other != nullptr && push_signal(*other, signal.get())) {
    static_cast<void>(signal.release());
    return am::true_;
  }
  if (pid.is_local_port() && p.vm.ports != nullptr && p.vm.ports->signal(pid, &signal)) {
    return am::true_;
  }
  // No such process. A caller that traps exits gets the exit signal as a message, others an error
  // at once.
  if (p.flags.trap_exit) {
    auto answer = signal_from(SignalKind::kExit, pid);
    set_reason(p.vm, *answer, am::noproc, am::undefined);  // leaves the token alone
    answer->from_link = true;
    answer->never_linked = true;
    push_signal(p.vm, p.pid, std::move(answer));
    return am::true_;
  }
  p.links->links.erase(pid.bits());
  return p.error(am::noproc);
}

Term unlink(Process& p, Term pid) {
  trace_unlink(p, pid);
  if (p.links == nullptr) return am::true_;
  const auto found = p.links->links.find(link_key(pid));
  if (found == p.links->links.end() || found->second.unlink_id != 0) return am::true_;
  found->second.unlink_id = p.links->next_unlink_id++;
  auto signal = signal_from(SignalKind::kUnlink, p.pid);
  signal->id = found->second.unlink_id;
  push_signal(p.vm, pid, std::move(signal));
  return after_signal(p, pid, am::true_);
}

void add_spawn_links(Process& parent, Process& child) {
  links_of(parent).links[child.pid.bits()] = Link{};
  links_of(child).links[parent.pid.bits()] = Link{};
}

Term add_spawn_monitor(Process& parent, Process& child, const MonitorOptions& options) {
  RefNumber number;
  const Term ref = add_monitoring(parent, options, child.pid, Term::none(), &number);
  links_of(child).monitored_by[number] = {parent.pid, Term::none()};
  return ref;
}

Term monitor(Process& p, MonitorKind kind, Term target, const MonitorOptions& options) {
  Term pid = target;
  Term name;
  if (target.is_atom()) {
    name = target;
    pid = p.vm.registry->find(target);
    if (pid.has_value() && pid.is_local_port() != (kind == MonitorKind::kPort)) pid = Term::none();
  }
  RefNumber number;
  if (pid == p.pid) {
    // As OTP: nothing is watched, and the reference is no alias either.
    number = next_ref_number(p.vm);
    HeapBuilder builder(p);
    return options.alias == AliasMode::kNone ? make_ref(builder, number)
                                             : make_pid_ref(builder, number, p.pid);
  }
  const Term ref = add_monitoring(p, options, pid, name, &number);
  p.links->monitoring[number].kind = kind;
  if (pid.is_none()) {
    send_down(p.vm, p.pid, p.pid, number, am::noproc);
  } else {
    auto signal = signal_from(SignalKind::kMonitor, p.pid);
    signal->ref = number;
    signal->reason = name;
    push_signal(p.vm, pid, std::move(signal));
  }
  return ref;
}

Term monitor_remote(Process& p, Term node, Term target, const MonitorOptions& options) {
  RefNumber number;
  const bool is_name = target.is_atom();
  const Term ref =
      add_monitoring(p, options, Term::none(), is_name ? target : Term::none(), &number);
  Monitoring& monitor = p.links->monitoring[number];
  monitor.node = node;
  if (!is_name) {
    monitor.remote = intern_remote_pid(target);
    monitor.target = monitor.remote->term();
  }
  p.vm.node_monitors->remote().monitor(p, number, monitor.ref_has_pid, {node, target});
  return after_sending(p, node, ref, kSignalPlace);
}

Term linked_term(HeapBuilder& builder, Word key, const Link& link) {
  const Term other = Term::from_bits(key);
  return link.remote == nullptr ? other : copy_term(builder, other, nullptr);
}

Term monitor_dead(Process& p, MonitorKind kind, Term pid, const MonitorOptions& options) {
  RefNumber number;
  const Term ref = add_monitoring(p, options, Term::none(), Term::none(), &number);
  HeapBuilder builder(Word{0});
  const Term tag =
      options.tag.has_value() ? copy_term(builder, options.tag, nullptr) : Term(am::DOWN);
  const Term type = kind == MonitorKind::kPort ? am::port : am::process;
  const Term message = builder.tuple(tag, copy_term(builder, ref, nullptr), type,
                                     copy_term(builder, pid, nullptr), Term(am::noproc));
  end_monitor(p, number);
  send_from_machine(p.vm, Term::none(), p.pid, message, builder.take_fragments());
  return ref;
}

Term link_dead(Process& p, Term pid) {
  trace_link(p, pid);
  if (!p.flags.trap_exit) return p.error(am::noproc);
  HeapBuilder builder(Word{0});
  const Term message =
      builder.tuple(Term(am::EXIT), copy_term(builder, pid, nullptr), Term(am::noproc));
  send_from_machine(p.vm, Term::none(), p.pid, message, builder.take_fragments());
  return am::true_;
}

Term monitor_time_offset(Process& p, const MonitorOptions& options) {
  RefNumber number;
  return add_monitoring(p, options, am::clock_service, Term::none(), &number);
}

bool end_monitor(Process& p, RefNumber number) {
  if (p.links == nullptr) return false;
  const auto found = p.links->monitoring.find(number);
  if (found == p.links->monitoring.end()) return false;
  const Monitoring monitor = found->second;
  p.links->monitoring.erase(found);
  HeapFragment::free_chain(monitor.tag_fragment);
  if (goes_with_monitor(monitor.alias)) p.links->aliases.erase(number);
  demonitor_remote(p, number, monitor);
  const bool is_elsewhere = monitor.target.is_local_pid() || monitor.target.is_local_port();
  if (is_elsewhere && monitor.target != p.pid) {
    auto signal = signal_from(SignalKind::kDemonitor, p.pid);
    signal->ref = number;
    push_signal(p.vm, monitor.target, std::move(signal));
  }
  return true;
}

Term demonitor(Process& p, Term ref, DemonitorOptions options) {
  if (!ref.is_ref()) return p.badarg();
  bool active = false;
  Term node = Term::none();  // to which it sends
  if (ref.is_local_ref()) {
    const RefNumber number = ref_number(ref);
    node = node_of_monitored(p, number);
    // As OTP: what has come and was not looked at yet does not count; a DOWN among it is dropped.
    active = end_monitor(p, number);
    if (options.flush && !active) {
      if (has_signals(p)) handle_signals(p);
      if (is_exiting(p)) return Term::none();
      flush_down_message(p, number);
    }
  }
  const Term result = options.info ? make_boolean(active) : Term(am::true_);
  return node.has_value() ? after_sending(p, node, result, kSignalPlace) : result;
}

Term make_alias(Process& p, AliasMode mode) {
  const RefNumber number = next_ref_number(p.vm);
  links_of(p).aliases[number] = mode;
  HeapBuilder builder(p);
  return make_pid_ref(builder, number, p.pid);
}

Term unalias(Process& p, Term ref) {
  if (!ref.is_ref()) return p.badarg();
  if (!ref.is_local_ref() || p.links == nullptr) return am::false_;
  const RefNumber number = ref_number(ref);
  if (p.links->aliases.erase(number) == 0) return am::false_;
  const auto found = p.links->monitoring.find(number);
  if (found != p.links->monitoring.end()) found->second.alias = AliasMode::kNone;
  return am::true_;
}

void send_exit_signal(Vm& vm, Term from, Term to_pid, Term reason) {
  auto signal = signal_from(SignalKind::kExit, from);
  set_reason(vm, *signal, reason);
  push_signal(vm, to_pid, std::move(signal));
}

Term exit_signal(Process& from, Term to_pid, Term reason) {
  if (!to_pid.is_immediate()) {
    const Remote::Sent sent = from.vm.node_monitors->remote().exit(from, to_pid, reason);
    if (sent == Remote::Sent::kTooLarge) return from.system_limit();
    if (sent != Remote::Sent::kBusy) return am::true_;
    return from.suspend_on(suspended_by_connection(from, am::true_, kSenderPlace));
  }
  send_exit_signal(from.vm, from.pid, to_pid, reason);
  if (to_pid == from.pid) {
    handle_signals(from);
    if (is_exiting(from)) return Term::none();
  }
  return am::true_;
}

void send_link_exit(Vm& vm, Term from, Term to_pid, Term reason, Term token) {
  auto signal = signal_from(SignalKind::kExit, from);
  signal->from_link = true;
  set_reason(vm, *signal, reason, token);
  push_signal(vm, to_pid, std::move(signal));
}

void send_down(Vm& vm, Term from, Term watcher, RefNumber ref, Term reason) {
  auto signal = signal_from(SignalKind::kMonitorDown, from);
  signal->ref = ref;
  set_reason(vm, *signal, reason);
  push_signal(vm, watcher, std::move(signal));
}

Operation set_group_leader(Process& p, Term leader, Term pid, Term failure) {
  if (pid == p.pid) {
    p.identity.group_leader = leader;
    co_return am::true_;
  }
  auto signal = signal_from(SignalKind::kGroupLeader, p.pid);
  set_reason(p.vm, *signal, leader);  // the pid of another node is a term on the caller's heap
  if (!pid.is_local_pid()) {          // another node sends no answer
    if (push_signal(p.vm, pid, std::move(signal))) {
      if (!p.vm.node_monitors->remote().must_wait(p, node_of(pid).name)) co_return am::true_;
      Operation wait = suspended_by_connection(p, am::true_, kSignalPlace);
      co_return co_await wait;
    }
    co_return failure.has_value() ? failure : p.badarg();
  }
  signal->id = next_operation_wait(p);
  push_question(p, pid, std::move(signal));
  if (co_await reply(p) == am::true_) co_return am::true_;
  co_return failure.has_value() ? failure : p.badarg();
}

Operation is_process_alive(Process& p, Term pid) {
  auto signal = signal_from(SignalKind::kIsAlive, p.pid);
  signal->id = next_operation_wait(p);
  push_question(p, pid, std::move(signal));
  co_return co_await reply(p);
}

Operation signals_handled(Process& p, Term pid) {
  Operation answered = is_process_alive(p, pid);
  co_await answered;
  co_return am::true_;
}

Operation suspend_process(Process& p, Term pid, SuspendOptions options) {
  auto& suspending = links_of(p).suspending;
  auto found = suspending.find(pid.bits());
  const bool is_new = found == suspending.end();
  const bool counts = is_new || !options.unless_suspending;
  if (is_new) {
    found = suspending.emplace(pid.bits(), Suspension{0, make_shared_ref<SuspendedMark>()}).first;
  }
  if (counts) ++found->second.times;
  auto signal = std::make_unique<SuspendSignal>();
  signal->from = p.pid;
  if (counts) signal->mark = found->second.mark;
  if (!options.is_asynchronous) signal->id = next_operation_wait(p);
  signal->has_tag = options.reply_tag.has_value();
  if (signal->has_tag) set_reason(p.vm, *signal, options.reply_tag);
  const bool is_sent = push_question(p, pid, std::move(signal));
  bool is_there = is_sent;
  if (!options.is_asynchronous) is_there = co_await reply(p) == am::true_;
  if (!is_there && counts) {
    // The process may have changed its suspensions no more than the others.
    found = suspending.find(pid.bits());
    if (found != suspending.end() && --found->second.times == 0) suspending.erase(found);
  }
  if (!is_there && !options.is_asynchronous && counts) co_return p.badarg();
  co_return make_boolean(counts);
}

void send_suspend_reply(Vm& vm, Term pid, const SuspendSignal& signal, Term state) {
  HeapBuilder builder(Word{4});
  const Term reply = builder.tuple(signal.reason, state);
  push_signal(vm, signal.from, make_message(vm, pid, reply, am::undefined));
  HeapFragment::free_chain(builder.take_fragments());
}

void suspend_self(Process& p) {
  p.sched.suspend();
  p.use_reductions(p.reductions);
}

void send_resume(Vm& vm, Term pid) { push_signal(vm, pid, signal_from(SignalKind::kResume, pid)); }

Word times_suspending(const Process& p, Term pid) {
  if (p.links == nullptr) return 0;
  const auto found = p.links->suspending.find(pid.bits());
  return found == p.links->suspending.end() ? 0 : found->second.times;
}

bool resume_process(Process& p, Term pid) {
  if (times_suspending(p, pid) == 0) return false;
  auto found = p.links->suspending.find(pid.bits());
  if (--found->second.times == 0) p.links->suspending.erase(found);
  return push_signal(p.vm, pid, signal_from(SignalKind::kResume, p.pid));
}

void end_all_links(Process& p, Term reason) {
  std::unique_ptr<ProcessLinks> links = std::move(p.links);
  if (links == nullptr) return;
  // OTP's order, which programs rely on: a process that has received a DOWN message may ask a
  // linked process, such as a supervisor, which has then got the exit signal before the question.
  for_each_from_leaves(links->links, [&](const auto& entry) {
    const Term other = Term::from_bits(entry.first);
    // Where this end waits for the acknowledgement of an unlink, the other side ignores the signal,
    // unless it has linked itself again since. To that link this process was dead already.
    const Term why = entry.second.unlink_id == 0 ? reason : Term(am::noproc);
    trace_token_exit(p);
    send_link_exit(p.vm, p.pid, other, why, p.tracing.seq_token);
  });
  for (const auto& [number, monitor] : links->monitoring) {
    demonitor_remote(p, number, monitor);
    const bool is_elsewhere = monitor.target.is_local_pid() || monitor.target.is_local_port();
    if (!is_elsewhere || monitor.target == p.pid) continue;
    auto signal = signal_from(SignalKind::kDemonitor, p.pid);
    signal->ref = number;
    push_signal(p.vm, monitor.target, std::move(signal));
  }
  for (const auto& [bits, suspension] : links->suspending) {
    for (Word i = 0; i < suspension.times; ++i) {
      push_signal(p.vm, Term::from_bits(bits), signal_from(SignalKind::kResume, p.pid));
    }
  }
  for (const auto& [number, watched] : links->monitored_by) {
    if (watched.object != nullptr) {
      watched.object->process_down_because(p.vm, p.pid, number, reason);
    } else {
      send_down(p.vm, p.pid, watched.watcher, number, reason);
    }
  }
}

}  // namespace vm
