// The lock of a port while its driver may run: what a driver causes meanwhile, and what processes
// post meanwhile, is done before it is released.
#include "vm/port/port.h"
#include "vm/port/port_table.h"
#include "vm/proc/links.h"
#include "vm/proc/operation.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"

#include <algorithm>
#include <utility>

namespace vm {

namespace {

/// The innermost PortEntry of this thread, and the locks of all of them.
thread_local constinit PortEntry* innermost_entry = nullptr;

/// Stands behind the first one that was posted. Never run, and from no process.
constinit Posted mark_of_entry;

/// What a port does for commands that were posted (port_in).
constexpr Term kPosted = Term::small(0);

constexpr int kWholeSlice = 100;

}  // namespace

PortLock::PortLock() = default;
PortLock::~PortLock() = default;

// --- what is posted ---

void PortLock::enter() {
  // relaxed: nothing is handed over; a process that still reads null waits for the mutex.
  posted_.store(&mark_of_entry, kRelaxed);
}

Posted* PortLock::take_posted() {
  Posted* last = &mark_of_entry;
  // relaxed: as in enter(). What was posted makes this fail.
  if (posted_.compare_exchange_strong(last, nullptr, kRelaxed, kRelaxed)) return nullptr;
  // acquire: the contents, with post(). Only the holder of the mutex takes.
  last = posted_.exchange(&mark_of_entry, kAcquire);
  Posted* first = nullptr;
  while (last != &mark_of_entry) {
    Posted* const before = std::exchange(last->next, first);
    first = std::exchange(last, before);
  }
  return first;
}

bool PortLock::post(std::unique_ptr<Posted>* posted) {
  Posted* last = posted_.load(kRelaxed);  // relaxed: the exchange looks again
  while (last != nullptr) {
    (*posted)->next = last;
    // release: the contents, with take_posted().
    if (posted_.compare_exchange_weak(last, posted->get(), kRelease, kRelaxed)) {
      posted->release();
      return true;
    }
  }
  return false;
}

bool Port::is_entered(Term pid, Word wait) {
  if (!lock_->is_entered()) return false;
  auto posted = std::make_unique<Posted>(SharedRef<Port>(this), Waiter{pid, wait});
  return lock_->post(&posted);
}

void Port::limit_posts(Word low, Word high) {
  post_low_.store(low, kRelaxed);
  post_high_.store(high, kRelaxed);
}

bool Port::post_command(Process& from, WaitingCommand* command, bool* must_wait) {
  if (!lock_->is_entered()) return false;
  const Word size = command->data.size();
  *must_wait = posted_bytes_.fetch_add(size, kRelaxed) + size > post_high_.load(kRelaxed);
  if (*must_wait) command->waiter = Waiter{from.pid, next_operation_wait(from)};
  auto posted = std::make_unique<Posted>(SharedRef<Port>(this), std::move(*command));
  if (lock_->post(&posted)) {
    if (*must_wait) trace_busy_port(from, id);
    return true;
  }
  // The PortEntry is over.
  posted_bytes_.fetch_sub(size, kRelaxed);
  *command = std::move(std::get<WaitingCommand>(posted->what));
  command->waiter.reset();
  return false;
}

bool Port::post_signal(std::unique_ptr<TermSignal>* signal) {
  if (!lock_->is_entered()) return false;
  auto posted = std::make_unique<Posted>(SharedRef<Port>(this), std::move(*signal));
  if (lock_->post(&posted)) return true;
  *signal = std::move(std::get<std::unique_ptr<TermSignal>>(posted->what));
  return false;
}

Posted* Port::run_posted(Posted* first) {
  bool is_running = false;
  int used = 0;
  while (first != nullptr && first->port.get() == this) {
    const std::unique_ptr<Posted> posted(first);
    first = posted->next;
    if (const auto* waiter = std::get_if<Waiter>(&posted->what)) {
      wake({*waiter});
      continue;
    }
    auto* const command = std::get_if<WaitingCommand>(&posted->what);
    const bool is_data = command != nullptr && command->request.is_none();
    // Requests and signals are runs of their own.
    if (is_running && (!is_data || used >= kWholeSlice)) {
      if (is_open_) trace_port_out(tracee_, kPosted);
      is_running = false;
      used = 0;
    }
    if (command == nullptr) {
      run_posted_signal(std::move(std::get<std::unique_ptr<TermSignal>>(posted->what)));
    } else if (is_data) {
      if (!is_running && is_open_) trace_port_in(tracee_, kPosted);
      is_running = is_open_;
      run_posted_data(*command);
      if (is_open_) used += driver_->used_percent();
    } else if (is_open_ && has_waiting(command->sender)) {
      commands_.push_back(std::move(*command));
    } else {
      run_request(*command);
    }
  }
  if (is_running && is_open_) trace_port_out(tracee_, kPosted);
  return first;
}

void Port::run_posted_data(WaitingCommand& command) {
  // The limits are for what waits.
  const Word size = command.data.size();
  const Word left = posted_bytes_.fetch_sub(size, kRelaxed) - size;
  if (command.waiter) post_waiters_.push_back(*command.waiter);
  if (command.owner == owner()) {
    run_command(command.sender, std::move(command.data));
  } else {
    run_request(command);
  }
  if (left <= post_low_.load(kRelaxed)) wake(std::exchange(post_waiters_, {}));
}

void Port::run_posted_signal(std::unique_ptr<TermSignal> signal) {
  if (!is_open_) {
    answer_for_the_dead(table_.vm(), id, *signal);
  } else if (!take_signal(*signal)) {
    const Cause cause = cause_of(*signal);
    begin_end(cause.is_kill ? Term(am::killed) : signal->reason, Term::none(), cause);
    lock_->assert_locked();
    lock_->endings_.back().signal = std::move(signal);
  }
}

void Port::run_command(Term sender, PortData data) {
  if (!is_open_ || driver_ == nullptr) return;
  if (is_driver_busy_) {
    commands_.push_back({sender, owner(), std::nullopt, std::move(data), Term::none()});
    return;
  }
  Term failure;
  trace_command(sender, data);
  if (!write(sender, std::move(data), &failure)) begin_end(failure, Term::none(), {});
}

void Port::run_request(const WaitingCommand& command) {
  if (!is_open_) return;
  if (command.owner != owner() || command.request == kBadRequest) {
    // As OTP: a message of another process, or one that is not the owner any more.
    send_exit_signal(table_.vm(), id, owner(), am::badsig);
  } else if (command.request == am::close) {
    begin_end(am::normal, owner(), {.run = am::close, .caller = command.sender});
  } else {
    connect_by_message(command.sender, command.request);
  }
}

bool Port::has_waiting(Term sender) const {
  return std::ranges::any_of(commands_, [sender](const WaitingCommand& command) {
    return command.sender == sender && !command.waiter;
  });
}

void Port::run_waiting() {
  while (is_open_ && !is_driver_busy_ && !commands_.empty()) {
    WaitingCommand command = std::move(commands_.front());
    commands_.pop_front();
    // As in OTP, a process that ended while it waited has sent nothing.
    if (command.waiter && table_.vm().processes->find(command.sender) == nullptr) continue;
    if (command.owner != owner() || command.request.has_value()) {
      run_request(command);
    } else {
      trace_port_in(tracee_, am::command);
      run_command(command.sender, std::move(command.data));
      trace_port_out(tracee_, am::command);
    }
    if (command.waiter) wake({*command.waiter});
  }
}

// --- the lock while the driver may run ---

PortEntry::PortEntry(Port& port) : lock_(port.lock_), outer_(innermost_entry) {
  lock_->mutex.lock();
  lock_->enter();
  innermost_entry = this;
}

PortEntry::~PortEntry() {
  settle();
  while (Posted* posted = lock_->take_posted()) {
    while (posted != nullptr) {
      const SharedRef<Port> port = posted->port;
      port->assert_locked();
      posted = port->run_posted(posted);
    }
    settle();
  }
  std::vector<PortEnding> endings = std::exchange(lock_->endings_, {});
  const std::vector<std::function<void()>> calls = std::exchange(lock_->calls_, {});
  innermost_entry = outer_;
  lock_->mutex.unlock();
  for (const std::function<void()>& call : calls) call();
  for (PortEnding& ending : endings) ending.port->finish_end(ending);
}

void PortEntry::settle() {
  // Commands that waited may end ports, and these may not be busy any more.
  while (!lock_->ends_.empty() || !lock_->no_longer_busy_.empty()) {
    for (const auto& [port, reason] : std::exchange(lock_->ends_, {})) {
      port->assert_locked();
      port->begin_end(reason, Term::none(), {.is_driver = true});
    }
    if (lock_->no_longer_busy_.empty()) continue;
    const SharedRef<Port> port = std::move(lock_->no_longer_busy_.back());
    lock_->no_longer_busy_.pop_back();
    port->assert_locked();
    port->run_waiting();
  }
}

bool PortEntry::is_inside(const PortLock* lock) {
  for (const PortEntry* entry = innermost_entry; entry != nullptr; entry = entry->outer_)
    if (entry->lock_.get() == lock) return true;
  return false;
}

bool PortEntry::is_inside_any() { return innermost_entry != nullptr; }

}  // namespace vm
