// Requests of prim_inet to a TCP port, deadlines, and its end.
#include "vm/net/tcp_socket.h"

#include "vm/io/posix.h"
#include "vm/port/port_table.h"
#include "vm/term/atom_table.h"

#include <cerrno>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <unistd.h>

namespace vm::inet {
namespace {
constexpr Word kMaxReceive = 0x4000000;  // 64 MiB, in one receive
}  // namespace

TcpSocket::TcpSocket(Port& port) : Socket(port, IPPROTO_TCP) {}

TcpSocket::~TcpSocket() {
  if (file_.fd >= 0) ::close(file_.fd);
}

std::optional<std::string> TcpSocket::request(Term caller, Request operation, Bytes data) {
  switch (operation) {
    case Request::kListen:
      return listen(data);
    case Request::kConnect:
      return connect(caller, data);
    case Request::kAccept:
      return accept(caller, data);
    case Request::kClose:
      cancel_requests();
      close_descriptor();
      return ok();
    case Request::kReceive:
      return receive(caller, data);
    case Request::kUnreceive:
      return unreceive(data);
    case Request::kShutdown:
      return shutdown(data);
    case Request::kSendFile:
      return send_file(data);
    case Request::kGetStatus:
      if ((state & kIsListening) != 0) drop_dead_acceptors();
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::string TcpSocket::listen(Bytes data) {
  if (!is_open()) return error("exbadport");
  if (data.size() != 2) return error(EINVAL);
  if (::listen(fd, ByteReader(data).u16()) != 0) return error(errno);
  state = kIsOpen | kIsListening;
  return ok();
}

std::string TcpSocket::connect(Term caller, Bytes data) {
  if (!is_open()) return error("exbadport");
  if (is_connected()) return error(EISCONN);
  if ((state & kIsConnecting) != 0 || data.size() < 6) return error(EINVAL);
  ByteReader reader(data);
  const std::uint32_t timeout = reader.u32();
  const char* why;
  const std::optional<SocketAddress> address = SocketAddress::read(reader, family, &why);
  if (!address) return error(why);
  const bool is_done = ::connect(fd, &address->any, address->length) == 0;
  if (!is_done && errno != EINPROGRESS) return error(errno);
  const AsyncRequest request = new_request(caller, timeout);
  state = kIsOpen | (is_done ? kIsActive : kIsConnecting);
  if (is_done) {
    send_async_ok(request);
  } else {
    connecting_ = request;
  }
  return ok(request);
}

std::string TcpSocket::receive(Term caller, Bytes data) {
  if (!is_connected()) {
    if (!receive_is_closed_) return error(ENOTCONN);
    receive_is_closed_ = send_is_closed_ = false;
    return error(std::exchange(is_reset_, false) ? "econnreset" : "closed");
  }
  if (active != Active::kPassive || data.size() != 8) return error(EINVAL);
  ByteReader reader(data);
  const std::uint32_t timeout = reader.u32();
  const std::int32_t length = reader.i32();
  if (settings.packet != Packet::kRaw && length != 0) return error(EINVAL);
  if (length < 0 || Word(length) > kMaxReceive) return error(ENOMEM);
  if (receiving) return error(EALREADY);
  receiving = new_request(caller, timeout);
  const std::string reply = ok(*receiving);
  const Input result = is_ignored ? Input::kNothing : read_input(static_cast<Word>(length));
  if (result == Input::kNothing && timeout == 0) {
    missing_ = 0;
    fail_receive(am::timeout);
  }
  return reply;
}

std::string TcpSocket::unreceive(Bytes data) {
  if (!is_connected()) return error(ENOTCONN);
  compact_input();
  input_.insert(input_.begin(), data.begin(), data.end());
  input_capacity_ = std::max(std::max(input_capacity_, settings.buffer_bytes), input_.size());
  missing_ = 0;
  if (active != Active::kPassive) deliver(0);
  return ok();
}

std::string TcpSocket::shutdown(Bytes data) {
  if (!is_connected()) return error(ENOTCONN);
  if (data.size() != 1) return error(EINVAL);
  const int how = data.front();
  if (how != SHUT_RD && queued_ > 0) {
    pending_shutdown_ = how;
    return ok();
  }
  if (::shutdown(fd, how) == 0) return ok();
  if (how != SHUT_RD) is_write_shut_down_ = true;
  return error(errno);
}

void TcpSocket::options_changed(Active old_active, Packet old_packet) {
  if (!is_connected() || active == Active::kPassive) return;
  const bool is_new_packet = settings.packet != old_packet;
  if (is_new_packet) is_reading_headers_ = false;
  if (old_active == Active::kPassive) {
    // What has been read before is delivered first; a counted socket reads at once, too.
    const bool reads = active != Active::kActive && !is_new_packet;
    if (is_new_packet) missing_ = 0;
    if (reads && !is_ignored) {
      read_input(0);
    } else {
      deliver(0);
    }
  } else if (is_new_packet) {
    missing_ = 0;
    deliver(0);
  }
}

bool TcpSocket::activated_when_closed() {
  if (std::exchange(is_reset_, false)) send_event(am::tcp_error, am::econnreset);
  send_closed_message();
  if (!settings.exits_on_close) return false;
  port().assert_locked();
  port().end_by_driver(am::normal);
  return true;
}

// --- what is waited for ---

unsigned TcpSocket::wanted_events() const {
  if (is_ignored) return 0;
  unsigned events = 0;
  const bool writes = (queued_ > 0 && delayed_send_ms_ == SocketPoll::kNever && !holds_output_) ||
                      is_sending_file();
  if (connecting_ || writes) events |= EPOLLOUT;
  if (is_finishing_) return events;
  const bool reads =
      is_connected() && !is_read_closed_ && (active != Active::kPassive || receiving.has_value());
  if ((reads && !is_input_held_) || !accepting_.empty()) events |= EPOLLIN;
  return events;
}

void TcpSocket::serve(unsigned events) {
  if (connecting_) {
    serve_connect();
    return;
  }
  if ((events & EPOLLOUT) != 0 && !serve_output()) return;
  if ((events & EPOLLIN) == 0) return;
  if (!accepting_.empty()) {
    accept_pending();
  } else if (is_connected() && !is_finishing_ && !is_input_held_) {
    read_input(0);
  }
}

SWord TcpSocket::next_deadline_ms() const {
  SWord first = std::min(busy_deadline_ms_, delayed_send_ms_);
  if (connecting_) first = std::min(first, connecting_->deadline_ms);
  if (receiving) first = std::min(first, receiving->deadline_ms);
  for (const AsyncRequest& each : accepting_) first = std::min(first, each.deadline_ms);
  return first;
}

void TcpSocket::serve_deadlines(SWord now_ms) {
  if (connecting_ && connecting_->deadline_ms <= now_ms) {
    const AsyncRequest request = *std::exchange(connecting_, std::nullopt);
    close_descriptor();
    send_async_error(request, am::timeout);
    return;
  }
  if (receiving && receiving->deadline_ms <= now_ms) {
    missing_ = 0;
    fail_receive(am::timeout);
  }
  for (auto each = accepting_.begin(); each != accepting_.end();) {
    if (each->deadline_ms > now_ms) {
      ++each;
      continue;
    }
    send_async_error(*each, am::timeout);
    each = accepting_.erase(each);
  }
  if (accepting_.empty()) state &= ~kIsAccepting;
  if (delayed_send_ms_ <= now_ms) {
    delayed_send_ms_ = SocketPoll::kNever;
    if (!write_queue()) return;
  }
  if (busy_deadline_ms_ > now_ms) return;
  // The queue may be full still; but a port that stayed busy would suspend the next sender without
  // a limit.
  busy_deadline_ms_ = SocketPoll::kNever;
  state &= ~kIsBusy;
  port().assert_locked();
  port().set_busy(false);
  reply_error(busy_sender_, am::timeout);
  if (settings.closes_on_send_timeout) close_descriptor();
}

// --- the end ---

void TcpSocket::cancel_requests() {
  for (const AsyncRequest& each : std::exchange(accepting_, {})) send_async_error(each, am::closed);
  if (connecting_) send_async_error(*std::exchange(connecting_, std::nullopt), am::closed);
  fail_receive(am::closed);
  state &= ~(kIsAccepting | kIsConnecting);
}

void TcpSocket::close_descriptor() {
  clear_input();
  clear_queue();
  busy_deadline_ms_ = SocketPoll::kNever;
  if (file_.fd >= 0) ::close(std::exchange(file_.fd, -1));
  release();
}

/// Output goes on being written, unless it cannot be or is not to be.
bool TcpSocket::finish() {
  cancel_requests();
  clear_input();
  if (file_.fd >= 0) {
    ::close(std::exchange(file_.fd, -1));
    clear_queue();
  }
  busy_deadline_ms_ = SocketPoll::kNever;
  if (settings.has_zero_linger || is_ignored) clear_queue();
  if (delayed_send_ms_ != SocketPoll::kNever) {
    delayed_send_ms_ = SocketPoll::kNever;
    clear_queue();
  }
  is_finishing_ = queued_ > 0;
  return !is_finishing_;
}

}  // namespace vm::inet
