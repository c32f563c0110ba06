// The message queue of a running process: fetched messages in a list, unfetched ones in the
// in-queue behind it.
#include "vm/proc/receive.h"

#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/pause.h"
#include "vm/proc/saved_calls.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

namespace vm {
namespace {

bool is_suspended(const Process& p) { return p.sched.state.is_suspended(); }

void append(Process& p, Message* message) {
  p.assert_own_thread();
  p.messages.append(message);
  p.sched.end_wait(Waiting::kMessage);
  trace_receive(p, *message);
  p.messages.note_appended(*message);
  trace_queue_length(p);
}

/// Makes a message to an alias an ordinary one, if the alias is active.
bool passes_alias(Process& p, Message& message) {
  if (p.links == nullptr) return false;
  auto& aliases = p.links->aliases;
  const RefNumber alias = message.extra().alias;
  const auto found = aliases.find(alias);
  if (found == aliases.end()) return false;
  const AliasMode mode = found->second;
  if (mode == AliasMode::kReply || mode == AliasMode::kReplyDemonitor) {
    aliases.erase(found);
    if (mode == AliasMode::kReplyDemonitor) end_monitor(p, alias);
  }
  message.kind = SignalKind::kMessage;
  return true;
}

std::unique_ptr<Message> take_message(Process& p, Message** link) {
  p.assert_own_thread();
  std::unique_ptr<Message> message = p.messages.take(link);
  trace_queue_length(p);
  return message;
}

}  // namespace

void handle_signals(Process& p) {
  p.assert_own_thread();
  // Those that came while a native paused are the older ones (vm/proc/pause.h).
  Signal* signal = std::exchange(p.exit.unhandled_signals, nullptr);
  Signal** end = &signal;
  while (*end != nullptr) end = &(*end)->next;
  *end = p.in_queue.take_all();
  // A signal may follow from the loading of code: from here on the process calls that code, in this
  // time slice too.
  if (signal != nullptr) p.see_newest_code();
  while (signal != nullptr) {
    Signal* next = signal->next;
    switch (signal->kind) {
      case SignalKind::kMessage:
        append(p, static_cast<Message*>(signal));
        break;
      case SignalKind::kAliasMessage:
        if (passes_alias(p, static_cast<Message&>(*signal))) {
          append(p, static_cast<Message*>(signal));
        } else {
          std::unique_ptr<Signal>{signal};
        }
        break;
      default:
        handle_signal(p, *signal);
        break;
    }
    signal = next;
    if (is_exiting(p)) {
      p.exit.unhandled_signals = signal;  // finish_exit() answers them
      return;
    }
  }
}

void append_message(Process& p, std::unique_ptr<Message> message) { append(p, message.release()); }

Message* fetch_and_peek(Process& p) {
  if (is_exiting(p)) return nullptr;
  if (has_signals(p)) handle_signals(p);
  if (!may_run(p)) return nullptr;
  return p.messages.current();
}

void remove_message(Process& p) {
  // What the sender saw when it sent, this process must see from here on: code it has loaded, too.
  p.see_newest_code();
  note_call(p, {Term::none(), am::receive, 0});
  std::unique_ptr<Message> message = take_message(p, p.messages.current_link());
  const Term token = message->token(), value = message->value;
  p.adopt(Message::to_fragments(std::move(message)));
  trace_token_received(p, token, value);
  p.messages.restart();
  if (!p.timeout.is_unread()) [[unlikely]]
    p.timeout.forget();
}

ReceiveWait wait_with_timeout(Process& p, Term timeout) {
  if (!is_exiting(p) && p.timeout.is_unread() && !p.timeout.begin(p, timeout)) {
    p.messages.restart();
    p.error(am::timeout_value);
    return ReceiveWait::kBadTimeout;
  }
  if (may_run(p) && p.timeout.has_elapsed()) return ReceiveWait::kTimedOut;
  wait_for_message(p);
  // A process that is suspended looks at its queue again when it is resumed.
  if (is_suspended(p)) p.sched.waiting = Waiting::kNothing;
  return ReceiveWait::kSuspend;
}

void receive_timed_out(Process& p) {
  if (!p.timeout.is_unread()) p.timeout.forget();
  note_call(p, {Term::none(), am::timeout, 0});
  p.messages.restart();
  trace_timeout(p);
}

Term reserve_receive_marker(Process& p) {
  return Term::small(static_cast<SWord>(p.messages.reserve_marker()));
}

void bind_receive_marker(Process& p, Term marker, Term ref) {
  if (!marker.is_small()) return;
  const auto id = static_cast<Word>(marker.as_small());
  if (ref.is_local_ref()) {
    p.messages.bind_marker(id, ref_number(ref));
  } else {
    p.messages.drop_marker(id);
  }
}

void clear_receive_marker(Process& p, Term ref) {
  if (ref.is_local_ref()) p.messages.drop_marker(ref_number(ref));
}

void use_receive_marker(Process& p, Term ref) {
  if (ref.is_local_ref()) p.messages.restart_at_marker(ref_number(ref));
}

bool flush_down_message(Process& p, RefNumber ref) {
  for (Message** link = p.messages.first_link(); *link != nullptr;
       link = MessageQueue::link_behind(**link)) {
    const Term value = (*link)->value;
    if (!value.is_tuple_of(5)) continue;
    const Term second = value.as_tuple().elements[1];
    if (!second.is_local_ref() || ref_number(second) != ref) continue;
    static_cast<void>(take_message(p, link));
    return true;
  }
  return false;
}

bool hibernate_must_wait(Process& p) {
  p.messages.restart();
  if (fetch_and_peek(p) != nullptr) return false;
  // Also where it is suspended: being resumed does not wake it, only a message does.
  if (!is_exiting(p) && p.messages.current() == nullptr) p.sched.waiting = Waiting::kMessage;
  return true;
}

}  // namespace vm
