// Sending messages: what `!`, erlang:send/2,3 and the machine's own senders do. A message's terms
// are copied into a fragment, literals are shared. Threads: functions with a Process& sender run in
// its context; those with a Vm& may be called by any thread.
#pragma once

#include "vm/proc/process.h"
#include "vm/term/atom_table.h"

namespace vm {

enum class SendResult : std::uint8_t {
  kSent,            // or the receiver is gone, which the sender does not learn
  kBusy,            // taken by a busy port, for which the sender must wait: Ports::message()
  kBusyConnection,  // on its way; the sender must wait for the connection (connection_wait.h)
  kNotAName,        // badarg: an atom that is not a registered name
  kBadTarget,       // badarg: a term that is no destination
  kTooLarge,        // system_limit: there is not the memory to encode it for another node
};

/// `to ! message`: a pid, a port, an alias, a registered name or {Name, node()}. Reports to
/// tracing.
SendResult send(Process& from, Term to, Term message);
/// The instruction: returns `result`, which is `message` in an expression. none(): it has raised
/// badarg, or waits for a busy port or connection, with `result` later.
Term send_or_raise(Process& from, Term to, Term message, Term result);
/// To a pid, without looking at what kind of destination it is.
void send_message(Process& from, Term to_pid, Term message);

/// A message of the machine itself: `value` lies in `fragments` (which pass to the message); `from`
/// is a pid, or none() for no sender. The sending is not traced. `receipt`, if any, is called when
/// the message has been received or deleted. The receiver's sequential trace token stays as it is,
/// unless `token` (in `fragments` too) is another one.
void send_from_machine(Vm& vm, Term from, Term to_pid, Term value, HeapFragment* fragments,
                       Term token = am::undefined, MessageReceipt* receipt = nullptr);
/// The same with a message that is complete: with its terms in its own block it takes one block of
/// memory instead of two. Its `from` may be none().
void send_from_machine(Vm& vm, Term to_pid, std::unique_ptr<Message> message);
/// The same to a pid, a registered name or an alias; no effect if there is none.
void send_from_machine_to(Vm& vm, Term from, Term to, Term value, HeapFragment* fragments,
                          Term token = am::undefined);

/// Queues a signal at `to` and wakes it. False if the process is gone; the signal is then deleted.
bool push_signal(Vm& vm, Term to_pid, std::unique_ptr<Signal> signal);
/// The same to a process found already. False: it has ended, and the signal is still the caller's.
bool push_signal(Process& to, Signal* signal);

/// A message with copies of `value` and `token` in its block. It has an extra part where they need
/// one, or `with_extra` asks for it.
std::unique_ptr<Message> make_message(Vm& vm, Term from, Term value, Term token,
                                      Message::Extra with_extra = Message::Extra::kNone);
/// A message of terms that exist: `value` and `token` lie in `fragments`, which pass to it.
/// `receipt` as for send_from_machine().
std::unique_ptr<Message> make_message_of(Term from, Term value, HeapFragment* fragments, Term token,
                                         MessageReceipt* receipt = nullptr);

}  // namespace vm
