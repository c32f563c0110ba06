// Opening, naming, connecting and closing sockets. Source: socket(3), prim_socket.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/net/socket_counts.h"
#include "bif/net/socket_handle.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/binary_view.h"
#include "vm/io/file_threads.h"
#include "vm/net/network_namespace.h"
#include "vm/proc/registry.h"
#include "vm/term/compare.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace bif {

using namespace net;

namespace {

bool system_option(int fd, int option, int* value) {
  socklen_t size = sizeof *value;
  return ::getsockopt(fd, SOL_SOCKET, option, value, &size) == 0;
}

/// Whether the process runs that knows all sockets.
bool has_registry(Process& p) { return p.vm.registry->find(names().socket_registry).has_value(); }

bool bool_field(Term map, Term key, bool otherwise) {
  bool value;
  const Term found = field(map, key);
  return !found.is_none() && to_bool(found, &value) ? value : otherwise;
}

/// {ok, Ref} for a new socket, which the caller owns.
BifResult ok_socket(Process& p, SocketHandle& socket, const SocketOptions& options) {
  HeapBuilder builder(p);
  const Term ref = socket.make_ref(builder);
  const vm::MutexLock lock(socket.mutex);
  socket.options = options;
  socket.set_owner(p.pid);
  if (socket.options.use_registry) socket.tell_registry(names().add);
  return builder.tuple(am::ok, ref);
}

/// The same with the options of open/2,4.
BifResult ok_opened(Process& p, SocketHandle& socket, Term map) {
  const SocketCounts& defaults = SocketCounts::of(p.vm);
  SocketOptions options;
  // relaxed: settings, which order nothing
  options.debug = bool_field(map, names().debug, defaults.socket_debug.load(vm::kRelaxed));
  options.use_registry =
      bool_field(map, names().use_registry, defaults.use_registry.load(vm::kRelaxed));
  return ok_socket(p, socket, options);
}

void stop_blocking(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

/// The system's answer to an attempt to connect; 0 or errno.
int connection_error(int fd) {
  int error = 0;
  return system_option(fd, SO_ERROR, &error) ? error : errno;
}

BifResult connect(Process& p, SocketHandle& socket, Term handle, const SocketAddress* address) {
  const vm::MutexLock lock(socket.mutex);
  if (!socket.can_write()) return closed(p);
  if (socket.writers.current != nullptr) return error_invalid(p, names().state);
  if (socket.connector != nullptr) {
    if (socket.connector->pid != p.pid)
      return address != nullptr ? error(p, names().already) : raise_invalid(p, names().state);
    socket.end_connecting();
    if (const int failed = connection_error(socket.fd); failed != 0) return error(p, failed);
    socket.write_state |= kConnected;
    return am::ok;
  }
  if (address == nullptr) return raise_invalid(p, names().state);
  if (::connect(socket.fd, &address->any, address->length) == 0) {
    socket.write_state |= kConnected;
    return am::ok;
  }
  if (errno != EINPROGRESS) return error(p, errno);
  if (!socket.select(Direction::kWrite, p.pid, handle)) return error(p, names().select_failed);
  socket.start_connecting(p.pid, handle);
  return am::select;
}

BifResult wait_for_connection(Process& p, SocketHandle& socket, Term handle)
    VM_REQUIRES(socket.mutex) {
  socket.set_current(socket.acceptors, p.pid, handle);
  if (!socket.select(Direction::kRead, p.pid, handle)) {
    socket.end_current(socket.acceptors, Direction::kRead);
    return error(p, names().select_failed);
  }
  socket.read_state |= kAccepting;
  return am::select;
}

}  // namespace

BifResult socket_open_4(Process& p, const Args<4>& a) {
  if (!has_registry(p)) return start_sockets(p, "open_socket", {a[0], a[1], a[2], a[3]});
  int family;
  int type;
  int protocol;
  if (!to_int(a[2], &protocol)) return bad_integer(p, a[2]);
  if (!a[3].is_map()) return p.badarg();
  if (!to_family(a[0], &family)) return invalid(p, names().domain);
  if (!to_type(a[1], &type)) return invalid(p, am::type);
  std::string network;
  const Term netns = field(a[3], names().netns);
  if (!netns.is_none() && netns.is_binary()) network = vm::BinaryBytes(netns).text();
  int fd;
  {
    const vm::inet::NetworkNamespace space(network);
    if (space.error() != 0) return error(p, space.error());
    fd = ::socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
    if (fd < 0) return error(p, errno);
  }
  if (protocol == 0) system_option(fd, SO_PROTOCOL, &protocol);
  return ok_opened(p, *vm::make_shared_ref<SocketHandle>(p.vm, fd, family, type, protocol), a[3]);
}

BifResult socket_open_2(Process& p, const Args<2>& a) {
  if (!has_registry(p)) return start_sockets(p, "open_socket", {a[0], a[1]});
  int given;
  if (!to_int(a[0], &given)) return bad_integer(p, a[0]);
  if (!a[1].is_map()) return p.badarg();
  int family;
  int type;
  int protocol = 0;
  if (!system_option(given, SO_DOMAIN, &family) &&
      (field(a[1], names().domain).is_none() || !to_family(field(a[1], names().domain), &family)))
    return invalid(p, names().domain);
  if (!system_option(given, SO_TYPE, &type) &&
      (field(a[1], am::type).is_none() || !to_type(field(a[1], am::type), &type)))
    return invalid(p, am::type);
  if (!system_option(given, SO_PROTOCOL, &protocol) &&
      !to_int(field(a[1], names().protocol), &protocol))
    protocol = 0;
  const bool is_copied = bool_field(a[1], names().dup, true);
  const int fd = is_copied ? ::fcntl(given, F_DUPFD_CLOEXEC, 0) : given;
  if (fd < 0) return error(p, errno);
  stop_blocking(fd);
  const auto socket = vm::make_shared_ref<SocketHandle>(p.vm, fd, family, type, protocol);
  {
    const vm::MutexLock lock(socket->mutex);
    socket->given_fd = given;
    socket->closes_descriptor = is_copied;
    SocketAddress peer;
    if (::getpeername(fd, &peer.any, &peer.length) == 0) socket->write_state |= kConnected;
  }
  return ok_opened(p, *socket, a[1]);
}

BifResult socket_bind_2(Process& p, const Args<2>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr) return p.badarg();
  SocketAddress address;
  if (!to_socket_address(a[1], &address)) return invalid(p, names().sockaddr);
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_read()) return closed(p);
  if (::bind(socket->fd, &address.any, address.length) != 0) return error(p, errno);
  socket->read_state |= kBound;
  return am::ok;
}

BifResult socket_connect_1(Process& p, const Args<1>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  return socket == nullptr ? p.badarg() : connect(p, *socket, Term::nil(), nullptr);
}

BifResult socket_connect_3(Process& p, const Args<3>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr || !a[1].is_ref()) return p.badarg();
  SocketAddress address;
  if (!to_socket_address(a[2], &address)) return invalid(p, names().sockaddr);
  return connect(p, *socket, a[1], &address);
}

BifResult socket_listen_2(Process& p, const Args<2>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  int backlog;
  if (socket == nullptr) return p.badarg();
  if (!to_int(a[1], &backlog)) return bad_integer(p, a[1]);
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_read()) return closed(p);
  if (::listen(socket->fd, backlog) != 0) return error(p, errno);
  socket->read_state |= kListening;
  return am::ok;
}

namespace {

/// Accepts a connection: its descriptor, or -1 with what accept/2 answers.
int accept(Process& p, SocketHandle& socket, Term handle, BifResult* answer)
    VM_REQUIRES(socket.mutex) {
  Requests& acceptors = socket.acceptors;
  const bool is_current = acceptors.current != nullptr && acceptors.current->pid == p.pid;
  ++socket.counters.acc_tries;
  const int fd = ::accept4(socket.fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  const int failed = errno;
  if (fd >= 0) {
    ++socket.counters.acc_success;
    socket.end_current(acceptors, Direction::kRead);
    if (acceptors.current == nullptr) socket.read_state &= ~unsigned{kAccepting};
  } else if (failed == EAGAIN) {
    if (is_current) {
      ++socket.counters.acc_waits;
      // The earlier call's message is not sent any more.
      if (socket.cancel_select(Direction::kRead) == am::ok)
        socket.send_abort(*acceptors.current, names().cancelled);
    }
    *answer = wait_for_connection(p, socket, handle);
  } else {
    ++socket.counters.acc_fails;
    if (is_current) socket.fail_all(acceptors, vm::posix_error(failed));
    *answer = error(p, failed);
  }
  return fd;
}

}  // namespace

BifResult socket_accept_2(Process& p, const Args<2>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr) return p.badarg();
  int fd;
  SocketOptions options;  // an accepted connection has the listening socket's
  {
    const vm::MutexLock lock(socket->mutex);
    if (!socket->can_read()) return closed(p);
    if (socket->readers.current != nullptr) return error_invalid(p, names().state);
    Requests& acceptors = socket->acceptors;
    if (acceptors.current != nullptr && acceptors.current->pid != p.pid) {
      if (SocketHandle::is_in_line(acceptors, p.pid)) return raise_invalid(p, names().state);
      socket->join_line(acceptors, p.pid, a[1]);
      return am::select;
    }
    BifResult answer;
    fd = accept(p, *socket, a[1], &answer);
    if (fd < 0) return answer;
    options = socket->options;
  }
  const auto accepted =
      vm::make_shared_ref<SocketHandle>(p.vm, fd, socket->family, socket->type, socket->protocol);
  {
    const vm::MutexLock lock(accepted->mutex);
    accepted->write_state |= kConnected;
  }
  return ok_socket(p, *accepted, options);
}

namespace {

BifResult name_of_socket(Process& p, Term ref, int (*ask)(int, sockaddr*, socklen_t*)) {
  SocketHandle* socket = SocketHandle::of(ref);
  if (socket == nullptr) return p.badarg();
  SocketAddress address;
  {
    const vm::MutexLock lock(socket->mutex);
    if (!socket->can_read()) return closed(p);
    if (ask(socket->fd, &address.any, &address.length) != 0) return error(p, errno);
  }
  HeapBuilder builder(p);
  return builder.tuple(am::ok, socket_address_term(builder, address));
}

}  // namespace

BifResult socket_sockname_1(Process& p, const Args<1>& a) {
  return name_of_socket(p, a[0], [](int fd, sockaddr* address, socklen_t* length) {
    return ::getsockname(fd, address, length);
  });
}

BifResult socket_peername_1(Process& p, const Args<1>& a) {
  return name_of_socket(p, a[0], [](int fd, sockaddr* address, socklen_t* length) {
    return ::getpeername(fd, address, length);
  });
}

BifResult socket_shutdown_2(Process& p, const Args<2>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr) return p.badarg();
  if (a[1] != am::read && a[1] != am::write && a[1] != am::read_write) {
    HeapBuilder builder(p);
    return p.error(builder.tuple(am::invalid, builder.tuple(names().how, a[1])));
  }
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_read()) return closed(p);
  const int how = a[1] == am::read ? SHUT_RD : a[1] == am::write ? SHUT_WR : SHUT_RDWR;
  return ::shutdown(socket->fd, how) == 0 ? Term(am::ok) : error(p, errno);
}

/// The first half of closing: notifies the processes that wait. The second closes the descriptor.
BifResult socket_close_1(Process& p, const Args<1>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr) return p.badarg();
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_read()) return closed(p);
  socket->set_closer(p.pid);
  socket->stop();
  return am::ok;
}

BifResult socket_finalize_close_1(Process& p, const Args<1>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr) return p.badarg();
  int descriptor;
  bool lingers = false;
  {
    const vm::MutexLock lock(socket->mutex);
    if ((socket->read_state & kClosed) != 0) return closed(p);
    if ((socket->read_state & kClosing) == 0 || socket->closer != p.pid)
      return raise_invalid(p, names().state);
    linger time{};
    socklen_t size = sizeof time;
    lingers = ::getsockopt(socket->fd, SOL_SOCKET, SO_LINGER, &time, &size) == 0 &&
              time.l_onoff != 0 && time.l_linger != 0;
    descriptor = socket->take_descriptor();
    socket->forget_processes();
  }
  if (descriptor < 0) return am::ok;
  const auto answer = [&p](int failed) -> BifResult {
    if (failed == 0) return am::ok;
    return failed == EAGAIN ? error(p, am::timeout) : error(p, failed);
  };
  // As long as the peer takes what was sent: not on a scheduler.
  if (lingers) {
    return vm::outside(
        p,
        [descriptor] {
          ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
          return ::close(descriptor) == 0 ? 0 : errno;
        },
        answer);
  }
  return answer(::close(descriptor) == 0 ? 0 : errno);
}

namespace {

BifResult cancel_request(Process& p, SocketHandle& socket, Requests& requests, Direction direction,
                         Term handle) VM_REQUIRES(socket.mutex) {
  if (requests.current == nullptr) return am::not_found;
  if (requests.current->pid != p.pid)
    return socket.leave_line(requests, p.pid, handle) ? am::ok : am::not_found;
  if (!vm::exactly_equal(requests.current->handle.get(), handle)) return am::not_found;
  const Term result = socket.cancel_select(direction);
  socket.end_current(requests, direction);
  return result;
}

}  // namespace

BifResult socket_cancel_3(Process& p, const Args<3>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  const Term operation = a[1];
  if (socket == nullptr || !operation.is_atom() || !a[2].is_ref()) return p.badarg();
  const Names& n = names();
  const vm::MutexLock lock(socket->mutex);
  if (operation == am::connect) {
    if (!socket->can_write()) return closed(p);
    if (socket->connector == nullptr || socket->connector->pid != p.pid ||
        !vm::exactly_equal(socket->connector->handle.get(), a[2]))
      return error(p, am::not_found);
    const Term result = socket->cancel_select(Direction::kWrite);
    socket->end_connecting();
    return result;
  }
  if (operation == n.accept) {
    if (!socket->can_read()) return closed(p);
    const Term result = cancel_request(p, *socket, socket->acceptors, Direction::kRead, a[2]);
    if (socket->acceptors.current == nullptr) socket->read_state &= ~unsigned{kAccepting};
    return result;
  }
  if (operation == am::send || operation == n.sendto || operation == n.sendmsg ||
      operation == n.sendv || operation == n.sendfile) {
    if (!socket->can_write()) return closed(p);
    return cancel_request(p, *socket, socket->writers, Direction::kWrite, a[2]);
  }
  if (operation == n.recv || operation == n.recvfrom || operation == n.recvmsg) {
    if (!socket->can_read()) return closed(p);
    return cancel_request(p, *socket, socket->readers, Direction::kRead, a[2]);
  }
  return socket->can_read() ? p.badarg() : closed(p);
}

}  // namespace bif
