// What a receiver does with each kind of signal, and how signals to a receiver that is gone are
// answered. The cases of handle_signal() and answer_for_the_dead() belong together: every question
// has an answer in both.
#include "vm/proc/exit.h"
#include "vm/proc/info_signal.h"
#include "vm/proc/links.h"
#include "vm/proc/receive.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/node.h"
#include "vm/vm.h"

namespace vm {
namespace {

HeapFragment* chained(HeapFragment* first, HeapFragment* second) {
  if (first == nullptr) return second;
  HeapFragment* last = first;
  while (last->next != nullptr) last = last->next;
  last->next = second;
  return first;
}

/// A message that the receiver itself makes of a signal: `value` in `builder`, plus what it refers
/// to and the token it carries.
void append_made(Process& p, Term from, Term value, HeapBuilder& builder, HeapFragment* more,
                 Term token) {
  append_message(p, make_message_of(from, value, chained(builder.take_fragments(), more), token));
}

void end_by_signal(Process& p, Term reason, TermSignal& signal) {
  p.adopt(std::exchange(signal.fragment, nullptr));
  if (p.operation.is_protected) {
    if (!p.exit.is_deferred) p.exit.reason = reason;
    p.exit.is_deferred = true;
    return;
  }
  exit_process(p, reason);
}

void handle_exit(Process& p, TermSignal& signal) {
  Term reason = signal.reason;
  if (signal.from_link) {
    if (p.links == nullptr) return;
    const auto found = p.links->links.find(link_key(signal.from));
    if (found == p.links->links.end()) return;
    const bool active = found->second.unlink_id == 0;
    p.links->links.erase(found);
    if (!active) return;
    trace_token_exited(p, signal.from, reason, signal.token);
    // A process that ends by it has no links to lose any more.
    if ((p.flags.trap_exit || reason == am::normal) && !signal.never_linked)
      trace_getting_unlinked(p, signal.from);
  } else if (reason == am::kill) {
    end_by_signal(p, am::killed, signal);
    return;
  }
  if (p.flags.trap_exit) {
    HeapBuilder builder(4);
    const Term value = builder.tuple(am::EXIT, signal.from, reason);
    append_made(p, signal.from, value, builder, std::exchange(signal.fragment, nullptr),
                signal.token);
    return;
  }
  if (reason == am::normal && (signal.from_link || signal.from != p.pid)) return;
  end_by_signal(p, reason, signal);
}

void handle_link(Process& p, TermSignal& signal) {
  std::shared_ptr<const RemotePid> remote;
  if (!signal.from.is_immediate()) remote = intern_remote_pid(signal.from);
  const Word key = remote == nullptr ? signal.from.bits() : remote->term().bits();
  Link& link = links_of(p).links.try_emplace(key, Link{~Word{0}, remote}).first->second;
  // A link signal that crossed our unlink signal on the way has no effect: the other side will see
  // the unlink.
  if (link.unlink_id != ~Word{0}) return;
  link.unlink_id = 0;
  trace_getting_linked(p, signal.from);
}

void handle_unlink(Process& p, TermSignal& signal) {
  if (p.links != nullptr) {
    const auto found = p.links->links.find(link_key(signal.from));
    if (found != p.links->links.end() && found->second.unlink_id == 0) {
      p.links->links.erase(found);
      trace_getting_unlinked(p, signal.from);
    }
  }
  auto acknowledgement = std::make_unique<TermSignal>(SignalKind::kUnlinkAck);
  acknowledgement->from = p.pid;
  acknowledgement->id = signal.id;
  push_signal(p.vm, signal.from, std::move(acknowledgement));
}

void handle_unlink_ack(Process& p, TermSignal& signal) {
  if (p.links == nullptr) return;
  const auto found = p.links->links.find(link_key(signal.from));
  if (found != p.links->links.end() && found->second.unlink_id == signal.id)
    p.links->links.erase(found);
}

void handle_monitor_down(Process& p, TermSignal& signal) {
  if (p.links == nullptr) return;
  const auto found = p.links->monitoring.find(signal.ref);
  if (found == p.links->monitoring.end()) return;
  Monitoring monitor = found->second;
  p.links->monitoring.erase(found);
  if (monitor.alias == AliasMode::kDemonitor || monitor.alias == AliasMode::kReplyDemonitor) {
    p.links->aliases.erase(signal.ref);
  }
  HeapBuilder builder(6 + kPidRefWords + 3);
  const Term ref = monitor.ref_has_pid ? make_pid_ref(builder, signal.ref, p.pid)
                                       : make_ref(builder, signal.ref);
  const Term node = monitor.node.has_value() ? monitor.node : local_node_name();
  const Term object = monitor.name.has_value() ? builder.tuple(monitor.name, node) : signal.from;
  const Term kind = monitor.kind == MonitorKind::kPort ? am::port : am::process;
  const Term tag = monitor.tag.has_value() ? monitor.tag : am::DOWN;
  const Term value = builder.tuple(tag, ref, kind, object, signal.reason);
  HeapFragment* more = chained(monitor.tag_fragment, std::exchange(signal.fragment, nullptr));
  append_made(p, signal.from, value, builder, more, am::undefined);
}

void handle_suspend(Process& p, const SuspendSignal& signal) {
  if (signal.mark) {
    p.sched.suspend();
    signal.mark->is_suspended.store(true, kRelaxed);  // relaxed: advice
  }
  if (signal.has_tag) send_suspend_reply(p.vm, p.pid, signal, am::suspended);
  if (signal.id != 0) send_reply(p.vm, signal.from, signal.id, am::true_);
}

void handle_resume(Process& p) {
  // A suspended receive did not look at its messages.
  if (p.sched.resume() && p.messages.current() != nullptr) p.sched.end_wait(Waiting::kMessage);
}

void handle_reply(Process& p, Signal& signal) {
  auto& answer = static_cast<ReplySignal&>(signal);
  if (p.sched.waiting != Waiting::kOperation || answer.wait != p.operation.wait) {
    delete &signal;
    return;
  }
  p.operation.reply.reset(&answer);
  p.sched.waiting = Waiting::kNothing;
}

}  // namespace

void handle_signal(Process& p, Signal& signal) {
  auto& terms = static_cast<TermSignal&>(signal);
  switch (signal.kind) {
    case SignalKind::kMessage:
    case SignalKind::kAliasMessage:
      VM_UNREACHABLE();
    case SignalKind::kExit:
      handle_exit(p, terms);
      break;
    case SignalKind::kLink:
      handle_link(p, terms);
      break;
    case SignalKind::kUnlink:
      handle_unlink(p, terms);
      break;
    case SignalKind::kUnlinkAck:
      handle_unlink_ack(p, terms);
      break;
    case SignalKind::kMonitor:
      links_of(p).monitored_by[terms.ref] = {terms.from, terms.reason};
      break;
    case SignalKind::kDemonitor:
      if (p.links != nullptr) p.links->monitored_by.erase(terms.ref);
      break;
    case SignalKind::kMonitorDown:
      handle_monitor_down(p, terms);
      break;
    case SignalKind::kGroupLeader:
      p.adopt(std::exchange(terms.fragment, nullptr));
      p.identity.group_leader = terms.reason;
      send_reply(p.vm, terms.from, terms.id, am::true_);
      break;
    case SignalKind::kIsAlive:
      send_reply(p.vm, terms.from, terms.id, am::true_);
      break;
    case SignalKind::kProcessInfo:
      answer_process_info(p, static_cast<InfoSignal&>(signal));
      break;
    case SignalKind::kSuspend:
      handle_suspend(p, static_cast<SuspendSignal&>(signal));
      break;
    case SignalKind::kResume:
      handle_resume(p);
      break;
    case SignalKind::kCall: {
      auto& call = static_cast<CallSignal&>(signal);
      call.run(p, call);
      break;
    }
    case SignalKind::kReply:
      handle_reply(p, signal);
      return;  // keeps the signal
  }
  delete &signal;
}

void answer_for_the_dead(Vm& vm, Term pid, Signal& signal) {
  auto& terms = static_cast<TermSignal&>(signal);
  switch (signal.kind) {
    case SignalKind::kLink:
      send_link_exit(vm, pid, terms.from, am::noproc);
      break;
    case SignalKind::kUnlink: {
      auto acknowledgement = std::make_unique<TermSignal>(SignalKind::kUnlinkAck);
      acknowledgement->from = pid;
      acknowledgement->id = terms.id;
      push_signal(vm, terms.from, std::move(acknowledgement));
      break;
    }
    case SignalKind::kMonitor:
      send_down(vm, pid, terms.from, terms.ref, am::noproc);
      break;
    case SignalKind::kGroupLeader:
    case SignalKind::kIsAlive:
      send_reply(vm, terms.from, terms.id, am::false_);
      break;
    case SignalKind::kProcessInfo: {
      auto& info = static_cast<InfoSignal&>(signal);
      send_reply(vm, info.asker, info.wait, am::undefined);
      break;
    }
    case SignalKind::kSuspend: {
      const auto& suspend = static_cast<SuspendSignal&>(signal);
      if (suspend.has_tag) send_suspend_reply(vm, pid, suspend, am::badarg);
      if (suspend.id != 0) send_reply(vm, suspend.from, suspend.id, am::false_);
      break;
    }
    default:
      break;  // nothing waits for these; what a kCall holds is answered by its destructor
  }
}

void send_reply(Vm& vm, Term asker, Word wait, Term value, HeapFragment* fragments) {
  auto answer = std::make_unique<ReplySignal>();
  answer->value = value;
  answer->fragment = fragments;
  answer->wait = wait;
  push_signal(vm, asker, std::move(answer));
}

}  // namespace vm
