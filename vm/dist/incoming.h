// Incoming: carries out one message from another node: makes the signal that a local process would
// have sent, and keeps the peer's records in step.
// Threads: the one that carries out the peer's input; it visits thread progress.
#pragma once

#include "vm/dist/control.h"
#include "vm/dist/packet.h"
#include "vm/proc/signal.h"

namespace vm {

class Peer;
class Peers;

class Incoming {
 public:
  Incoming(Peers& peers, Peer& peer);
  /// False: the message is invalid; it had no effect.
  bool carry_out(const PacketReader::Packet& packet);

 private:
  // One function for each name in the column `handler` of control.def.
  bool ignore();
  bool link();
  bool unlink();
  bool unlink_acknowledged();
  bool link_exit();
  bool exit_signal();
  bool group_leader();
  bool monitor();
  bool demonitor();
  bool monitor_exit();
  bool message_to_pid();
  bool message_to_name();
  bool message_to_alias();
  bool spawn_request();
  bool spawn_reply();

  bool dispatch();
  void send_spawn_reply(Word flags, Term result);
  /// Whether `pid` is one of the node that the message came from.
  bool is_theirs(Term pid) const;
  /// A signal with what this message's terms take; its `from` and `reason` are among them.
  std::unique_ptr<TermSignal> make_signal(SignalKind kind, Term reason);
  /// The payload as a message.
  std::unique_ptr<Message> make_message();

  Peers& peers_;
  Peer& peer_;
  Vm& vm_;
  HeapBuilder builder_;
  ControlMessage message_;
};

}  // namespace vm
