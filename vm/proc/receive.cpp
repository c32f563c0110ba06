// The message queue of a running process: fetched messages in a list, unfetched ones in the
// in-queue behind it.
#include "vm/proc/receive.h"

#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/saved_calls.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

namespace vm {
namespace {

constexpr SWord kMaxReceiveTimeoutMs = 0xFFFFFFFF;

bool is_suspended(const Process& p) {
  return (p.state.load(kRelaxed) & kStateSuspended) != 0;  // relaxed: written by the process itself
}

void append(Process& p, Message* message) {
  message->next = nullptr;
  *p.queue_last = message;
  p.queue_last = reinterpret_cast<Message**>(&message->next);
  ++p.queue_length;
  if (p.sched.waiting == Waiting::kMessage) p.sched.waiting = Waiting::kNothing;
  trace_receive(p, *message);
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

ReceiveMarkers::Marker* marker_of(Process& p, RefNumber ref) {
  if (p.receive_markers == nullptr) return nullptr;
  for (auto& marker : p.receive_markers->markers) {
    if (marker.position != nullptr && marker.ref == ref) return &marker;
  }
  return nullptr;
}

/// The receive has ended: the next one reads its own timeout.
void forget_receive_timeout(Process& p) {
  p.receive_timeout = ReceiveTimeout::kUnread;
  if (p.receive_timer == nullptr) return;
  if (p.receive_timer->home != nullptr) p.receive_timer->home->cancel(*p.receive_timer);
  ++p.receive_timer->number;  // an expiry on its way is too late
}

/// Reads the timeout of a receive that begins to wait, and starts its timer. False: it is none.
bool begin_receive_timeout(Process& p, Term timeout) {
  if (timeout == am::infinity) {
    p.receive_timeout = ReceiveTimeout::kInfinite;
    return true;
  }
  if (!timeout.is_small() || timeout.as_small() < 0 || timeout.as_small() > kMaxReceiveTimeoutMs)
    return false;
  if (timeout.as_small() == 0) {
    p.receive_timeout = ReceiveTimeout::kElapsed;
    return true;
  }
  if (p.receive_timer == nullptr) {
    p.receive_timer = std::make_unique<ReceiveTimer>();
    p.receive_timer->pid = p.pid;
  }
  const Clock& clock = p.vm.schedulers->clock();
  // The next full millisecond: never too early.
  const SWord now_ms = Clock::floor_div(clock.monotonic_ns() + 999'999, 1'000'000);
  p.scheduler->timers.set(*p.receive_timer, now_ms + timeout.as_small());
  p.receive_timeout = ReceiveTimeout::kRunning;
  return true;
}

/// The link behind a message.
Message** next_link(Message& message) { return reinterpret_cast<Message**>(&message.next); }

/// The end of the list and the markers that are at `from` go to `to`.
void move_ends(Process& p, Message** from, Message** to) {
  if (p.queue_last == from) p.queue_last = to;
  if (p.receive_markers == nullptr) return;
  for (auto& marker : p.receive_markers->markers) {
    if (marker.position == from) marker.position = to;
  }
}

/// Takes the message at `link` out of the list.
Message* unlink_message(Process& p, Message** link) {
  Message* message = *link;
  Message** const next = next_link(*message);
  *link = *next;
  --p.queue_length;
  move_ends(p, next, link);
  trace_queue_length(p);
  return message;
}

}  // namespace

void handle_signals(Process& p) {
  Signal* signal = p.in_queue.take_all();
  // What is received may say that code was loaded: from here on the process calls it, also within
  // this slice.
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
  if (!p.in_queue.seems_empty()) handle_signals(p);
  if (!may_run(p)) return nullptr;
  return *p.queue_save;
}

void remove_message(Process& p) {
  // What the sender saw when it sent, this process must see from here on: code it has loaded, too.
  p.see_newest_code();
  note_call(p, {Term::none(), am::receive, 0});
  std::unique_ptr<Message> message(unlink_message(p, p.queue_save));
  const Term token = message->token(), value = message->value;
  p.adopt(Message::to_fragments(std::move(message)));
  trace_token_received(p, token, value);
  p.queue_save = &p.queue_first;
  if (p.receive_timeout != ReceiveTimeout::kUnread) [[unlikely]]
    forget_receive_timeout(p);
}

ReceiveWait wait_with_timeout(Process& p, Term timeout) {
  if (!is_exiting(p) && p.receive_timeout == ReceiveTimeout::kUnread &&
      !begin_receive_timeout(p, timeout)) {
    p.error(am::timeout_value);
    return ReceiveWait::kBadTimeout;
  }
  if (may_run(p) && p.receive_timeout == ReceiveTimeout::kElapsed) return ReceiveWait::kTimedOut;
  wait_for_message(p);
  // A process that is suspended looks at its queue again when it is resumed.
  if (is_suspended(p)) p.sched.waiting = Waiting::kNothing;
  return ReceiveWait::kSuspend;
}

void receive_timed_out(Process& p) {
  if (p.receive_timeout != ReceiveTimeout::kUnread) forget_receive_timeout(p);
  note_call(p, {Term::none(), am::timeout, 0});
  p.queue_save = &p.queue_first;
  trace_timeout(p);
}

Term reserve_receive_marker(Process& p) {
  if (p.receive_markers == nullptr) p.receive_markers = std::make_unique<ReceiveMarkers>();
  auto& markers = p.receive_markers->markers;
  ReceiveMarkers::Marker* place = nullptr;
  for (auto& marker : markers) {
    if (place == nullptr || marker.position == nullptr ||
        (place->position != nullptr && marker.id < place->id)) {
      place = &marker;
    }
  }
  place->position = p.queue_last;
  place->ref = RefNumber{};
  place->id = p.receive_markers->next_id++;
  return Term::small(static_cast<SWord>(place->id));
}

void bind_receive_marker(Process& p, Term id, Term ref) {
  if (p.receive_markers == nullptr || !id.is_small()) return;
  for (auto& marker : p.receive_markers->markers) {
    if (marker.position == nullptr || Term::small(static_cast<SWord>(marker.id)) != id) continue;
    if (ref.is_local_ref()) {
      marker.ref = ref_number(ref);
    } else {
      marker.position = nullptr;
    }
  }
}

void clear_receive_marker(Process& p, Term ref) {
  if (!ref.is_local_ref()) return;
  if (ReceiveMarkers::Marker* marker = marker_of(p, ref_number(ref)); marker != nullptr)
    marker->position = nullptr;
}

void use_receive_marker(Process& p, Term ref) {
  if (!ref.is_local_ref()) return;
  if (ReceiveMarkers::Marker* marker = marker_of(p, ref_number(ref)); marker != nullptr) {
    p.queue_save = marker->position;
  }
}

bool flush_down_message(Process& p, RefNumber ref) {
  for (Message** link = &p.queue_first; *link != nullptr;
       link = reinterpret_cast<Message**>(&(*link)->next)) {
    const Term value = (*link)->value;
    if (!value.is_tuple_of(5)) continue;
    const Term second = value.as_tuple().elements[1];
    if (!second.is_local_ref() || ref_number(second) != ref) continue;
    auto** next = reinterpret_cast<Message**>(&(*link)->next);
    if (p.queue_save == next) p.queue_save = link;
    std::unique_ptr<Message>{unlink_message(p, link)};
    return true;
  }
  return false;
}

std::unique_ptr<Message> replace_message(Process& p, Message** link,
                                         std::unique_ptr<Message> message) {
  Message* const renewed = message.release();  // owner: the list
  std::unique_ptr<Message> old(std::exchange(*link, renewed));
  renewed->next = old->next;
  move_ends(p, next_link(*old), next_link(*renewed));
  if (p.queue_save == next_link(*old)) p.queue_save = next_link(*renewed);
  return old;
}

bool hibernate_must_wait(Process& p) {
  p.queue_save = &p.queue_first;
  if (fetch_and_peek(p) != nullptr) return false;
  // Also where it is suspended: being resumed does not wake it, only a message does.
  if (!is_exiting(p) && *p.queue_save == nullptr) p.sched.waiting = Waiting::kMessage;
  return true;
}

}  // namespace vm
