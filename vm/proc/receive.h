// What the receive instructions do with the message queue.
//   loop_rec        peek_message(): the next message that the receive looks at; null: on to the
//                   wait instruction
//   loop_rec_end    skip_message(), again to loop_rec
//   remove_message  remove_message(): the message matched
//   wait            wait_for_message(), then leave to the scheduler, to continue at the label of
//                   the wait instruction with no x register kept
//   wait_timeout    wait_with_timeout(): leave in the same way, or go on to the next instruction
//   timeout         receive_timed_out()
// The label of a wait instruction is that of loop_rec, or of the wait itself where the receive has
// no clause. Then the instruction runs again after each wake-up, and its operand is gone.
// While a message is only peeked at, its term lies in the message's fragment and may be used freely
// until skip_message(); the collector leaves it where it is. Invariants: `*queue_save` is the
// message peeked at last (or null); queue_length counts the fetched messages. Threads: in the
// process's context, registers saved only where it says so.
#pragma once

#include "vm/proc/process.h"

#include <array>

namespace vm {

/// Takes the signals that have arrived: handles them, puts messages at the end of the queue. May
/// make the process exiting, suspended, or change its flags. Never collects.
void handle_signals(Process& p);
/// peek_message() at the end of the queue.
Message* fetch_and_peek(Process& p);

/// loop_rec. Null also when the process has to leave (exiting, suspended): the wait instruction
/// then leaves.
inline Message* peek_message(Process& p) {
  Message* message = *p.queue_save;
  return message != nullptr ? message : fetch_and_peek(p);
}
/// loop_rec_end.
inline void skip_message(Process& p) {
  p.queue_save = reinterpret_cast<Message**>(&(*p.queue_save)->next);
}
/// remove_message: the message peeked at leaves the queue, its terms now belong to the process; the
/// timeout is cancelled. Registers need not be saved.
void remove_message(Process& p);

/// wait: the process has nothing to do until a message comes.
inline void wait_for_message(Process& p) {
  p.sched.waiting = Waiting::kMessage;
  p.raising.outcome = Outcome::kSuspended;
}
enum class ReceiveWait : std::uint8_t {
  kSuspend,     // leave to the scheduler, ip = loop_rec
  kTimedOut,    // the time is over: the next instruction
  kBadTimeout,  // raised timeout_value
};
/// wait_timeout: `timeout` is milliseconds or `infinity`. Only the first call of a receive reads it
/// and starts the timer; the later ones may be given anything.
ReceiveWait wait_with_timeout(Process& p, Term timeout);
/// timeout: the next receive starts at the front.
void receive_timed_out(Process& p);

// --- receive markers: where in the queue the answer to a reference can be at the earliest ---

struct ReceiveMarkers {
  struct Marker {
    Message** position = nullptr;  // null: free
    RefNumber ref;                 // none while only reserved
    Word id = 0;
  };
  std::array<Marker, 4> markers;
  Word next_id = 1;
};
/// recv_marker_reserve: what the program keeps in the meantime (a small integer, or `undefined`).
Term reserve_receive_marker(Process& p);
/// recv_marker_bind.
void bind_receive_marker(Process& p, Term marker, Term ref);
/// recv_marker_clear.
void clear_receive_marker(Process& p, Term ref);
/// recv_marker_use: the receive that follows starts there.
void use_receive_marker(Process& p, Term ref);

/// Takes the first message {_, Ref, _, _, _} out (demonitor's flush). False if there is none.
bool flush_down_message(Process& p, RefNumber ref);

/// erlang:hibernate/3's part here: true if the process must wait (no message is there).
bool hibernate_must_wait(Process& p);

/// Puts `message` in the place of the one at `link` in the list, which it answers; the receive in
/// progress and the markers go on from there. Nothing is traced.
[[nodiscard]] std::unique_ptr<Message> replace_message(Process& p, Message** link,
                                                       std::unique_ptr<Message> message);

/// Message that arrives in `p`'s own queue at once (an answer, a DOWN): in p's context.
void append_message(Process& p, std::unique_ptr<Message> message);

}  // namespace vm
