// Accepting: a connection becomes a port of the process that asked for it, with the listening
// socket's settings. The port is made without the listening port's lock, as it has one of its own.
#include "vm/io/posix.h"
#include "vm/net/tcp_socket.h"
#include "vm/port/port_table.h"
#include "vm/proc/process_table.h"

#include <cerrno>
#include <unistd.h>

namespace vm::inet {

std::string TcpSocket::accept(Term caller, Bytes data) {
  if ((state & kIsListening) == 0 || data.size() != 4) return error(EINVAL);
  const AsyncRequest request = new_request(caller, ByteReader(data).u32());
  drop_dead_acceptors();
  if (accepting_.empty()) {
    const int accepted = ::accept4(fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted < 0 && errno != EAGAIN) return error(errno);
    if (accepted >= 0) {
      accept_for(request, accepted);
      return ok(request);
    }
  }
  accepting_.push_back(request);
  state |= kIsAccepting;
  return ok(request);
}

void TcpSocket::drop_dead_acceptors() {
  ProcessTable& processes = *port().vm().processes;
  std::erase_if(accepting_,
                [&](const AsyncRequest& each) { return processes.find(each.caller) == nullptr; });
  if (accepting_.empty()) state &= ~kIsAccepting;
}

void TcpSocket::accept_pending() {
  drop_dead_acceptors();
  while (!accepting_.empty()) {
    const int accepted = ::accept4(fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    const int why = errno;
    if (accepted < 0 && why == EAGAIN) return;
    const AsyncRequest request = accepting_.front();
    accepting_.pop_front();
    if (accepting_.empty()) state &= ~kIsAccepting;
    if (accepted >= 0) {
      accept_for(request, accepted);
    } else {
      send_async_error(request, posix_error(why));
      return;
    }
  }
}

void TcpSocket::accept_for(const AsyncRequest& request, int accepted) {
  port().assert_locked();
  SocketSettings inherited = settings;
  inherited.delays_send = false;
  port().after_callback([listener = SharedRef<Port>(&port()), this, request, accepted, inherited,
                         same_family = family] {
    PortSettings port_settings;
    port_settings.is_binary = true;
    port_settings.takes_force = true;
    const SharedRef<Port> made =
        listener->table().create_by_driver("tcp_inet", request.caller, port_settings);
    if (!made) {
      ::close(accepted);
      PortEntry entry(*listener);
      send_async_error(request, am::system_limit);
      return;
    }
    auto socket = std::make_unique<TcpSocket>(*made);
    socket->settings = inherited;
    socket->adopt(accepted, same_family);
    made->start(std::move(socket), false);
    if (!made->link_owner()) return;
    PortEntry entry(*listener);
    HeapBuilder builder(Word{16});
    send_async(builder, request, builder.tuple(Term(am::ok), made->id));
  });
}

}  // namespace vm::inet
