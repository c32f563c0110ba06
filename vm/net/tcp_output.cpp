// Output of a TCP port: at once where the system takes it, else by way of the queue.
#include "vm/io/posix.h"
#include "vm/net/tcp_socket.h"
#include "vm/port/port_table.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <sys/uio.h>

namespace vm::inet {
namespace {

// What waits while output is held, at the most: about as much as one system call takes.
constexpr Word kHeldBytes = 65536;

// So many bytes at the most are put behind others in the queue, up to so many together.
constexpr Word kSmallBytes = 1024;
constexpr Word kJoinedBytes = 16384;

ssize_t send_parts(int fd, std::span<const iovec> parts) {
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(parts.data());
  message.msg_iovlen = parts.size();
  return ::sendmsg(fd, &message, MSG_NOSIGNAL);
}

}  // namespace

/// The length in front of a packet of `size` bytes.
std::string TcpSocket::pack_head(Word size) const {
  ByteWriter head;
  if (settings.packet == Packet::k1) head.u8(size);
  if (settings.packet == Packet::k2) head.u16(size);
  if (settings.packet == Packet::k4) head.u32(size);
  return head.take();
}

void TcpSocket::send_data(Sender sender, PortData data, Word begin) {
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
  PacketOutput packet = make_packet(std::move(data), begin);
  Word size = 0;
  for (const Output& each : packet) size += each.unwritten().iov_len;
  count_sent(size);
  port().assert_locked();
  if (holds_output_ && !settings.delays_send) {
    if (queued_ >= kHeldBytes && !write_queue()) return;
    if (queued_ < kHeldBytes) {
      enqueue(std::move(packet));
      reply_ok(sender);
      return;
    }
  }
  if (queued_ > 0 || is_sending_file()) {
    enqueue(std::move(packet));
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
  if (settings.delays_send && size > 0) {
    enqueue(std::move(packet));
    delayed_send_ms_ = SocketPoll::now_ms();
  } else if (is_ignored) {
    enqueue(std::move(packet));
  } else if (size > 0 && !write_packet(sender, std::move(packet))) {
    return;
  }
  reply_ok(sender);
}

bool TcpSocket::write_packet(Sender& sender, PacketOutput packet) {
  std::array<iovec, std::tuple_size_v<PacketOutput>> parts;
  std::ranges::transform(packet, parts.begin(), &Output::unwritten);
  const ssize_t written = send_parts(fd, parts);
  if (written < 0 && errno != EAGAIN && errno != EINTR) {
    const bool is_reset = errno == EPIPE && !is_write_shut_down_;
    send_failed(sender, is_reset ? ECONNRESET : errno);
    return false;
  }
  enqueue(std::move(packet), written < 0 ? 0 : static_cast<Word>(written));
  return true;
}

iovec TcpSocket::Output::unwritten() const {
  if (binary) return {binary->bytes() + begin, end - begin};
  return {const_cast<char*>(bytes.data()) + begin, bytes.size() - begin};
}

TcpSocket::PacketOutput TcpSocket::make_packet(PortData data, Word begin) const {
  if (data.parts.size() > 1) data.flatten();
  PacketOutput packet;
  packet[0].bytes = pack_head(data.size() - begin);
  if (!data.parts.empty()) {
    const PortData::Part& part = data.parts.front();
    packet[2] = {{}, part.offset, SharedRef<Binary>(part.binary), part.offset + part.size};
  }
  packet[1] = {std::move(data.bytes), begin};
  return packet;
}

void TcpSocket::enqueue(PacketOutput packet, Word written) {
  for (Output& output : packet) {
    const Word left = output.unwritten().iov_len;
    const Word gone = std::min(left, written);
    written -= gone;
    if (gone == left) continue;
    output.begin += gone;
    queued_ += left - gone;
    const bool joins = left - gone <= kSmallBytes && !output.binary && !queue_.empty() &&
                       !queue_.back().binary && queue_.back().bytes.size() < kJoinedBytes;
    if (joins) {
      queue_.back().bytes.append(output.bytes, output.begin);
    } else {
      queue_.push_back(std::move(output));
    }
  }
}

void TcpSocket::dequeue(Word bytes) {
  queued_ -= bytes;
  while (!queue_.empty()) {
    const Word left = queue_.front().unwritten().iov_len;
    if (bytes < left) {
      queue_.front().begin += bytes;
      return;
    }
    bytes -= left;
    queue_.pop_front();
  }
}

void TcpSocket::clear_queue() {
  queue_.clear();
  queued_ = 0;
  delayed_send_ms_ = SocketPoll::kNever;
}

ssize_t TcpSocket::write_some() {
  std::array<iovec, 32> parts;  // of 16 packets
  std::size_t count = 0;
  // Output that was queued behind a file waits for it.
  Word most = is_sending_file() ? file_.queued_before : queued_;
  for (const Output& each : queue_) {
    if (count == parts.size() || most == 0) break;
    iovec& part = parts[count++] = each.unwritten();
    part.iov_len = std::min<Word>(part.iov_len, most);
    most -= part.iov_len;
  }
  return send_parts(fd, std::span(parts).first(count));
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
