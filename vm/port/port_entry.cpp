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

/// Stands behind the first command that was posted. Never run, and no command of anybody.
constinit PostedCommand mark_of_entry;

/// What a port does for commands that were posted (port_in).
constexpr Term kPosted = Term::small(0);

constexpr int kWholeSlice = 100;

}  // namespace

PortLock::PortLock() = default;
PortLock::~PortLock() = default;

// --- commands that are posted ---

void PortLock::enter() {
  // relaxed: nothing is handed over; a process that still reads null waits for the mutex.
  posted_.store(&mark_of_entry, kRelaxed);
}

PostedCommand* PortLock::take_posted() {
  PostedCommand* last = &mark_of_entry;
  // relaxed: as in enter(). A command that was posted makes this fail.
  if (posted_.compare_exchange_strong(last, nullptr, kRelaxed, kRelaxed)) return nullptr;
  // acquire: the contents of the commands, with post(). Only the holder of the mutex takes.
  last = posted_.exchange(&mark_of_entry, kAcquire);
  PostedCommand* first = nullptr;
  while (last != &mark_of_entry) {
    PostedCommand* const before = std::exchange(last->next, first);
    first = std::exchange(last, before);
  }
  return first;
}

bool PortLock::post(std::unique_ptr<PostedCommand>* command) {
  PostedCommand* last = posted_.load(kRelaxed);  // relaxed: the exchange looks again
  while (last != nullptr) {
    (*command)->next = last;
    // release: the contents, with take_posted().
    if (posted_.compare_exchange_weak(last, command->get(), kRelease, kRelaxed)) {
      command->release();
      return true;
    }
  }
  return false;
}

bool Port::is_entered(Term pid, Word wait) {
  if (!lock_->is_entered()) return false;
  auto command = std::make_unique<PostedCommand>();
  command->port = SharedRef<Port>(this);
  command->waiter = Waiter{pid, wait};
  return lock_->post(&command);
}

void Port::limit_posts(Word low, Word high) {
  post_low_.store(low, kRelaxed);
  post_high_.store(high, kRelaxed);
}

bool Port::post_command(Process& from, PortData* data, bool* must_wait) {
  if (!lock_->is_entered()) return false;
  auto command = std::make_unique<PostedCommand>();
  command->port = SharedRef<Port>(this);
  command->sender = from.pid;
  const Word size = data->size();
  *must_wait = posted_bytes_.fetch_add(size, kRelaxed) + size > post_high_.load(kRelaxed);
  if (*must_wait) command->waiter = Waiter{from.pid, next_operation_wait(from)};
  command->data = std::move(*data);
  if (lock_->post(&command)) {
    if (*must_wait) trace_busy_port(from, id);
    return true;
  }
  // The PortEntry is over.
  posted_bytes_.fetch_sub(size, kRelaxed);
  *data = std::move(*command->data);
  return false;
}

PostedCommand* Port::run_posted(PostedCommand* first) {
  bool is_running = false;
  int used = 0;
  while (first != nullptr && first->port.get() == this) {
    const std::unique_ptr<PostedCommand> command(first);
    first = command->next;
    if (!command->data) {
      wake({*command->waiter});
      continue;
    }
    if (used >= kWholeSlice) {
      trace_port_out(tracee_, kPosted);
      is_running = false;
      used = 0;
    }
    if (!is_running && is_open_) trace_port_in(tracee_, kPosted);
    is_running = is_open_;
    // The limits are for what waits.
    const Word size = command->data->size();
    const Word left = posted_bytes_.fetch_sub(size, kRelaxed) - size;
    if (command->waiter) post_waiters_.push_back(*command->waiter);
    run_command(command->sender, std::move(*command->data));
    if (is_open_) used += driver_->used_percent();
    if (left <= post_low_.load(kRelaxed)) wake(std::exchange(post_waiters_, {}));
  }
  if (is_running && is_open_) trace_port_out(tracee_, kPosted);
  return first;
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
    if (command.owner != owner()) {
      // As OTP: a message of another process, or one that is not the owner any more.
      send_exit_signal(table_.vm(), id, owner(), am::badsig);
    } else if (command.request == am::close) {
      begin_end(am::normal, owner(), {.run = am::close, .caller = command.sender});
    } else if (command.request.has_value()) {
      connect_by_message(command.sender, command.request);
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
  while (PostedCommand* posted = lock_->take_posted()) {
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
