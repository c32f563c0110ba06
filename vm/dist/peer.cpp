// The records of what goes over a connection, its beginning and its end.
#include "vm/dist/peer.h"

#include "vm/dist/peers.h"
#include "vm/proc/links.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

#include <utility>

namespace vm {
namespace {

/// What a node with these flags does not take: a set of Newer.
Word missing_in(Word flags) {
  Word missing = 0;
  if ((flags & kPeerTakesSenders) == 0) missing |= static_cast<Word>(Newer::kSenders);
  if ((flags & kPeerTakesExitPayloads) == 0) missing |= static_cast<Word>(Newer::kExitPayloads);
  if ((flags & kPeerTakesMonitors) != kPeerTakesMonitors)
    missing |= static_cast<Word>(Newer::kMonitors);
  return missing;
}

}  // namespace

Peer::Peer(Peers& peers, Term peer_name, RefNumber reference)
    : name(peer_name), handle(reference), peers_(peers) {}

Peer::Connection Peer::connection() {
  const MutexLock lock(mutex_);
  return {state_, number_, controller_, (flags_ & kPeerIsVisible) == 0, number_ != 0};
}

Term Peer::handle_term(HeapBuilder& builder, Word number) const {
  return builder.tuple(Term::small(static_cast<SWord>(number)), make_ref(builder, handle));
}

Word Peer::begin() {
  const MutexLock lock(mutex_);
  if (state_ == State::kIdle) {
    state_ = State::kPending;
    ++number_;
  }
  return number_;
}

bool Peer::abort(Word number) {
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kPending || number_ != number) return false;
  }
  lost(number, am::noconnection);
  return true;
}

bool Peer::connect(Term controller, SharedRef<Port> port, Word flags) {
  Word number = 0;
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kPending) return false;
    number = number_;
    controller_ = controller;
    port_ = std::move(port);
    flags_ = flags;
    input_ = std::make_shared<PeerInput>(peers_, *this, number);
  }
  peers_.add_controller(controller, *this);
  // Before anything that comes from the node.
  peers_.vm().node_monitors->report(peers_.vm(), {name, (flags & kPeerIsVisible) == 0, number});
  SpawnRequests refused;
  {
    const MutexLock lock(mutex_);
    if (number_ != number || state_ != State::kPending) return true;  // lost meanwhile
    state_ = State::kUp;
    const bool has_headers = (flags & kPeerTakesHeaders) != 0;
    writer_ = std::make_shared<PacketWriter>(
        PacketWriter::Form{has_headers, (flags & kPeerTakesFragments) != 0});
    form_.store({has_headers ? number : 0, missing_in(flags)}, kRelaxed);  // relaxed: see the field
    if ((flags & kPeerSpawns) == 0) refused = take_spawns();
  }
  answer_all(std::move(refused), am::notsup);
  after_queueing(0);
  return true;
}

Peer::Records Peer::end_connection() {
  state_ = State::kIdle;
  controller_ = Term::none();
  input_handler_ = Term::none();
  flags_ = 0;
  wants_data_ = gets_size_ = is_draining_ = is_blocked_ = was_ready_ = false;
  queued_bytes_ = sent_ = 0;
  form_.store({}, kRelaxed);  // relaxed: see the field
  out_.clear();
  writer_ = nullptr;
  return std::exchange(records_, {});
}

void Peer::lost(Word number, Term reason) {
  Connection old;
  Records records;
  SharedRef<Port> port;
  std::shared_ptr<PeerInput> input;
  Resumed resumed;
  {
    const MutexLock lock(mutex_);
    if (state_ == State::kIdle || number_ != number) return;
    old = {state_, number_, controller_, (flags_ & kPeerIsVisible) == 0, true};
    port = std::exchange(port_, {});
    input = std::exchange(input_, nullptr);
    resumed = take_waiting();
    records = end_connection();
  }
  if (old.controller.has_value()) peers_.remove_controller(old.controller);
  resume(resumed);
  tell_end(std::move(records), old, reason);
}

bool Peer::break_off(Word number) {
  const Connection now = connection();
  if (now.number != number || now.controller.is_none()) return false;
  send_exit_signal(peers_.vm(), now.controller, now.controller, am::killed);
  return true;
}

void Peer::tell_end(Records records, const Connection& old, Term reason) {
  Vm& vm = peers_.vm();
  const ThreadProgress::Visit visit(*vm.progress);
  const auto broken = [&vm](const auto& links) {
    for (const auto& [key, remote] : links) {
      auto signal = remote_signal(SignalKind::kExit, remote->term(), am::noconnection);
      signal->from_link = true;
      push_signal(vm, Term::from_bits(key.first), std::move(signal));
    }
  };
  broken(records.links);
  broken(records.unlinking);
  for (const auto& [number, watch] : records.watches) {
    const Term from = watch.remote == nullptr ? Term(am::undefined) : watch.remote->term();
    auto signal = remote_signal(SignalKind::kMonitorDown, from, am::noconnection);
    signal->ref = number;
    push_signal(vm, watch.watcher, std::move(signal));
  }
  for (auto& [id, watcher] : records.watchers) watcher->demonitor_all(vm);
  answer_all(std::move(records.requests), am::noconnection);
  for (const auto& [pid, times] : records.node_watchers) {
    for (Word i = 0; i < times; ++i) {
      HeapBuilder builder(Word{4});
      const Term message = builder.tuple(Term(am::nodedown), name);
      send_from_machine(vm, Term::none(), Term::from_bits(pid), message, builder.take_fragments());
    }
  }
  if (old.controller.has_value())
    vm.node_monitors->report(vm, {name, old.is_hidden, old.number, reason});
}

Peer::SpawnRequests Peer::take_spawns() {
  std::erase_if(out_, [this](const Outgoing& message) VM_REQUIRES(mutex_) {
    if (message.is_spawn) queued_bytes_ -= message.counted;
    return message.is_spawn;
  });
  return std::exchange(records_.requests, {});
}

void Peer::answer_all(SpawnRequests requests, Term reason) {
  for (auto& [number, request] : requests)
    answer_spawn(peers_, *this, number, std::move(request), reason, 0, Term::nil());
}

// --- records ---

bool Peer::link(Term local, const std::shared_ptr<const RemotePid>& remote) {
  Outgoing message = make_outgoing(wire_form(), local, ControlKind::link, {local, remote->term()});
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    if (!enqueue(std::move(message), true, &start)) return false;
    records_.links.try_emplace({local.bits(), remote->term().bits()}, remote);
  }
  after_queueing(start);
  return true;
}

void Peer::unlink(Term local, const std::shared_ptr<const RemotePid>& remote, Word id) {
  HeapBuilder builder(Word{4});
  Outgoing message = make_outgoing(wire_form(), local, ControlKind::unlink_id,
                                   {builder.unsigned_integer(id), local, remote->term()});
  const LinkKey key{local.bits(), remote->term().bits()};
  decltype(Records::links)::node_type old;
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    if (!enqueue(std::move(message), false, &start)) return;
    old = records_.links.extract(key);
    records_.unlinking.try_emplace(key, remote);
  }
  after_queueing(start);
}

void Peer::link_ended(Term local, Word remote_key, std::optional<Outgoing> message) {
  const LinkKey key{local.bits(), remote_key};
  decltype(Records::links)::node_type old;  // freed without the lock
  decltype(Records::unlinking)::node_type old_unlinking;
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    old = records_.links.extract(key);
    if (message) {
      old_unlinking = records_.unlinking.extract(key);
      enqueue(std::move(*message), false, &start);
    }
  }
  after_queueing(start);
}

void Peer::linked_from(Term local, const std::shared_ptr<const RemotePid>& remote) {
  const MutexLock lock(mutex_);
  if (state_ != State::kIdle)
    records_.links.try_emplace({local.bits(), remote->term().bits()}, remote);
}

void Peer::unlink_acknowledged(Term local, Word remote_key) {
  decltype(Records::unlinking)::node_type old;
  const MutexLock lock(mutex_);
  old = records_.unlinking.extract({local.bits(), remote_key});
}

bool Peer::monitor(RefNumber number, Watch watch, Outgoing message) {
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    if (!enqueue(std::move(message), true, &start)) return false;
    records_.watches[number] = std::move(watch);
  }
  after_queueing(start);
  return true;
}

void Peer::demonitor(RefNumber number, Outgoing message) {
  decltype(Records::watches)::node_type old;
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    old = records_.watches.extract(number);
    if (old.empty()) return;
    enqueue(std::move(message), false, &start);
  }
  after_queueing(start);
}

bool Peer::watch_ended(RefNumber number) {
  decltype(Records::watches)::node_type old;
  const MutexLock lock(mutex_);
  old = records_.watches.extract(number);
  return !old.empty();
}

void Peer::add_watch(RefNumber number, Watch watch) {
  const MutexLock lock(mutex_);
  records_.watches[number] = std::move(watch);
}

void Peer::add_watcher(const std::shared_ptr<RemoteWatcher>& watcher) {
  const MutexLock lock(mutex_);
  records_.watchers.try_emplace(watcher->id(), watcher);
}

std::shared_ptr<RemoteWatcher> Peer::take_watcher(const RemoteRef& id) {
  const MutexLock lock(mutex_);
  auto found = records_.watchers.extract(id);
  return found.empty() ? nullptr : std::move(found.mapped());
}

Term Peer::request_spawn(RefNumber number, std::unique_ptr<SpawnRequest> request,
                         Outgoing message) {
  Word start = 0;
  message.is_spawn = true;
  {
    const MutexLock lock(mutex_);
    if (state_ == State::kUp && (flags_ & kPeerSpawns) == 0) return am::notsup;
    if (!enqueue(std::move(message), true, &start)) return am::noconnection;
    records_.requests[number] = std::move(request);
  }
  after_queueing(start);
  return Term::none();
}

bool Peer::abandon(RefNumber number, Term pid) {
  const MutexLock lock(mutex_);
  const auto found = records_.requests.find(number);
  if (found == records_.requests.end() || found->second == nullptr) return false;
  if (found->second->pid != pid) return false;
  found->second = nullptr;  // the answer finds no process that waits
  return true;
}

std::optional<std::unique_ptr<SpawnRequest>> Peer::take_request(RefNumber number) {
  const MutexLock lock(mutex_);
  auto found = records_.requests.extract(number);
  if (found.empty()) return std::nullopt;
  return std::move(found.mapped());
}

// --- processes that watch the node ---

bool Peer::watch_node(Term pid, bool on, bool connects) {
  Word start = 0;
  bool is_connected = true;
  peers_.note_watcher();
  {
    const MutexLock lock(mutex_);
    if (!on) {
      const auto found = records_.node_watchers.find(pid.bits());
      if (found != records_.node_watchers.end() && --found->second == 0)
        records_.node_watchers.erase(found);
      return true;
    }
    if (state_ == State::kIdle) {
      if (!connects) return false;
      is_connected = peers_.is_alive();
      if (is_connected) {
        state_ = State::kPending;
        start = ++number_;
      }
    }
    if (is_connected) ++records_.node_watchers[pid.bits()];
  }
  if (!is_connected) {
    HeapBuilder builder(Word{4});
    const Term message = builder.tuple(Term(am::nodedown), name);
    send_from_machine(peers_.vm(), Term::none(), pid, message, builder.take_fragments());
  }
  after_queueing(start);
  return true;
}

void Peer::process_exited(Term pid) {
  const MutexLock lock(mutex_);
  records_.node_watchers.erase(pid.bits());
}

void Peer::stop() {
  Records records;
  SharedRef<Port> port;
  std::shared_ptr<PeerInput> input;
  Resumed resumed;
  {
    const MutexLock lock(mutex_);
    port = std::exchange(port_, {});
    input = std::exchange(input_, nullptr);
    resumed = take_waiting();
    records = end_connection();
  }
  // They are in no table, and no scheduler is left that would end them.
  for (Process* p : resumed.ending) peers_.vm().processes->remove(*p);
}

}  // namespace vm
