// What goes out on a connection: the queue, packets, a busy connection, and the natives of
// connections that a process controls.
#include "vm/dist/peer.h"
#include "vm/dist/peers.h"
#include "vm/proc/links.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <utility>

namespace vm {

bool Peer::enqueue(Outgoing message, bool connects, Word* start) {
  if (state_ == State::kIdle) {
    if (!connects || !peers_.is_alive()) return false;
    state_ = State::kPending;
    *start = ++number_;
  }
  queued_bytes_ += message.size();
  out_.push_back(std::move(message));
  return true;
}

void Peer::after_queueing(Word start) {
  // Pending and nobody to set the connection up: it ends at once, with all that it concerns.
  if (start != 0 && !peers_.ask_for_connection(*this, start)) abort(start);
  drain();
}

Peer::Sent Peer::send(Process& from, Outgoing message, Remote::SendOptions options) {
  if (!options.suspends && would_suspend()) return Sent::kWouldSuspend;
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    if (!enqueue(std::move(message), options.connects, &start)) return Sent::kNoConnection;
  }
  after_queueing(start);
  suspend_while_busy(from);
  return Sent::kQueued;
}

bool Peer::would_suspend() {
  SharedRef<Port> port;
  {
    const MutexLock lock(mutex_);
    if (is_busy()) return true;
    port = port_;
  }
  return port && port->is_busy(Term::none(), 0);  // without our lock: its own comes first
}

bool Peer::send(Outgoing message) {
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    if (!enqueue(std::move(message), false, &start)) return false;
  }
  after_queueing(0);
  return true;
}

void Peer::send_connecting(Outgoing message) {
  Word start = 0;
  {
    const MutexLock lock(mutex_);
    if (!enqueue(std::move(message), true, &start)) return;
  }
  after_queueing(start);
}

void Peer::suspend_while_busy(Process& from) {
  if (from.flags.async_dist) return;
  SharedRef<Port> port;
  Term controller = Term::none();
  bool waits = false;
  {
    const MutexLock lock(mutex_);
    waits = is_busy();
    if (waits) waiting_.push_back(from.pid);
    controller = controller_;
    if (state_ == State::kUp) port = port_;
  }
  // The port resumes it.
  if (!waits && !(port && port->is_busy(from.pid, 0))) return;
  suspend_self(from);
  if (controller.has_value()) trace_busy_port(from, controller);
}

void Peer::resume(std::vector<Term> pids) {
  for (const Term pid : pids) send_resume(peers_.vm(), pid);
}

void Peer::tell_controller(Term controller) {
  send_from_machine(peers_.vm(), Term::none(), controller, am::dist_data, nullptr);
}

void Peer::drain() {
  for (;;) {
    SharedRef<Port> port;
    Outgoing message;
    Word flags = 0, sequence = 0, number = 0;
    Term to_tell = Term::none();
    std::vector<Term> resumed;
    {
      const MutexLock lock(mutex_);
      if (state_ != State::kUp || is_draining_ || out_.empty()) return;
      number = number_;
      if (!port_) {
        if (!std::exchange(wants_data_, false)) return;
        to_tell = controller_;
      } else {
        is_draining_ = true;
        port = port_;
        flags = flags_;
        message = std::move(out_.front());
        out_.pop_front();
        queued_bytes_ -= message.size();
        if ((flags & kPeerTakesFragments) != 0) sequence = next_sequence_++;
        if (!is_busy()) resumed.swap(waiting_);
      }
    }
    if (to_tell.has_value()) {
      tell_controller(to_tell);
      return;
    }
    std::vector<std::string> packets =
        make_packets(message.control, message.payload, (flags & kPeerTakesHeaders) != 0, sequence);
    for (std::string& packet : packets) port->command(Term::none(), PortData(std::move(packet)));
    resume(std::move(resumed));
    const MutexLock lock(mutex_);
    if (number_ != number || state_ != State::kUp) return;  // a connection that has ended
    sent_ += packets.size();
    is_draining_ = false;
  }
}

// --- connections that a process controls ---

std::shared_ptr<PeerInput> Peer::input(Word number) {
  const MutexLock lock(mutex_);
  // Also while connect() reports the node: its controller may be quick.
  return number == 0 || number_ == number ? input_ : nullptr;
}

std::optional<std::string> Peer::next_packet(Word number) {
  std::vector<Term> resumed;
  std::optional<std::string> packet;
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kUp || number_ != number) return std::nullopt;
    if (packets_.empty() && !out_.empty()) {
      const Outgoing message = std::move(out_.front());
      out_.pop_front();
      const Word sequence = (flags_ & kPeerTakesFragments) != 0 ? next_sequence_++ : 0;
      for (std::string& each : make_packets(message.control, message.payload,
                                            (flags_ & kPeerTakesHeaders) != 0, sequence))
        packets_.push_back(std::move(each));
      queued_bytes_ -= message.size();
      if (!is_busy()) resumed.swap(waiting_);
    }
    if (!packets_.empty()) {
      packet = std::move(packets_.front());
      packets_.pop_front();
      ++sent_;
    }
  }
  resume(std::move(resumed));
  return packet;
}

bool Peer::notify_data(Word number) {
  Term controller = Term::none();
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kUp || number_ != number) return false;
    if (out_.empty() && packets_.empty()) {
      wants_data_ = true;
    } else {
      controller = controller_;
    }
  }
  if (controller.has_value()) tell_controller(controller);
  return true;
}

bool Peer::set_input_handler(Word number, Term pid) {
  const MutexLock lock(mutex_);
  if (state_ != State::kUp || number_ != number) return false;
  input_handler_ = pid;
  return true;
}

std::optional<bool> Peer::set_get_size(Word number, std::optional<bool> on) {
  const MutexLock lock(mutex_);
  if (state_ != State::kUp || number_ != number) return std::nullopt;
  const bool before = gets_size_;
  if (on) gets_size_ = *on;
  return before;
}

std::optional<Peer::Statistics> Peer::statistics(Word number) {
  const MutexLock lock(mutex_);
  if (state_ != State::kUp || number_ != number) return std::nullopt;
  return Statistics{input_->received(), sent_, queued_bytes_};
}

}  // namespace vm
