// The handlers of control messages: signals, links, monitors, messages. spawning.cpp has the rest.
#include "vm/dist/incoming.h"

#include "vm/code/fun_resolver.h"
#include "vm/dist/peers.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/term/atom_table.h"
#include "vm/term/node.h"
#include "vm/vm.h"

namespace vm {

Incoming::Incoming(Peers& peers, Peer& peer)
    : peers_(peers), peer_(peer), vm_(peers.vm()), builder_(Word{64}) {}

bool Incoming::carry_out(const PacketReader::Packet& packet) {
  CodeFunResolver funs(*vm_.exports, *vm_.funs);
  const std::span<const Byte> bytes(reinterpret_cast<const Byte*>(packet.message.data()),
                                    packet.message.size());
  std::optional<ControlMessage> message =
      decode_control(builder_, bytes, packet.atoms, &funs, packet.with_versions, packet.whole);
  if (!message) return false;
  message_ = *message;
  if (message_.token.has_value()) message_.token = token_from_wire(builder_, message_.token);
  return dispatch();
}

bool Incoming::dispatch() {
  switch (message_.what) {
#define CONTROL(name, number, elements, payload, handler) \
  case ControlKind::name: \
    return handler();
#include "vm/dist/control.def"
  }
  VM_UNREACHABLE();
}

bool Incoming::is_theirs(Term pid) const {
  return !pid.is_immediate() && node_of(pid).name == peer_.name;
}

std::unique_ptr<TermSignal> Incoming::make_signal(SignalKind kind, Term reason) {
  auto signal = std::make_unique<TermSignal>(kind);
  signal->from = message_.from;
  signal->reason = reason;
  if (message_.token.has_value()) signal->token = message_.token;
  signal->fragment = builder_.take_fragments();
  return signal;
}

std::unique_ptr<Message> Incoming::make_message() {
  const Term token = message_.token.has_value() ? message_.token : Term::nil();
  HeapFragment* fragments = builder_.take_fragments();
  // As OTP: of the sender only the node is kept.
  return make_message_of(peer_.name, message_.payload, fragments, token);
}

bool Incoming::ignore() { return true; }

// --- links ---

bool Incoming::link() {
  if (!is_theirs(message_.from)) return false;
  if (!message_.to.is_local_pid()) {  // of an earlier incarnation of this node
    peer_.send(make_outgoing(peer_.wire_form(), Term::none(), ControlKind::payload_exit,
                             {message_.to, message_.from}, am::noproc));
    return true;
  }
  peer_.linked_from(message_.to, intern_remote_pid(message_.from));
  push_signal(vm_, message_.to, make_signal(SignalKind::kLink, Term::none()));
  return true;
}

bool Incoming::unlink() {
  if (!is_theirs(message_.from)) return false;
  if (!message_.to.is_local_pid()) return true;
  peer_.link_ended(message_.to, link_key(message_.from), std::nullopt);
  auto signal = make_signal(SignalKind::kUnlink, Term::none());
  signal->id = message_.number;
  push_signal(vm_, message_.to, std::move(signal));
  return true;
}

bool Incoming::unlink_acknowledged() {
  if (!is_theirs(message_.from)) return false;
  if (!message_.to.is_local_pid()) return true;
  auto signal = make_signal(SignalKind::kUnlinkAck, Term::none());
  signal->id = message_.number;
  const std::shared_ptr<const RemotePid> remote = intern_remote_pid(message_.from);
  push_signal(vm_, message_.to, std::move(signal));
  peer_.unlink_acknowledged(message_.to, remote->term().bits());
  return true;
}

bool Incoming::link_exit() {
  if (!is_theirs(message_.from)) return false;
  if (!message_.to.is_local_pid()) return true;
  // The record may be the last that keeps the key, which the receiver needs; but its own end of the
  // link keeps it as well.
  peer_.link_ended(message_.to, link_key(message_.from), std::nullopt);
  auto signal = make_signal(SignalKind::kExit, message_.payload);
  signal->from_link = true;
  push_signal(vm_, message_.to, std::move(signal));
  return true;
}

bool Incoming::exit_signal() {
  if (!message_.to.is_local_pid()) return true;
  push_signal(vm_, message_.to, make_signal(SignalKind::kExit, message_.payload));
  return true;
}

bool Incoming::group_leader() {
  if (!message_.to.is_local_pid()) return true;
  push_signal(vm_, message_.to, make_signal(SignalKind::kGroupLeader, message_.from));
  return true;
}

// --- monitors ---

bool Incoming::monitor() {
  if (!is_theirs(message_.from) || message_.id.is_local_ref()) return false;
  const Term name = message_.to.is_atom() ? message_.to : Term::none();
  const Term pid = name.has_value() ? vm_.registry->find(name) : message_.to;
  const auto watcher = std::make_shared<RemoteWatcher>(peer_, message_.from, message_.id, name);
  if (pid.has_value() && pid.is_local_pid()) {
    peer_.add_watcher(watcher);
    if (ObjectMonitors::monitor(vm_, watcher, pid)) return true;
    if (peer_.take_watcher(watcher->id()) == nullptr) return true;
  }
  watcher->send_down(message_.to, am::noproc);
  return true;
}

bool Incoming::demonitor() {
  if (message_.id.is_local_ref()) return false;
  const std::shared_ptr<RemoteWatcher> watcher = peer_.take_watcher(remote_ref(message_.id));
  if (watcher != nullptr) watcher->demonitor_all(vm_);
  return true;
}

bool Incoming::monitor_exit() {
  if (!message_.id.is_local_ref() || !message_.to.is_local_pid()) return true;
  const RefNumber number = ref_number(message_.id);
  if (!peer_.watch_ended(number)) return true;
  if (message_.from.is_atom()) message_.from = am::undefined;
  auto signal = make_signal(SignalKind::kMonitorDown, message_.payload);
  signal->ref = number;
  push_signal(vm_, message_.to, std::move(signal));
  return true;
}

// --- messages ---

bool Incoming::message_to_pid() {
  if (message_.to.is_local_pid()) push_signal(vm_, message_.to, make_message());
  return true;
}

bool Incoming::message_to_name() {
  const Term to = vm_.registry->find(message_.to);
  if (to.has_value() && to.is_local_pid()) push_signal(vm_, to, make_message());
  return true;
}

bool Incoming::message_to_alias() {
  if (!message_.to.is_local_ref()) return true;
  const Term owner = ref_owner(message_.to);
  if (owner.is_none()) return true;
  const RefNumber alias = ref_number(message_.to);
  std::unique_ptr<Message> message = make_message();
  message->kind = SignalKind::kAliasMessage;
  message->extra().alias = alias;
  push_signal(vm_, owner, std::move(message));
  return true;
}

}  // namespace vm
