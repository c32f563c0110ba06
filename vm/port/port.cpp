// What happens to a port, event by event. Signals are sent under the lock where their order matters
// (input), and after it was released where the port has ended and nothing else sends.
#include "vm/port/port.h"

#include "vm/heap/binary_view.h"
#include "vm/io/posix.h"
#include "vm/port/port_table.h"
#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/remote.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/copy.h"

#include <cerrno>
#include <utility>

namespace vm {

namespace {
/// Of the bytes that are posted to a port, unless it is opened with others. OTP's figures.
constexpr Word kPostLow = 4096;
constexpr Word kPostHigh = 8192;

}  // namespace

Port::Port(PortTable& table, Term port, std::string port_name, Term owner, PortSettings settings,
           SharedRef<PortLock> lock)
    : id(port),
      name(std::move(port_name)),
      table_(table),
      settings_(settings),
      lock_(lock ? std::move(lock) : make_shared_ref<PortLock>()),
      mutex_(lock_->mutex),
      owner_(owner),
      framer_(settings.framing),
      post_low_(kPostLow),
      post_high_(kPostHigh),
      tracee_(table.vm(), port) {
  links_.insert(owner.bits());
}

Port::~Port() { give_back(reports_); }

bool Port::link_owner() {
  auto link = std::make_unique<TermSignal>(SignalKind::kLink);
  link->from = id;
  if (push_signal(table_.vm(), owner(), std::move(link))) return true;
  end(am::noproc, Term::none(), {});
  return false;
}

bool Port::set_data(Term data) {
  KeptTerm kept(data);
  MutexLock lock(mutex_);
  if (is_open_) data_ = std::move(kept);
  return is_open_;
}

Term Port::data(HeapBuilder& builder) {
  MutexLock lock(mutex_);
  if (!is_open_) return Term::none();
  const Term kept = data_.get();
  return kept.has_value() ? copy_term(builder, kept, nullptr) : Term(am::undefined);
}

void Port::start(std::unique_ptr<PortDriver> driver, bool is_told) {
  MutexLock lock(mutex_);
  driver_ = std::move(driver);
  output_.store(driver_->output_kind(), kRelaxed);  // relaxed: the port is published later
  if (!is_open_) {
    driver_->close();
    driver_->stop(true);
  } else if (is_told) {
    trace_port_in(tracee_, kDriver);
    trace_port_out(tracee_, kDriver);
  }
}

void Port::count_input(Word bytes) {
  input_bytes_ += bytes;
  table_.input_bytes.fetch_add(bytes, kRelaxed);  // relaxed: a count
}

// --- messages to the owner ---

void Port::send_to_owner(HeapBuilder& builder, Term what) {
  send(builder, owner(), builder.tuple(id, what));
}

void Port::send(HeapBuilder& builder, Term to, Term message) {
  trace_port_send(tracee_, to, message);
  send_from_machine(table_.vm(), id, to, message, builder.take_fragments());
}

void Port::send_frame(const Frame& frame, std::string_view head) {
  // A list takes two words for a byte.
  HeapBuilder builder(Word{16} + (settings_.is_binary ? 0 : 2 * frame.bytes.size()));
  Term data =
      settings_.is_binary ? make_binary_term(builder, frame.bytes) : builder.string(frame.bytes);
  for (Word i = head.size(); i-- > 0;)
    data = builder.cons(Term::small(static_cast<Byte>(head[i])), data);
  if (settings_.framing.kind == Framing::Kind::kLine)
    data = builder.tuple(frame.ends_line ? am::eol : am::noeol, data);
  send_to_owner(builder, builder.tuple(am::data, data));
}

void Port::send_exit_status() {
  HeapBuilder builder(Word{16});
  send_to_owner(builder, builder.tuple(am::exit_status, Term::small(exit_status_)));
}

void Port::send_answer(const PortAnswer& answer) {
  if (answer.is_ok) {
    HeapBuilder builder(Word{16});
    send_to_owner(builder, am::ok);
    return;
  }
  count_input(answer.head.size() + (answer.bytes ? answer.bytes->size() : 0));
  send_parts(answer.head, answer.bytes ? &*answer.bytes : nullptr);
}

void Port::send_parts(std::string_view head, const std::string* bytes) {
  const Word size = bytes == nullptr ? 0 : bytes->size();
  HeapBuilder builder(2 * (head.size() + (settings_.is_binary ? 0 : size)) + 16);
  Term data = Term::nil();
  if (bytes != nullptr)
    data = settings_.is_binary ? make_binary_term(builder, *bytes) : builder.string(*bytes);
  for (Word i = head.size(); i-- > 0;)
    data = builder.cons(Term::small(static_cast<Byte>(head[i])), data);
  send_to_owner(builder, builder.tuple(am::data, data));
}

// --- from the driver ---

void Port::received(std::string_view bytes) {
  MutexLock lock(mutex_);
  if (is_open_) deliver(bytes);
}

std::optional<ssize_t> Port::take_input(const std::function<ssize_t(std::string*)>& read) {
  MutexLock lock(mutex_);
  if (!is_open_) return std::nullopt;
  std::string bytes;
  const ssize_t count = read(&bytes);
  if (count > 0) deliver(bytes);
  return count;
}

void Port::deliver(std::string_view bytes) {
  count_input(bytes.size());
  framer_.add(bytes);
  Frame frame;
  trace_port_in(tracee_, kDriver);
  while (framer_.next(&frame)) send_frame(frame);
  trace_port_out(tracee_, kDriver);
}

bool Port::program_is_over() {
  if (settings_.sends_exit_status) send_exit_status();
  Frame frame;
  if (framer_.rest(&frame)) send_frame(frame);
  if (!settings_.sends_eof) return true;
  HeapBuilder builder(Word{16});
  send_to_owner(builder, am::eof);
  return false;
}

void Port::input_ended() {
  {
    MutexLock lock(mutex_);
    if (!is_open_ || input_has_ended_) return;
    input_has_ended_ = true;
    trace_port_in(tracee_, kDriver);
    // With exit_status the program's end is awaited.
    if ((settings_.sends_exit_status && exit_status_ < 0) || !program_is_over()) {
      trace_port_out(tracee_, kDriver);
      return;
    }
  }
  end(am::normal, Term::none(), {});
}

void Port::program_ended(int status) {
  {
    MutexLock lock(mutex_);
    if (!is_open_ || !settings_.sends_exit_status) return;
    exit_status_ = status;
    if (settings_.can_read && !input_has_ended_) return;  // there may be input left
    trace_port_in(tracee_, kDriver);
    if (!program_is_over()) {
      trace_port_out(tracee_, kDriver);
      return;
    }
  }
  end(am::normal, Term::none(), {});
}

void Port::failed(Term posix) { end(posix, Term::none(), {.run = kDriver}); }

void Port::written(Word bytes) {
  std::vector<Waiter> waiters;
  {
    MutexLock lock(mutex_);
    waiting_bytes_ -= bytes;
    if (is_busy_ && waiting_bytes_ <= settings_.busy_low_bytes) {
      is_busy_ = false;
      waiters.swap(waiters_);
    }
  }
  wake(std::move(waiters));
  drain_reports();
}

void Port::wake(std::vector<Waiter> waiters) {
  for (const Waiter& waiter : waiters) {
    if (waiter.pid == id) {
      table_.vm().node_monitors->remote().output_is_ready(id);
    } else if (waiter.wait != 0) {
      wake_operation(table_.vm(), waiter.pid, waiter.wait);
    } else {
      push_signal(table_.vm(), waiter.pid, std::make_unique<TermSignal>(SignalKind::kResume));
    }
  }
}

// --- from processes ---

bool Port::is_open() {
  MutexLock lock(mutex_);
  return is_open_;
}

bool Port::is_busy(Term pid, Word wait) {
  if (pid.is_none() && is_entered())
    return posted_bytes_.load(kRelaxed) > post_high_.load(kRelaxed);
  MutexLock lock(mutex_);
  if (!is_open_ || !is_any_busy()) return false;
  if (pid.has_value()) waiters_.push_back({pid, wait});
  return true;
}

PortData::Form Port::data_form() const {
  // relaxed: stored before the port was published
  return output_.load(kRelaxed) == PortDriver::Output::kParts ? PortData::Form::kParts
                                                              : PortData::Form::kBytes;
}

/// False where the port must end, with `*failure`.
bool Port::write(Term caller, PortData data, Term* failure) {
  const PortDriver::Output kind = driver_->output_kind();
  if (kind != PortDriver::Output::kStream) {
    if (kind == PortDriver::Output::kParts) data.make_parts();
    output_bytes_ += data.size();
    table_.output_bytes.fetch_add(data.size(), kRelaxed);  // relaxed: a count
    driver_->output(caller, data);
    return true;
  }
  data.flatten();
  std::string& bytes = data.bytes;
  *failure = posix_error(settings_.can_write ? EINVAL : EBADF);
  if (!settings_.can_write || !framer_.pack(bytes)) return false;
  if (bytes.empty()) return true;
  const Word size = bytes.size();
  output_bytes_ += size;
  table_.output_bytes.fetch_add(size, kRelaxed);  // relaxed: a count
  waiting_bytes_ += size - driver_->write(std::move(bytes), waiting_bytes_ == 0);
  if (const std::optional<PortAnswer> answer = driver_->take_answer()) send_answer(*answer);
  is_busy_ = settings_.is_ever_busy && waiting_bytes_ >= settings_.busy_high_bytes;
  return true;
}

void Port::trace_command(Term caller, PortData& data) {
  if (!is_traced(tracee_)) return;
  if (data_form() == PortData::Form::kBytes) {
    data.flatten();
    trace_port_command(tracee_, caller, data.bytes);
    return;
  }
  HeapBuilder builder(Word{16});
  Term list = Term::nil();
  for (std::size_t i = data.parts.size(); i-- > 0;) {
    const PortData::Part& part = data.parts[i];
    list = builder.cons(make_binary(builder, part.binary->bytes() + part.offset, part.size), list);
  }
  trace_port_request(tracee_, caller, am::command, list);
  HeapFragment::free_chain(builder.take_fragments());
}

bool Port::command(Term caller, PortData data) {
  Term failure;
  {
    PortEntry entry(*this);
    if (!is_open_ || driver_ == nullptr) return false;
    const InPort context(caller);
    trace_port_in(tracee_, am::command);
    trace_command(caller, data);
    if (write(caller, std::move(data), &failure)) {
      trace_port_out(tracee_, am::command);
      return true;
    }
  }
  end(failure, Term::none(), {});
  return true;
}

void Port::hold_output(bool on) {
  PortEntry entry(*this);
  if (driver_ != nullptr) driver_->hold_output(on);
}

void Port::hold_input(bool on) {
  PortEntry entry(*this);
  if (driver_ != nullptr) driver_->hold_input(on);
}

bool Port::close(Term caller) {
  return end(am::normal, Term::none(), {.run = am::close, .caller = caller});
}

void Port::asked(Term caller, Term what, Term argument) {
  MutexLock lock(mutex_);
  if (!is_open_) return;
  const InPort context(caller);
  trace_port_in(tracee_, what);
  if (argument.has_value()) trace_port_request(tracee_, caller, what, argument);
  trace_port_out(tracee_, what);
}

/// {Port, {What, Bytes}}, as what the port has sent to the caller of port_control/3 or port_call/3.
void Port::trace_result(Term caller, Term what, std::string_view bytes) {
  if (!is_traced(tracee_)) return;
  HeapBuilder builder(Word{16});
  const Term result = builder.tuple(what, make_binary_term(builder, bytes));
  trace_port_send(tracee_, caller, builder.tuple(id, result));
  HeapFragment::free_chain(builder.take_fragments());
}

std::optional<ControlResult> Port::control(Term caller, Term request, std::string_view data) {
  Reports taken;
  bool failed = false;
  std::optional<ControlResult> result;
  {
    PortEntry entry(*this);
    if (!is_open_) return std::nullopt;
    const InPort context(caller);
    trace_port_in(tracee_, am::control);
    if (driver_ == nullptr || driver_->has_control())
      trace_port_request(tracee_, caller, am::control, request);
    const auto operation = static_cast<Word>(request.as_tuple().elements[0].as_small());
    // What was reported before is written before.
    taken = write_reports(Take::kAll, &failed);
    if (driver_ != nullptr) result = driver_->control(caller, operation, data);
    if (result) trace_result(caller, am::control, result->bytes);
    trace_port_out(tracee_, am::control);
  }
  give_back(taken);
  if (failed) end(posix_error(EINVAL), Term::none(), {});
  return result;
}

std::optional<std::string> Port::call(Term caller, Word operation, std::string data) {
  PortEntry entry(*this);
  if (!is_open_) return std::nullopt;
  std::optional<std::string> result;
  const InPort context(caller);
  trace_port_in(tracee_, am::call);
  if (driver_ != nullptr && driver_->has_call()) {
    if (is_traced(tracee_)) {
      HeapBuilder builder(Word{16});
      const Term bytes = make_binary_term(builder, data);
      const Term request = builder.tuple(builder.unsigned_integer(operation), bytes);
      trace_port_request(tracee_, caller, am::call, request);
      HeapFragment::free_chain(builder.take_fragments());
    }
    result = driver_->call(caller, operation, std::move(data));
    if (result) trace_result(caller, am::call, *result);
  }
  trace_port_out(tracee_, am::call);
  return result;
}

void Port::link_to(Term pid) {
  if (!links_.insert(pid.bits()).second) return;
  trace_port_getting_linked(tracee_, pid);
  auto link = std::make_unique<TermSignal>(SignalKind::kLink);
  link->from = id;
  push_signal(table_.vm(), pid, std::move(link));
}

bool Port::connect(Term caller, Term pid) {
  MutexLock lock(mutex_);
  if (!is_open_) return false;
  const InPort context(caller);
  trace_port_in(tracee_, am::connect);
  const bool exists = table_.vm().processes->find(pid) != nullptr;
  if (exists) {
    owner_.store(pid, kRelaxed);  // relaxed: the value alone matters
    link_to(pid);
    trace_port_request(tracee_, caller, am::connect, pid);
    // As OTP: reported as a sent message, although the caller of port_connect/2 receives none.
    HeapBuilder builder(Word{4});
    trace_port_send(tracee_, caller, builder.tuple(id, Term(am::connected)));
    HeapFragment::free_chain(builder.take_fragments());
  }
  trace_port_out(tracee_, am::connect);
  return exists;
}

Term Port::info(HeapBuilder& builder, Term item) {
  const auto number = [&](Word n) { return builder.unsigned_integer(n); };
  MutexLock lock(mutex_);
  if (!is_open_) return Term::none();
  Term value;
  if (item == am::name) {
    value = builder.string(name);
  } else if (item == am::links) {
    value = Term::nil();
    for (const Word bits : links_) value = builder.cons(Term::from_bits(bits), value);
  } else if (item == am::id) {
    value = number(id.id_data() << 3);
  } else if (item == am::connected) {
    value = owner();
  } else if (item == am::input) {
    value = number(input_bytes_);
  } else if (item == am::output) {
    value = number(output_bytes_);
  } else if (item == am::os_pid) {
    const Word os_pid = driver_ == nullptr ? 0 : driver_->os_pid();
    value = os_pid == 0 ? Term(am::undefined) : number(os_pid);
  } else if (item == am::queue_size) {
    value = number(waiting_bytes_ + (driver_ == nullptr ? 0 : driver_->queued_bytes()));
  } else if (item == am::memory) {
    value = number(sizeof(Port) + waiting_bytes_);
  } else if (item == am::monitors) {
    value = Term::nil();
    if (driver_ != nullptr) {
      for (const Term pid : driver_->monitored())
        value = builder.cons(builder.tuple(Term(am::process), pid), value);
    }
  } else if (item == am::monitored_by) {
    value = Term::nil();
    for (const auto& [ref, watcher] : watchers_) value = builder.cons(watcher.pid, value);
  } else if (item == am::locking) {
    value = settings_.has_driver_lock ? Term(am::driver_level) : Term(am::port_level);
  } else if (item == am::parallelism) {
    value = settings_.is_parallel ? am::true_ : am::false_;
  } else {
    return Term::none();
  }
  return builder.tuple(item, value);
}

}  // namespace vm
