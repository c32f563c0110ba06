// Which peer a signal is for, and what a local process's signal is on the wire.
#include "vm/dist/peers.h"

#include "vm/proc/node_monitors.h"
#include "vm/proc/persistent_terms.h"
#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/node.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm {
namespace {

/// The reference of a monitor as the other node knows it.
Term monitor_ref(HeapBuilder& builder, RefNumber number, bool has_pid, Term watcher) {
  return has_pid ? make_pid_ref(builder, number, watcher) : make_ref(builder, number);
}

}  // namespace

std::unique_ptr<TermSignal> remote_signal(SignalKind kind, Term from, Term reason) {
  auto signal = std::make_unique<TermSignal>(kind);
  HeapBuilder builder(Word{16});
  signal->from = copy_term(builder, from, nullptr);
  signal->reason = copy_term(builder, reason, nullptr);
  signal->token = am::undefined;  // leaves the receiver's as it is
  signal->fragment = builder.take_fragments();
  return signal;
}

Peers::Peers(Vm& vm) : vm_(vm) {}
Peers::~Peers() = default;

Peers& Peers::of(Vm& vm) { return static_cast<Peers&>(vm.node_monitors->remote()); }

bool Peers::is_alive() const { return local_node_name() != am::nohost; }

bool Peers::has_or_gets_name() const {
  if (is_alive()) return true;
  HeapBuilder builder(Word{4});
  const Term key = builder.tuple(Term(am::erts_internal), Term(am::dynamic_node_name));
  const Term gets_name = vm_.persistent_terms->get(key);
  return gets_name.has_value() && gets_name != am::false_;
}

void Peers::set_node(Term name, Word creation, Term net_kernel) {
  // relaxed: compared by the process itself when it ends; it lives while it calls this.
  net_kernel_.store(net_kernel, kRelaxed);
  is_used_.store(true, kRelaxed);  // relaxed: see the field
  set_local_node(name, static_cast<std::uint32_t>(creation));
  vm_.node_monitors->report(vm_, {name});
}

Peer& Peers::get(Term name) {
  const MutexLock lock(mutex_);
  std::unique_ptr<Peer>& peer = peers_[name.bits()];
  if (peer == nullptr) {
    peer = std::make_unique<Peer>(*this, name, next_ref_number(vm_));
    handles_[peer->handle] = peer.get();
  }
  return *peer;
}

Peer* Peers::find(Term name) {
  const MutexLock lock(mutex_);
  const auto found = peers_.find(name.bits());
  return found == peers_.end() ? nullptr : found->second.get();
}

Peer* Peers::find_handle(Term handle, Word* number) {
  if (!handle.is_tuple_of(2)) return nullptr;
  const Term* elements = handle.as_tuple().elements;
  if (!elements[0].is_small() || !elements[1].is_local_ref()) return nullptr;
  *number = static_cast<Word>(elements[0].as_small());
  const MutexLock lock(mutex_);
  const auto found = handles_.find(ref_number(elements[1]));
  return found == handles_.end() ? nullptr : found->second;
}

std::vector<Peer*> Peers::all() {
  const MutexLock lock(mutex_);
  std::vector<Peer*> peers;
  for (const auto& [name, peer] : peers_) peers.push_back(peer.get());
  return peers;
}

void Peers::add_controller(Term id, Peer& peer) {
  const MutexLock lock(mutex_);
  controllers_[id.bits()] = &peer;
  is_used_.store(true, kRelaxed);  // relaxed: see the field
  if (id.is_local_pid()) note_watcher();
}

void Peers::remove_controller(Term id) {
  const MutexLock lock(mutex_);
  controllers_.erase(id.bits());
}

Peer* Peers::controlled_by(Term id) {
  if (!is_used_.load(kRelaxed)) return nullptr;  // relaxed: see the field
  const MutexLock lock(mutex_);
  const auto found = controllers_.find(id.bits());
  return found == controllers_.end() ? nullptr : found->second;
}

bool Peers::ask_for_connection(Peer& peer, Word number) {
  const Term net_kernel = vm_.registry->find(am::net_kernel);
  if (net_kernel.is_none() || !net_kernel.is_local_pid()) return false;
  HeapBuilder builder(Word{32});
  const Term message =
      builder.tuple(Term(am::auto_connect), peer.name, peer.handle_term(builder, number));
  send_from_machine(vm_, Term::none(), net_kernel, message, builder.take_fragments());
  return true;
}

namespace {
/// Why a connection ends whose process has ended: as OTP, what a process that shuts down says
/// beside that.
Term reason_of_connection(Term exit_reason) {
  if (exit_reason == am::kill) return am::killed;
  const bool is_shutdown =
      exit_reason.is_tuple_of(2) && exit_reason.as_tuple().elements[0] == am::shutdown;
  return is_shutdown ? exit_reason.as_tuple().elements[1] : exit_reason;
}
}  // namespace

void Peers::process_exited(Process& p) {
  if (has_watchers_.load(kRelaxed)) {  // relaxed: see the field
    controller_ended(p.pid, reason_of_connection(p.exit.reason));
    for (Peer* peer : all()) peer->process_exited(p.pid);
  }
  if (net_kernel_.load(kRelaxed) != p.pid) return;  // relaxed: see set_node()
  net_kernel_.store(Term::none(), kRelaxed);
  for (Peer* peer : all()) peer->lost(peer->connection().number, am::net_kernel_terminated);
  NodeMonitors::Event down{local_node_name()};
  down.reason = am::net_kernel_terminated;
  set_local_node(am::nohost, 0);
  vm_.node_monitors->report(vm_, down);
}

void Peers::stop() {
  for (Peer* peer : all()) peer->stop();
}

// --- Remote ---

Term Peers::token_of(Process& from, Term to, Term message) {
  const Term token = from.tracing.seq_token;
  if (!token.is_tuple()) return Term::none();
  trace_token_sent(from, to, message);
  // A token of an older epoch is none any more.
  return from.tracing.seq_token.is_tuple() ? from.tracing.seq_token : Term::none();
}

Remote::Sent Peers::send(Process& from, Term to, Term message, SendOptions options) {
  const bool is_name = to.is_tuple();
  const Term node = is_name ? to.as_tuple().elements[1] : node_of(to).name;
  trace_send(from, to, message, true);
  // A process of an earlier incarnation of this node; or there are no others.
  if (node == local_node_name() || !is_alive()) return Sent::kQueued;
  HeapBuilder builder(Word{8});
  Term token = token_of(from, to, message);
  if (token.has_value()) token = token_for_wire(builder, token);
  Peer& peer = get(node);
  const auto make = [&](ControlKind plain, ControlKind with_token, Term target) {
    const WireForm form = peer.wire_form();
    const Term empty = am::empty;
    const bool has_token = token.has_value();
    if (!is_name)
      return has_token
                 ? make_outgoing(form, from.pid, with_token, {from.pid, target, token}, message)
                 : make_outgoing(form, from.pid, plain, {from.pid, target}, message);
    return has_token ? make_outgoing(form, from.pid, with_token, {from.pid, empty, target, token},
                                     message)
                     : make_outgoing(form, from.pid, plain, {from.pid, empty, target}, message);
  };
  Outgoing out =
      is_name ? make(ControlKind::reg_send, ControlKind::reg_send_tt, to.as_tuple().elements[0])
      : to.is_ref() ? make(ControlKind::alias_send, ControlKind::alias_send_tt, to)
                    : make(ControlKind::send_sender, ControlKind::send_sender_tt, to);
  if (!out.has_bytes()) return Sent::kTooLarge;
  from.use_reductions(static_cast<SWord>(out.size() / 64));
  return peer.send(from, std::move(out), options);
}

Remote::Sent Peers::exit(Process& from, Term to, Term reason) {
  const Term node = node_of(to).name;
  if (node == local_node_name() || !is_alive()) return Sent::kQueued;
  Peer& peer = get(node);
  Outgoing out =
      make_outgoing(peer.wire_form(), from.pid, ControlKind::payload_exit2, {from.pid, to}, reason);
  return out.has_bytes() ? peer.send(from, std::move(out), {}) : Sent::kTooLarge;
}

void Peers::signal(Term to, const TermSignal& signal) {
  const Term node = node_of(to).name;
  if (node == local_node_name()) return;  // of an earlier incarnation
  Peer& peer = get(node);
  HeapBuilder builder(Word{16});
  const bool has_token = signal.token.is_tuple();
  const WireForm form = peer.wire_form();
  switch (signal.kind) {
    case SignalKind::kLink:
      if (!peer.link(signal.from, intern_remote_pid(to))) {
        auto answer = remote_signal(SignalKind::kExit, to, am::noconnection);
        answer->from_link = true;
        push_signal(vm_, signal.from, std::move(answer));
      }
      return;
    case SignalKind::kUnlink:
      peer.unlink(signal.from, intern_remote_pid(to), signal.id);
      return;
    case SignalKind::kUnlinkAck:
      peer.send(make_outgoing(form, signal.from, ControlKind::unlink_id_ack,
                              {builder.unsigned_integer(signal.id), signal.from, to}));
      return;
    case SignalKind::kExit: {
      VM_ASSERT(signal.from_link, "exit/2 goes through exit()");
      Outgoing out = has_token
                         ? make_outgoing(form, signal.from, ControlKind::payload_exit_tt,
                                         {signal.from, to, token_for_wire(builder, signal.token)},
                                         signal.reason)
                         : make_outgoing(form, signal.from, ControlKind::payload_exit,
                                         {signal.from, to}, signal.reason);
      if (out.has_bytes()) {
        peer.link_ended(signal.from, link_key(to), std::move(out));
      } else {
        peer.break_off(peer.connection().number);
      }
      return;
    }
    case SignalKind::kGroupLeader:
      peer.send_connecting(
          make_outgoing(form, signal.from, ControlKind::group_leader, {signal.reason, to}));
      return;
    default:
      return;  // no other kind goes to another node
  }
}

void Peers::monitor(Process& p, RefNumber number, bool ref_has_pid, RemoteTarget target) {
  HeapBuilder builder(kPidRefWords);
  const Term ref = monitor_ref(builder, number, ref_has_pid, p.pid);
  Peer::Watch watch{p.pid, target.to.is_atom() ? target.to : Term::none()};
  if (target.to.is_pid()) watch.remote = intern_remote_pid(target.to);
  Peer& peer = get(target.node);
  if (peer.monitor(
          number, std::move(watch),
          make_outgoing(peer.wire_form(), p.pid, ControlKind::monitor_p, {p.pid, target.to, ref})))
    return;
  const Term from = target.to.is_pid() ? target.to : Term(am::undefined);
  auto down = remote_signal(SignalKind::kMonitorDown, from, am::noconnection);
  down->ref = number;
  push_signal(vm_, p.pid, std::move(down));
}

void Peers::demonitor(Term watcher, RefNumber number, bool ref_has_pid, RemoteTarget target) {
  HeapBuilder builder(kPidRefWords);
  const Term ref = monitor_ref(builder, number, ref_has_pid, watcher);
  Peer& peer = get(target.node);
  peer.demonitor(number, make_outgoing(peer.wire_form(), watcher, ControlKind::demonitor_p,
                                       {watcher, target.to, ref}));
}

bool Peers::must_wait(Process& p, Term node) {
  Peer* peer = find(node);
  return peer != nullptr && peer->must_wait(p);
}

bool Peers::is_sending(Process& p) {
  if (large_.load(kRelaxed) == 0) return false;  // relaxed: see the field
  return std::ranges::any_of(all(), [&p](Peer* peer) { return peer->is_sending(p); });
}

bool Peers::has_sent_all(Process& p) {
  return std::ranges::all_of(all(), [&p](Peer* peer) { return peer->has_sent_all(p); });
}

Remote::TakenInput Peers::take_input(Term port, std::string_view packet, ByteBuffer* whole) {
  Peer* peer = controlled_by(port);
  if (peer == nullptr) return {};
  std::shared_ptr<PeerInput> input = peer->input(0);
  if (input == nullptr) return {.is_taken = true};  // ends just now
  TakenInput taken{.is_taken = true, .later = [input] { input->run(); }};
  if (whole != nullptr) {
    const Word head = whole->size() - packet.size();
    taken.is_too_much = input->add(std::move(*whole), head);
  } else {
    taken.is_too_much = input->add(ByteBuffer(packet.begin(), packet.end()));
  }
  return taken;
}

void Peers::output_is_ready(Term port) {
  if (Peer* peer = controlled_by(port)) peer->output_is_ready();
}

void Peers::controller_ended(Term id, Term reason) {
  Peer* peer = controlled_by(id);
  if (peer == nullptr) return;
  const std::shared_ptr<PeerInput> input = peer->input(0);
  if (input == nullptr) return;
  input->end(reason == am::normal ? Term(am::connection_closed) : reason);
  input->run();
}

}  // namespace vm
