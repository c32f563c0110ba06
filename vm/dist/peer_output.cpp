// What goes out on a connection: the queue, packets, a busy connection, and the natives of
// connections that a process controls.
#include "vm/dist/peer.h"
#include "vm/dist/peers.h"
#include "vm/proc/operation.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <utility>

namespace vm {
namespace {

// More than this goes out before the time slice ends.
constexpr Word kWaitingBytes = 65536;

/// While it exists, packets may wait in the port's driver for those that follow.
class HeldOutput {
 public:
  explicit HeldOutput(Port* port) : port_(port) {
    if (port_ != nullptr) port_->hold_output(true);
  }
  ~HeldOutput() {
    if (port_ != nullptr) port_->hold_output(false);
  }
  HeldOutput(const HeldOutput&) = delete;

 private:
  Port* const port_;
};

}  // namespace

bool Peer::enqueue(Outgoing message, bool connects, Word* start) {
  // Sent on a connection that has ended meanwhile.
  if (message.connection != 0 && message.connection != number_) return false;
  if (!message.has_bytes()) return false;
  if (state_ == State::kIdle) {
    if (!connects || message.connection != 0 || !peers_.is_alive()) return false;
    state_ = State::kPending;
    *start = ++number_;
  }
  message.holds_sender = message.holds_sender && message.sender != 0 &&
                         message.payload_size() > PacketWriter::kFragmentBytes;
  message.counted =
      message.holds_sender ? PacketWriter::kFragmentBytes + message.control_size() : message.size();
  if (message.holds_sender) {
    ++holding_[message.sender];
    peers_.count_large(true);
  }
  queued_bytes_ += message.counted;
  out_.push_back(std::move(message));
  return true;
}

void Peer::after_queueing(Word start) {
  // Pending without net_kernel, which would set it up: it ends at once, with all it concerns.
  if (start != 0 && !peers_.ask_for_connection(*this, start)) abort(start);
  if (!waits_for_slice_end()) drain();
}

bool Peer::waits_for_slice_end() {
  Scheduler* own = Scheduler::current();
  if (own == nullptr || &own->vm != &peers_.vm()) return false;
  {
    const MutexLock lock(mutex_);
    if (queued_bytes_ > kWaitingBytes) return false;
  }
  return own->call_after_slice(*this);
}

Peer::Sent Peer::send(Process& from, Outgoing message, Remote::SendOptions options) {
  Word start = 0;
  message.holds_sender = options.suspends && !from.flags.async_dist;
  {
    const MutexLock lock(mutex_);
    if (!options.suspends && is_busy()) return Sent::kWouldSuspend;
    if (!enqueue(std::move(message), options.connects, &start)) return Sent::kNoConnection;
  }
  after_queueing(start);
  // With `nosuspend` a sender is never suspended, also where its own message fills the queue.
  return options.suspends && must_wait(from) ? Sent::kBusy : Sent::kQueued;
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

bool Peer::must_wait(Process& from) {
  if (from.flags.async_dist) return false;
  Term controller = Term::none();
  {
    const MutexLock lock(mutex_);
    if (!is_busy() && !holding_.contains(from.pid.bits())) return false;
    waiting_.push_back({from.pid, next_operation_wait(from)});
    controller = controller_;
  }
  if (controller.has_value()) trace_busy_port(from, controller);
  return true;
}

bool Peer::is_sending(Process& p) {
  Term controller = Term::none();
  {
    const MutexLock lock(mutex_);
    if (!holding_.contains(p.pid.bits())) return false;
    controller = controller_;
  }
  if (controller.has_value()) trace_busy_port(p, controller);
  return true;
}

bool Peer::has_sent_all(Process& p) {
  const MutexLock lock(mutex_);
  if (!holding_.contains(p.pid.bits())) return true;
  ending_[p.pid.bits()] = &p;
  return false;
}

void Peer::resume(const Resumed& resumed) {
  for (const Waiter& waiter : resumed.waiters) wake_operation(peers_.vm(), waiter.pid, waiter.wait);
  for (Process* p : resumed.ending) peers_.vm().schedulers->make_runnable(*p);
}

void Peer::tell_controller(Term controller) {
  send_from_machine(peers_.vm(), Term::none(), controller, am::dist_data, nullptr);
}

bool Peer::begin_draining(Draining* draining) {
  Term to_tell = Term::none();
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kUp || is_draining_ || is_blocked_) return false;
    if (out_.empty() && writer_->is_empty()) return false;
    if (port_) {
      const bool is_several = out_.size() > 1 || !writer_->is_empty();
      writer_->add(out_);
      is_draining_ = true;
      was_ready_ = false;
      *draining = {port_, writer_, number_, is_several};
      return true;
    }
    if (!std::exchange(wants_data_, false)) return false;
    to_tell = controller_;
  }
  tell_controller(to_tell);
  return false;
}

bool Peer::is_busy() const { return queued_bytes_ > peers_.busy_bytes(); }

Peer::Resumed Peer::count_written(PacketWriter::Gone gone) {
  ++sent_;
  queued_bytes_ -= gone.counted;
  Resumed resumed;
  if (const auto held = holding_.find(gone.sender); held != holding_.end()) {
    peers_.count_large(false);
    if (--held->second == 0) {
      holding_.erase(held);
      if (const auto ended = ending_.extract(gone.sender)) resumed.ending = {ended.mapped()};
    }
  }
  if (is_busy() || waiting_.empty()) return resumed;
  std::erase_if(waiting_, [this, &resumed](const Waiter& waiter) VM_REQUIRES(mutex_) {
    if (holding_.contains(waiter.pid.bits())) return false;
    resumed.waiters.push_back(waiter);
    return true;
  });
  return resumed;
}

Peer::Resumed Peer::take_waiting() {
  Resumed resumed{std::exchange(waiting_, {})};
  for (const auto& [pid, p] : std::exchange(ending_, {})) resumed.ending.push_back(p);
  for (const auto& [pid, count] : std::exchange(holding_, {}))
    for (Word i = 0; i < count; ++i) peers_.count_large(false);
  return resumed;
}

bool Peer::go_on_draining(const Draining& draining, PacketWriter::Gone gone) {
  bool goes_on = false;
  Resumed resumed;
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kUp || number_ != draining.connection) return false;
    resumed = count_written(gone);
    if (!out_.empty()) writer_->add(out_);
    is_draining_ = goes_on = !writer_->is_empty();
  }
  resume(resumed);
  return goes_on;
}

bool Peer::stays_blocked(const Draining& draining) {
  const MutexLock lock(mutex_);
  if (state_ != State::kUp || number_ != draining.connection) return true;
  // The port may have said already that it takes output again.
  is_blocked_ = !std::exchange(was_ready_, false);
  is_draining_ = !is_blocked_;
  return is_blocked_;
}

void Peer::drain() {
  Draining draining;
  if (!begin_draining(&draining)) return;
  Port& port = *draining.port;
  const HeldOutput held(draining.is_several ? &port : nullptr);
  for (;;) {
    if (port.is_busy(port.id, 0)) {
      if (stays_blocked(draining)) return;
      continue;
    }
    PacketWriter::Gone gone;
    port.command(Term::none(), draining.writer->next(&gone));
    if (!go_on_draining(draining, gone)) return;
  }
}

void Peer::output_is_ready() {
  {
    const MutexLock lock(mutex_);
    is_blocked_ = false;
    was_ready_ = true;
  }
  drain();
}

// --- connections that a process controls ---

std::shared_ptr<PeerInput> Peer::input(Word number) {
  const MutexLock lock(mutex_);
  // Also while connect() reports the node: its controller may be quick.
  return number == 0 || number_ == number ? input_ : nullptr;
}

void Peer::resume_input(Word number) {
  SharedRef<Port> port;
  {
    const MutexLock lock(mutex_);
    if (number_ != number) return;
    port = port_;
  }
  // Without the lock, which comes after a port's.
  if (port) port->hold_input(false);
}

std::optional<std::string> Peer::next_packet(Word number) {
  Resumed resumed;
  std::optional<std::string> packet;
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kUp || number_ != number || port_) return std::nullopt;
    writer_->add(out_);
    if (writer_->is_empty()) return std::nullopt;
    PacketWriter::Gone gone;
    PortData data = writer_->next(&gone);
    data.flatten();
    packet = std::move(data.bytes);
    resumed = count_written(gone);
  }
  resume(resumed);
  return packet;
}

bool Peer::notify_data(Word number) {
  Term controller = Term::none();
  {
    const MutexLock lock(mutex_);
    if (state_ != State::kUp || number_ != number) return false;
    if (out_.empty() && writer_->is_empty()) {
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
