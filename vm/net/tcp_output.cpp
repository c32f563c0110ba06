// Output of a TCP port: at once where the system takes it, else by way of the queue.
#include "vm/io/posix.h"
#include "vm/net/tcp_socket.h"
#include "vm/port/port_table.h"
#include "vm/term/atom_table.h"

#include <array>
#include <cerrno>
#include <sys/uio.h>

namespace vm::inet {
namespace {

// What waits while output is held, at the most: about as much as one system call takes.
constexpr Word kHeldBytes = 65536;

}  // namespace

/// The length in front of a packet of `size` bytes.
std::string TcpSocket::pack_head(Word size) const {
  ByteWriter head;
  if (settings.packet == Packet::k1) head.u8(size);
  if (settings.packet == Packet::k2) head.u16(size);
  if (settings.packet == Packet::k4) head.u32(size);
  return head.take();
}

void TcpSocket::send_data(Sender sender, std::string bytes) {
  if (!is_connected()) {
    if (!std::exchange(send_is_closed_, false)) {
      reply_error(sender, posix_error(ENOTCONN));
    } else {
      reply_error(sender, is_reset_ ? am::econnreset : Term(am::closed));
    }
    return;
  }
  if (pending_shutdown_ >= 0) {
    send_failed(sender, EPIPE);
    return;
  }
  bytes.insert(0, pack_head(bytes.size()));
  count_sent(bytes.size());
  port().assert_locked();
  if (holds_output_ && !settings.delays_send) {
    if (queued_ >= kHeldBytes && !write_queue()) return;
    if (queued_ < kHeldBytes) {
      if (!bytes.empty()) enqueue(std::move(bytes), 0);
      reply_ok(sender);
      return;
    }
  }
  if (queued_ > 0 || is_sending_file()) {
    enqueue(std::move(bytes), 0);
    if (queued_ < settings.high_watermark) {
      reply_ok(sender);
      return;
    }
    if (settings.send_timeout_ms == 0) {
      reply_error(sender, am::timeout);
      return;
    }
    state |= kIsBusy;
    port().set_busy(true);
    busy_sender_ = std::move(sender);
    if (settings.send_timeout_ms > 0)
      busy_deadline_ms_ = SocketPoll::deadline_after(settings.send_timeout_ms);
    return;
  }
  if (settings.delays_send && !bytes.empty()) {
    enqueue(std::move(bytes), 0);
    delayed_send_ms_ = SocketPoll::now_ms();
  } else if (is_ignored) {
    enqueue(std::move(bytes), 0);
  } else if (!bytes.empty()) {
    const ssize_t written = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written < 0 && errno != EAGAIN && errno != EINTR) {
      const bool is_reset = errno == EPIPE && !is_write_shut_down_;
      send_failed(sender, is_reset ? ECONNRESET : errno);
      return;
    }
    const Word done = written < 0 ? 0 : static_cast<Word>(written);
    if (done < bytes.size()) enqueue(std::move(bytes), done);
  }
  reply_ok(sender);
}

void TcpSocket::enqueue(std::string bytes, Word from) {
  queued_ += bytes.size() - from;
  if (queue_.empty()) {
    queue_begin_ = from;
  } else {
    bytes.erase(0, from);
  }
  if (!bytes.empty()) queue_.push_back(std::move(bytes));
}

void TcpSocket::dequeue(Word bytes) {
  queued_ -= bytes;
  while (!queue_.empty()) {
    const Word left = queue_.front().size() - queue_begin_;
    if (bytes < left) {
      queue_begin_ += bytes;
      return;
    }
    bytes -= left;
    queue_.pop_front();
    queue_begin_ = 0;
  }
}

void TcpSocket::clear_queue() {
  queue_.clear();
  queue_begin_ = queued_ = 0;
  delayed_send_ms_ = SocketPoll::kNever;
}

ssize_t TcpSocket::write_some() {
  std::array<iovec, 16> parts;
  std::size_t count = 0;
  // Output that was queued behind a file waits for it.
  Word most = is_sending_file() ? file_.queued_before : queued_;
  for (const std::string& each : queue_) {
    if (count == parts.size() || most == 0) break;
    const Word begin = count == 0 ? queue_begin_ : 0;
    const Word size = std::min(each.size() - begin, most);
    parts[count++] = {const_cast<char*>(each.data()) + begin, size};
    most -= size;
  }
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = count;
  return ::sendmsg(fd, &message, MSG_NOSIGNAL);
}

bool TcpSocket::write_queue() {
  while (queued_ > 0 && !(is_sending_file() && file_.queued_before == 0)) {
    const ssize_t written = write_some();
    if (written < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (written < 0) {
      const bool is_reset = errno == EPIPE && !is_write_shut_down_;
      send_failed(busy_sender_, is_reset ? ECONNRESET : errno);
      return false;
    }
    dequeue(static_cast<Word>(written));
    if (is_sending_file()) file_.queued_before -= static_cast<Word>(written);
    if (queued_ <= settings.low_watermark) queue_is_low();
  }
  if (queued_ > 0 || is_sending_file()) return true;
  notify_empty_queue();
  shutdown_when_written();
  return true;
}

void TcpSocket::queue_is_low() {
  if ((state & kIsBusy) == 0) return;
  state &= ~kIsBusy;
  busy_deadline_ms_ = SocketPoll::kNever;
  port().assert_locked();
  port().set_busy(false);
  reply_ok(busy_sender_);
}

bool TcpSocket::serve_output() {
  if (!write_queue()) return false;
  if (is_sending_file() && file_.queued_before == 0 && !continue_file()) return false;
  if (is_finishing_ && queued_ == 0) {
    is_finishing_ = false;
    release();
    return false;
  }
  return fd >= 0;
}

void TcpSocket::hold_output(bool on) {
  port().assert_locked();
  holds_output_ = on;
  if (on || fd < 0 || queued_ == 0 || is_ignored || delayed_send_ms_ != SocketPoll::kNever) return;
  serve_output();
  arm();
}

void TcpSocket::shutdown_when_written() {
  if (pending_shutdown_ < 0) return;
  if (::shutdown(fd, std::exchange(pending_shutdown_, -1)) == 0) {
    is_write_shut_down_ = true;
  } else {
    Sender nobody;
    send_failed(nobody, errno);
  }
}

/// The peer has gone while a send waited.
void TcpSocket::fail_busy_sender() {
  clear_queue();
  state &= ~kIsBusy;
  busy_deadline_ms_ = SocketPoll::kNever;
  port().assert_locked();
  port().set_busy(false);
  reply_error(busy_sender_, am::closed);
}

/// A write, or the shutdown after it, has failed. Any error ends the connection.
void TcpSocket::send_failed(Sender& sender, int error_number) {
  const bool shows_reset = error_number == ECONNRESET && settings.shows_reset;
  port().assert_locked();
  if (is_finishing_) {
    is_finishing_ = false;
    clear_queue();
    release();
    return;
  }
  if ((state & kIsBusy) != 0) {
    state &= ~kIsBusy;
    busy_deadline_ms_ = SocketPoll::kNever;
    port().set_busy(false);
  }
  if (is_sending_file()) file_failed(error_number);
  const bool has_sender = sender.pid.is_local_pid();
  if (active != Active::kPassive) {
    if (shows_reset) send_event(am::tcp_error, am::econnreset);
    send_closed_message();
    reply_error(sender, shows_reset ? am::econnreset : Term(am::closed));
    if (settings.exits_on_close) {
      clear_queue();
      port().end_by_driver(am::normal);
    } else {
      close_descriptor();
    }
    return;
  }
  cancel_requests();
  if (has_sender) {
    reply_error(sender, shows_reset ? am::econnreset : Term(am::closed));
  } else {
    send_is_closed_ = true;
  }
  close_descriptor();
  receive_is_closed_ = true;  // the next receive finds out, where the result of sends is ignored
  is_reset_ = is_reset_ || shows_reset;
}

void TcpSocket::serve_connect() {
  const AsyncRequest request = *std::exchange(connecting_, std::nullopt);
  int error_number = 0;
  socklen_t size = sizeof error_number;
  if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error_number, &size) != 0) error_number = errno;
  state = kIsOpen | (error_number == 0 ? kIsActive : 0);
  if (error_number == 0) {
    send_async_ok(request);
  } else {
    send_async_error(request, posix_error(error_number));
  }
}

}  // namespace vm::inet
