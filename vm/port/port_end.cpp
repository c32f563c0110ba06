// The end of a port, what its driver asks for from a callback, and data in parts.
#include "vm/heap/binary_view.h"
#include "vm/port/port.h"
#include "vm/port/port_table.h"
#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/remote.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/work_stack.h"

#include <algorithm>
#include <utility>

namespace vm {

InPort::InPort(Term caller)
    : process_([caller]() -> Process* {
        const Scheduler* const scheduler = Scheduler::current();
        if (scheduler == nullptr || scheduler->running == nullptr) return nullptr;
        return scheduler->running->pid == caller ? scheduler->running : nullptr;
      }()) {
  if (process_ != nullptr) trace_port_entered(*process_);
}

InPort::~InPort() {
  if (process_ != nullptr) trace_port_left(*process_);
}

// --- the end ---

bool Port::end(Term reason, Term tell_closed, Cause cause) {
  PortEntry entry(*this);
  return begin_end(reason, tell_closed, cause);
}

bool Port::begin_end(Term reason, Term tell_closed, Cause cause) {
  if (!is_open_) return false;
  // What runs already was reported when it began.
  const InPort context(cause.run.has_value() ? cause.caller : Term::none());
  if (cause.run.has_value()) trace_port_in(tracee_, cause.run);
  if (cause.caller.has_value()) trace_port_request(tracee_, cause.caller, am::close, Term::none());
  trace_port_closed(tracee_, reason);
  PortEnding ending;
  ending.port = SharedRef<Port>(this);
  ending.reason = reason;
  ending.is_driver = cause.is_driver;
  ending.is_kill = cause.is_kill;
  bool failed = false;  // it ends in any case
  ending.reports = write_reports(Take::kLast, &failed);
  is_open_ = false;
  tell_closed_ = tell_closed;
  ending.links.swap(links_);
  ending.watchers.swap(watchers_);
  ending.waiters.swap(waiters_);
  for (const WaitingCommand& command : commands_)
    if (command.waiter) ending.waiters.push_back(*command.waiter);
  commands_.clear();
  if (driver_ != nullptr) driver_->close();
  lock_->assert_locked();
  lock_->endings_.push_back(std::move(ending));
  ++lock_->unstopped_;
  return true;
}

void Port::tell_starters() {
  lock_->assert_locked();
  if (--lock_->unstopped_ != 0) return;
  for (const auto& [pid, wait] : std::exchange(lock_->starters_, {}))
    wake_operation(table_.vm(), pid, wait);
}

bool Port::waits_for_stops(Term opener, Word wait) {
  lock_->assert_locked();
  if (lock_->unstopped_ == 0) return false;
  lock_->starters_.emplace_back(opener, wait);
  return true;
}

void Port::finish_end(PortEnding& ending) {
  give_back(ending.reports);
  // A process that gets the report of the end finds neither the name nor the port.
  Vm& vm = table_.vm();
  const Term old_name = vm.registry->forget_port(id);
  table_.remove(*this);
  if (old_name.has_value()) {
    MutexLock lock(mutex_);
    trace_port_unregister(tracee_, old_name);
  }
  vm.node_monitors->remote().controller_ended(id, ending.reason);
  for (const Word bits : ending.links) {
    // As OTP's driver_exit(): the owner has heard of it in the driver's own messages, and gets no
    // exit signal.
    if (ending.is_driver && bits == owner().bits()) {
      unlink(Term::from_bits(bits));
    } else {
      send_link_exit(vm, id, Term::from_bits(bits), ending.reason);
    }
  }
  for (const auto& [ref, watcher] : ending.watchers)
    send_down(vm, id, watcher.pid, ref, ending.reason);
  wake(std::move(ending.waiters));
  {
    PortEntry entry(*this);
    is_stopping_ = driver_ != nullptr && !driver_->stop(ending.is_kill);
    tell_starters();
    if (is_stopping_) return;
  }
  driver_stopped();
}

void Port::driver_stopped() {
  Term tell_closed;
  {
    MutexLock lock(mutex_);
    tell_closed = std::exchange(tell_closed_, Term::none());
    is_stopping_ = false;
    if (tell_closed.has_value()) trace_port_send(tracee_, tell_closed, am::closed);
    trace_port_freed(tracee_);
  }
  if (tell_closed.has_value()) {
    HeapBuilder builder(Word{8});
    const Term message = builder.tuple(id, Term(am::closed));
    send_from_machine(table_.vm(), id, tell_closed, message, builder.take_fragments());
  }
}

// --- by a driver's callback ---

Vm& Port::vm() const { return table_.vm(); }

void Port::end_by_driver(Term reason) {
  lock_->assert_locked();
  lock_->ends_.emplace_back(SharedRef<Port>(this), reason);
}

bool Port::ends_after_callback() const {
  lock_->assert_locked();
  return std::ranges::any_of(lock_->ends_,
                             [this](const auto& end) { return end.first.get() == this; });
}

void Port::run_event(Term what, const std::function<void()>& f) {
  trace_port_in(tracee_, kDriver);
  const SWord start_ns = times_slices(vm()) ? vm().schedulers->clock().monotonic_ns() : SWord{0};
  f();
  trace_port_event_end(tracee_, what, start_ns);
  // As OTP: a port that ends is not seen to stop running.
  if (!ends_after_callback()) trace_port_out(tracee_, kDriver);
}

void Port::after_callback(std::function<void()> f) {
  lock_->assert_locked();
  lock_->calls_.push_back(std::move(f));
}

void Port::fail_by_driver(Term reason) {
  if (driver_ != nullptr) driver_->drop_queue();
  begin_end(reason, Term::none(), {});
}

bool Port::open_by_driver(std::unique_ptr<PortDriver> driver) {
  const bool is_held = PortEntry::is_inside(lock_.get());
  // Of a port that no other thread knows: it does not wait, and may be taken with another port's.
  if (!is_held && !mutex_.try_lock()) return false;
  trace_port_created(tracee_);
  driver_ = std::move(driver);
  output_.store(driver_->output_kind(), kRelaxed);  // relaxed: the port's messages come later
  auto link = std::make_unique<TermSignal>(SignalKind::kLink);
  link->from = id;
  const bool has_owner = push_signal(table_.vm(), owner(), std::move(link));
  if (!has_owner) {
    is_open_ = false;
    table_.remove(*this);
  }
  if (!is_held) mutex_.unlock();
  return has_owner;
}

bool Port::has_started(Term opener, Word wait, Term* why) {
  MutexLock lock(mutex_);
  return driver_ == nullptr || driver_->has_started(opener, wait, why);
}

void Port::unlink_owner() {
  if (links_.erase(owner().bits()) != 0) unlink(owner());
}

void Port::unlink(Term pid) {
  auto unlink = std::make_unique<TermSignal>(SignalKind::kUnlink);
  unlink->from = id;
  push_signal(table_.vm(), pid, std::move(unlink));
}

void Port::send_data(std::string_view head, std::string_view bytes) {
  count_input(head.size() + bytes.size());
  if (settings_.framing.kind != Framing::Kind::kLine) {
    const std::string copy(bytes);
    send_parts(head, bytes.data() == nullptr ? nullptr : &copy);
    return;
  }
  framer_.add(bytes);
  Frame frame;
  while (framer_.next(&frame)) send_frame(frame, head);
}

void Port::flush_input() {
  Frame frame;
  if (framer_.rest(&frame)) send_frame(frame);
}

void Port::set_busy(bool is_busy) {
  if (is_driver_busy_ == is_busy) return;
  is_driver_busy_ = is_busy;
  if (is_busy) return;
  std::vector<Waiter> waiters = std::exchange(waiters_, {});
  if (std::erase_if(waiters, [this](const Waiter& waiter) { return waiter.pid == id; }) != 0)
    after_callback([port = SharedRef<Port>(this)] { port->wake({{port->id, 0}}); });
  wake(std::move(waiters));
  lock_->assert_locked();
  if (!commands_.empty()) lock_->no_longer_busy_.push_back(SharedRef<Port>(this));
}

// --- data ---

PortData& PortData::operator=(PortData&& other) noexcept {
  std::swap(bytes, other.bytes);
  std::swap(parts, other.parts);
  return *this;
}

PortData::~PortData() {
  for (const Part& part : parts) part.binary->release();
}

void PortData::make_parts() {
  if (bytes.empty()) return;
  Binary* binary = Binary::make(bytes.size()).detach();
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(binary->bytes()));
  parts.insert(parts.begin(), {binary, 0, bytes.size()});
  bytes.clear();
}

void PortData::flatten() {
  bytes.reserve(size());
  for (const Part& part : std::exchange(parts, {})) {
    bytes.append(reinterpret_cast<const char*>(part.binary->bytes()) + part.offset, part.size);
    part.binary->release();
  }
}

Word PortData::size() const {
  Word size = bytes.size();
  for (const Part& part : parts) size += part.size;
  return size;
}

namespace {

/// Takes the parts of an I/O list: binaries from `shared_bytes` on by reference, the rest is copied
/// to one binary.
class PartCollector {
 public:
  PartCollector(std::vector<PortData::Part>& parts, Word shared_bytes)
      : parts_(parts), shared_bytes_(shared_bytes) {}
  bool add(Term iodata) {
    WorkStack<Term> tails;  // of lists whose head is being added
    for (;;) {
      while (iodata.is_cons()) {
        const Term head = iodata.as_cons().head;
        iodata = iodata.as_cons().tail;
        if (head.is_small()) {
          if (head.as_small() < 0 || head.as_small() > 255) return false;
          add_copied(std::string(1, static_cast<char>(head.as_small())));
        } else {
          tails.push(iodata);
          iodata = head;
        }
      }
      if (!iodata.is_nil() && !add_binary(iodata)) return false;
      if (tails.empty()) return true;
      iodata = tails.pop();
    }
  }
  void finish() {
    if (copied_.empty()) return;
    const SharedRef<Binary> binary = Binary::make(copied_.size());
    std::copy(copied_.begin(), copied_.end(), reinterpret_cast<char*>(binary->bytes()));
    for (PortData::Part& part : parts_) {
      if (part.binary != nullptr) continue;
      part.binary = SharedRef<Binary>(binary).detach();
    }
  }

 private:
  bool add_binary(Term term) {
    if (!term.is_bitstring() || !term.is_binary()) return false;
    const Bits bits = bits_of(term);
    Binary* shared = shared_binary(term);
    if (shared == nullptr || bits.byte_size() < shared_bytes_ || !bits.is_byte_aligned()) {
      const BinaryBytes bytes(term);
      add_copied(bytes.text());
      return true;
    }
    shared->retain();
    parts_.push_back({shared, static_cast<Word>(bits.bytes - shared->bytes()), bits.byte_size()});
    return true;
  }
  void add_copied(std::string_view bytes) {
    if (bytes.empty()) return;
    if (parts_.empty() || parts_.back().binary != nullptr)
      parts_.push_back({nullptr, copied_.size(), 0});
    copied_ += bytes;
    parts_.back().size += bytes.size();
  }

  std::vector<PortData::Part>& parts_;
  const Word shared_bytes_;
  std::string copied_;
};

/// False: `iodata` is none, and there are no parts.
bool collect_parts(Term iodata, std::vector<PortData::Part>& parts, Word shared_bytes) {
  PartCollector collector(parts, shared_bytes);
  if (collector.add(iodata)) {
    collector.finish();
    return true;
  }
  std::erase_if(parts, [](const PortData::Part& part) { return part.binary == nullptr; });
  return false;
}

// From so many parts on, small ones are put together. OTP's figures: drivers can see them.
constexpr Word kManyParts = 16;
constexpr Word kSmallPart = 256;

}  // namespace

bool PortData::append(Term iodata, Form form) {
  if (form == Form::kBytes) return append_iodata(iodata, bytes);
  if (!collect_parts(iodata, parts, 0)) return false;
  if (parts.size() < kManyParts) return true;
  for (const Part& part : std::exchange(parts, {})) part.binary->release();
  return collect_parts(iodata, parts, kSmallPart);
}

}  // namespace vm
