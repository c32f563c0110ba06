// The monitor of the owner stands for its requests, too; when the owner changes, those get monitors
// of their own.
#include "bif/net/socket_handle.h"

#include "bif/net/names.h"
#include "bif/net/socket_counts.h"
#include "bif/nif/nif_state.h"
#include "bif/state.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace bif::net {
namespace {

constexpr Word kBytes = sizeof(SocketHandle);  // what a reference weighs in a heap

int select_flag(Direction direction) {
  return direction == Direction::kRead ? ERL_NIF_SELECT_READ : ERL_NIF_SELECT_WRITE;
}
int cancelled_flag(Direction direction) {
  return direction == Direction::kRead ? ERL_NIF_SELECT_READ_CANCELLED
                                       : ERL_NIF_SELECT_WRITE_CANCELLED;
}

SelectedDescriptors& descriptors(Vm& vm) { return BifState::of(vm).nifs->descriptors(); }

}  // namespace

// --- monitors ---

vm::SharedRef<SocketHandle> SocketMonitors::socket() {
  // A socket whose last count has gone is on its way to detach().
  if (socket_ == nullptr || !socket_->try_retain()) return {};
  return vm::SharedRef<SocketHandle>::adopt(socket_);
}

void SocketMonitors::process_down(Vm&, Term pid, vm::RefNumber monitor) {
  vm::SharedRef<SocketHandle> socket;  // dropped without the lock
  {
    const vm::MutexLock lock(mutex_);
    if (pids_.erase(monitor) == 0) return;
    socket = this->socket();
  }
  if (socket) socket->process_down(pid, monitor);
}

Term SocketMonitors::to_term(HeapBuilder& builder) {
  vm::SharedRef<SocketHandle> socket;
  {
    const vm::MutexLock lock(mutex_);
    socket = this->socket();
  }
  // Not the last count where it goes: the term has one.
  return socket ? socket->make_ref(builder) : Term::none();
}

void SocketMonitors::detach() {
  const vm::MutexLock lock(mutex_);
  socket_ = nullptr;
  pids_.clear();
}

// --- the socket ---

SocketHandle::SocketHandle(Vm& vm, int descriptor, int family, int type, int protocol)
    : vm(vm),
      family(family),
      type(type),
      protocol(protocol),
      number(vm::next_ref_number(vm)),
      fd(descriptor),
      monitors_(std::make_shared<SocketMonitors>(*this)),
      counts_(BifState::of(vm).sockets) {
  counts_->opened(family, type, protocol);
}

SocketHandle::~SocketHandle() {
  // The machine may be ending: nothing of it is used here but what this object holds.
  monitors_->detach();
  const vm::MutexLock lock(mutex);
  if (fd < 0) return;
  counts_->closed(family, type, protocol);
  if (closes_descriptor) ::close(fd);
  if (file >= 0) ::close(file);
}

Term SocketHandle::make_ref(HeapBuilder& builder) {
  return vm::make_magic_ref(builder, number.low, number.high, *this, kBytes);
}

Term SocketHandle::make_socket(HeapBuilder& builder) {
  const Term ref = make_ref(builder);
  return builder.tuple(names().socket_tag, ref);
}

bool SocketHandle::is_stream() const { return type == SOCK_STREAM; }

template <class Build>
void SocketHandle::send_message(Term pid, Build build) {
  HeapBuilder builder(Word{32});
  const Term message = build(builder);
  vm::send_from_machine(vm, Term::none(), pid, message, builder.take_fragments());
}

void SocketHandle::send_abort(const Request& request, Term reason) {
  send_message(request.pid, [&](HeapBuilder& builder) {
    const Term handle = vm::copy_term(builder, request.handle.get(), nullptr);
    const Term why = builder.tuple(handle, reason);
    return builder.tuple(names().socket_tag, make_socket(builder), am::abort, why);
  });
}

void SocketHandle::tell_registry(Term what) {
  const Term registry = vm.registry->find(names().socket_registry);
  if (registry.is_none()) return;
  send_message(registry, [&](HeapBuilder& builder) {
    return builder.tuple(names().socket_tag, what, make_socket(builder));
  });
}

// --- requests ---

bool SocketHandle::set_owner(Term pid) {
  if (owner.has_value() && !owner_monitor_.is_none()) monitors_->demonitor(vm, owner_monitor_);
  const Term old_owner = std::exchange(owner, pid);
  const auto monitor = vm::ObjectMonitors::monitor(vm, monitors_, pid);
  owner_monitor_ = monitor.value_or(vm::RefNumber());
  if (monitor) {
    if (old_owner.has_value()) watch_owners_requests(old_owner);
    return true;
  }
  owner = Term::none();
  stop();
  close_descriptor();
  return false;
}

void SocketHandle::watch_owners_requests(Term old_owner) {
  const auto watch = [&](std::unique_ptr<Request>& request) VM_REQUIRES(mutex) {
    if (request != nullptr && request->pid == old_owner && request->monitor.is_none())
      request->monitor =
          vm::ObjectMonitors::monitor(vm, monitors_, old_owner).value_or(vm::RefNumber());
  };
  for (Requests* requests : {&readers, &writers, &acceptors}) {
    watch(requests->current);
    for (auto& request : requests->line) watch(request);
  }
  watch(connector);
}

std::unique_ptr<Request> SocketHandle::make_request(Term pid, Term handle) {
  auto request = std::make_unique<Request>();
  request->pid = pid;
  request->handle = vm::KeptTerm(handle);
  if (pid != owner)
    request->monitor = vm::ObjectMonitors::monitor(vm, monitors_, pid).value_or(vm::RefNumber());
  return request;
}

void SocketHandle::forget(Request& request) {
  if (!request.monitor.is_none()) monitors_->demonitor(vm, request.monitor);
}

bool SocketHandle::is_in_line(const Requests& requests, Term pid) {
  for (const auto& request : requests.line)
    if (request->pid == pid) return true;
  return false;
}

void SocketHandle::join_line(Requests& requests, Term pid, Term handle) {
  requests.line.push_back(make_request(pid, handle));
}

bool SocketHandle::leave_line(Requests& requests, Term pid, std::optional<Term> handle) {
  for (auto at = requests.line.begin(); at != requests.line.end(); ++at) {
    if ((*at)->pid != pid) continue;
    if (handle && !vm::exactly_equal((*at)->handle.get(), *handle)) continue;
    forget(**at);
    requests.line.erase(at);
    return true;
  }
  return false;
}

void SocketHandle::set_current(Requests& requests, Term pid, Term handle) {
  if (requests.current == nullptr) {
    requests.current = make_request(pid, handle);
  } else {
    requests.current->handle = vm::KeptTerm(handle);
  }
}

void SocketHandle::end_current(Requests& requests, Direction direction) {
  if (requests.current == nullptr) return;
  forget(*requests.current);
  requests.current = nullptr;
  while (!requests.line.empty()) {
    std::unique_ptr<Request> next = std::move(requests.line.front());
    requests.line.pop_front();
    if (select(direction, next->pid, next->handle.get())) {
      requests.current = std::move(next);
      return;
    }
    send_abort(*next, names().select_failed);
    forget(*next);
  }
}

void SocketHandle::fail_all(Requests& requests, Term reason) {
  if (requests.current == nullptr) return;
  forget(*requests.current);
  requests.current = nullptr;
  for (const auto& request : requests.line) {
    send_abort(*request, reason);
    forget(*request);
  }
  requests.line.clear();
}

void SocketHandle::start_connecting(Term pid, Term handle) {
  connector = make_request(pid, handle);
  write_state |= kConnecting;
}

void SocketHandle::end_connecting() {
  forget(*connector);
  connector = nullptr;
  write_state &= ~unsigned{kConnecting};
}

bool SocketHandle::select(Direction direction, Term pid, Term handle) {
  SelectedDescriptors::Wish wish;
  HeapBuilder builder(Word{32});
  const Term copy = vm::copy_term(builder, handle, nullptr);
  wish.receiver = pid;
  wish.message = builder.tuple(names().socket_tag, make_socket(builder), am::select, copy);
  wish.ref = Term::nil();
  wish.fragments = builder.take_fragments();
  if (descriptors(vm).select(fd, select_flag(direction), *this, std::move(wish)) < 0) return false;
  (direction == Direction::kRead ? read_state : write_state) |= kSelected;
  return true;
}

Term SocketHandle::cancel_select(Direction direction) {
  const int cancelled = descriptors(vm).cancel(fd, select_flag(direction), *this);
  return (cancelled & cancelled_flag(direction)) != 0 ? am::ok : names().select_sent;
}

// --- the end ---

void SocketHandle::stop(Requests& requests, bool was_selected) {
  if (requests.current == nullptr) return;
  if (was_selected) send_abort(*requests.current, am::closed);
  fail_all(requests, am::closed);
}

void SocketHandle::stop() {
  read_state |= kClosing;
  write_state |= kClosing;
  int cancelled = 0;
  if (((read_state | write_state) & kSelected) != 0) cancelled = descriptors(vm).forget(fd, *this);
  const bool was_writing = (cancelled & ERL_NIF_SELECT_WRITE_CANCELLED) != 0;
  const bool was_reading = (cancelled & ERL_NIF_SELECT_READ_CANCELLED) != 0;
  stop(writers, was_writing);
  if (connector != nullptr) {
    if (was_writing) send_abort(*connector, am::closed);
    end_connecting();
  }
  stop(readers, was_reading);
  stop(acceptors, was_reading);
}

int SocketHandle::take_descriptor() {
  const int descriptor = std::exchange(fd, -1);
  read_state |= kClosed;
  write_state |= kClosed;
  meta = vm::KeptTerm();
  buffer = {};
  buffered = 0;
  if (file >= 0) ::close(std::exchange(file, -1));
  counts_->closed(family, type, protocol);
  if (options.use_registry) tell_registry(names().del);
  return closes_descriptor ? descriptor : -1;
}

int SocketHandle::close_descriptor() {
  const int descriptor = take_descriptor();
  return descriptor < 0 || ::close(descriptor) == 0 ? 0 : errno;
}

void SocketHandle::set_closer(Term pid) {
  closer = pid;
  if (pid != owner)
    closer_monitor_ = vm::ObjectMonitors::monitor(vm, monitors_, pid).value_or(vm::RefNumber());
}

void SocketHandle::forget_processes() {
  closer = Term::none();
  owner = Term::none();
  monitors_->demonitor_all(vm);
}

void SocketHandle::process_down(Term pid, vm::RefNumber monitor) {
  const vm::MutexLock lock(mutex);
  if (fd < 0) return;
  if (monitor == owner_monitor_) {
    owner = Term::none();
    owner_monitor_ = {};
    // If it was closing the socket itself, that goes on here; so it does if another one was, whose
    // finalize_close() then finds the socket closed... unless that one is still there.
    const bool others_close = closer.has_value() && closer != pid;
    if (others_close) return;
    if (can_read()) stop();
    close_descriptor();
    return;
  }
  if (monitor == closer_monitor_) {
    closer = Term::none();
    close_descriptor();
    return;
  }
  if (connector != nullptr && connector->monitor == monitor) {
    end_connecting();
    return;
  }
  const auto leave = [&](Requests& requests, Direction direction) VM_REQUIRES(mutex) {
    if (requests.current == nullptr) return;
    if (requests.current->monitor == monitor) {
      end_current(requests, direction);
    } else {
      leave_line(requests, pid, std::nullopt);
    }
  };
  leave(readers, Direction::kRead);
  leave(acceptors, Direction::kRead);
  if (acceptors.current == nullptr) read_state &= ~unsigned{kAccepting};
  leave(writers, Direction::kWrite);
}

}  // namespace bif::net
