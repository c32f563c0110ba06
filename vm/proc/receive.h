// What the receive instructions do with the message queue:
//
//   loop_rec        peek_message(): the next message that the receive looks at; null: continue with
//                   the wait instruction
//   loop_rec_end    skip_message(), then loop_rec again
//   remove_message  remove_message(): the message has matched
//   wait            wait_for_message(), then leave to the scheduler, to continue at the label of
//                   the wait instruction with no x register kept
//   wait_timeout    wait_with_timeout(): leave in the same way, or continue with the next
//                   instruction
//   timeout         receive_timed_out()
//
// The label of a wait instruction is that of loop_rec, or of the wait itself where the receive has
// no clause. Then the instruction runs again after each wake-up, and its operand is gone.
// While a message is only peeked at, its term lies in the message's block and may be used freely
// until skip_message(); the collector leaves it where it is. Threads: in the process's context,
// with registers saved only where it says so.
#pragma once

#include "vm/proc/process.h"

namespace vm {

/// Takes the signals that have arrived: handles them, puts messages at the end of the queue. May
/// make the process exiting, suspended, or change its flags. Never collects.
void handle_signals(Process& p);
/// peek_message() at the end of the queue.
Message* fetch_and_peek(Process& p);

/// loop_rec. Null also when the process has to leave (exiting, suspended): the wait instruction
/// then leaves.
inline Message* peek_message(Process& p) {
  Message* message = p.messages.current();
  return message != nullptr ? message : fetch_and_peek(p);
}
/// loop_rec_end.
inline void skip_message(Process& p) { p.messages.skip(); }
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

/// Message that arrives in `p`'s own queue at once (an answer, a DOWN): in p's context.
void append_message(Process& p, std::unique_ptr<Message> message);

}  // namespace vm
