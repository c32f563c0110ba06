// Input of a TCP port: reading, cutting into packets, delivering. How much one system call reads
// follows OTP: what is missing of a packet whose length is known, else what the buffer has room
// for. So a raw stream arrives in the same pieces.
#include "vm/base/byte_buffer.h"
#include "vm/heap/binary_view.h"
#include "vm/io/posix.h"
#include "vm/net/tcp_socket.h"
#include "vm/port/port_table.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/remote.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <cerrno>

namespace vm::inet {
namespace {

struct PacketForm {
  PacketKind kind;
  TextForm text = TextForm::kBinary;
  Word header_bytes = 1;  // the least that has to be read to know the length
};

PacketForm packet_form(Packet packet, bool is_reading_headers) {
  switch (packet) {
    case Packet::kRaw:
      return {PacketKind::kRaw};
    case Packet::k1:
      return {PacketKind::k1, TextForm::kBinary, 1};
    case Packet::k2:
      return {PacketKind::k2, TextForm::kBinary, 2};
    case Packet::k4:
      return {PacketKind::k4, TextForm::kBinary, 4};
    case Packet::kAsn1:
      return {PacketKind::kAsn1, TextForm::kBinary, 2};
    case Packet::kSunRm:
      return {PacketKind::kSunRm, TextForm::kBinary, 4};
    case Packet::kCdr:
      return {PacketKind::kCdr, TextForm::kBinary, 12};
    case Packet::kFcgi:
      return {PacketKind::kFcgi, TextForm::kBinary, 8};
    case Packet::kLine:
      return {PacketKind::kLine};
    case Packet::kTpkt:
      return {PacketKind::kTpkt, TextForm::kBinary, 4};
    case Packet::kSslTls:
      return {PacketKind::kSslTls, TextForm::kBinary, 5};
    case Packet::kHttp:
    case Packet::kHttpBinary:
      return {is_reading_headers ? PacketKind::kHttpHeader : PacketKind::kHttp,
              packet == Packet::kHttp ? TextForm::kString : TextForm::kBinary};
    case Packet::kHttpHeader:
    case Packet::kHttpHeaderBinary:
      return {PacketKind::kHttpHeader,
              packet == Packet::kHttpHeader ? TextForm::kString : TextForm::kBinary};
  }
  return {PacketKind::kRaw};
}

/// recv() to the end of `input`.
ssize_t receive_into(ByteBuffer& input, int fd, Word bytes) {
  const Word before = input.size();
  input.reserve(before + bytes);  // resize() alone may take twice as much
  input.resize(before + bytes);
  const ssize_t count = ::recv(fd, input.data() + before, bytes, 0);
  const int why = errno;
  input.resize(before + (count > 0 ? static_cast<Word>(count) : 0));
  if (input.empty()) input.shrink_to_fit();
  errno = why;
  return count;
}

}  // namespace

void TcpSocket::clear_input() {
  input_.clear();
  input_.shrink_to_fit();
  input_begin_ = input_capacity_ = missing_ = 0;
}

void TcpSocket::compact_input() {
  input_.erase(input_.begin(), input_.begin() + static_cast<SWord>(input_begin_));
  input_begin_ = 0;
}

/// Without reading ahead: what is missing of the shortest header, or one more byte.
Word TcpSocket::header_bytes_wanted() const {
  if (settings.reads_ahead || settings.packet == Packet::kRaw) return 0;
  const Word header = packet_form(settings.packet, is_reading_headers_).header_bytes;
  return header > unread() ? header - unread() : 1;
}

TcpSocket::Remaining TcpSocket::remaining() {
  const PacketLimits limits{.packet_size = static_cast<unsigned>(settings.packet_size),
                            .line_length = static_cast<unsigned>(input_capacity_),
                            .line_delimiter = settings.line_delimiter};
  const PacketKind kind = packet_form(settings.packet, is_reading_headers_).kind;
  const PacketLength length = packet_length(kind, view_of(input_).substr(input_begin_), limits);
  if (length.known == PacketLength::Known::kInvalid) return {Remaining::Kind::kInvalid};
  if (length.known == PacketLength::Known::kYes) {
    if (length.bytes <= unread()) return {Remaining::Kind::kComplete, length.bytes};
    compact_input();
    input_capacity_ = std::max<Word>(input_capacity_, length.bytes);
    return {Remaining::Kind::kMore, length.bytes, length.bytes - unread()};
  }
  const Word header = header_bytes_wanted();
  const Word before = input_begin_;
  const bool is_full = input_.size() >= input_capacity_;
  const Word room = is_full ? 0 : input_capacity_ - input_.size();
  compact_input();
  if (header != 0) return {Remaining::Kind::kMore, 0, header};
  if (!is_full) return {Remaining::Kind::kMore, 0, room};
  if (before != 0) return {Remaining::Kind::kMore, 0, before};
  // The beginning of one packet fills the buffer.
  if (settings.packet_size <= input_.size()) return {Remaining::Kind::kInvalid};
  input_capacity_ = settings.packet_size;
  return {Remaining::Kind::kMore, 0, settings.packet_size - unread()};
}

/// What is to be read first; nothing: input that was there has been served, with *result.
std::optional<Word> TcpSocket::bytes_to_read(Word wanted, Input* result) {
  if (input_capacity_ == 0) {
    input_capacity_ = wanted > 0 ? wanted : settings.buffer_bytes;
    missing_ = wanted;
    if (wanted > 0) return wanted;
    const Word header = header_bytes_wanted();
    return header > 0 ? header : input_capacity_;
  }
  if (wanted > 0) {
    if (unread() >= wanted) {
      *result = deliver(wanted);
      return std::nullopt;
    }
    compact_input();
    input_capacity_ = std::max(input_capacity_, wanted);
    missing_ = wanted - unread();
    return missing_;
  }
  if (missing_ > 0) return missing_;
  const Remaining now = remaining();
  if (now.kind == Remaining::Kind::kInvalid) {
    *result = input_failed(EMSGSIZE);
    return std::nullopt;
  }
  if (now.kind == Remaining::Kind::kComplete) {
    *result = deliver(now.packet_bytes);
    return std::nullopt;
  }
  if (now.packet_bytes > 0) missing_ = now.bytes_to_read;
  return now.bytes_to_read;
}

TcpSocket::Input TcpSocket::read_input(Word wanted) {
  Input result = Input::kNothing;
  const std::optional<Word> bytes = bytes_to_read(wanted, &result);
  return bytes ? read_more(*bytes) : result;
}

TcpSocket::Input TcpSocket::read_more(Word bytes) {
  while (true) {
    if (missing_ > 0) bytes = missing_;
    const ssize_t count = receive_into(input_, fd, bytes);
    if (count < 0) {
      const int why = errno;
      if (why == EAGAIN || why == EINTR) return Input::kNothing;
      return why == ECONNRESET && !settings.shows_reset ? input_closed() : input_failed(why);
    }
    if (count == 0) return input_closed();
    if (missing_ > 0) {
      missing_ -= static_cast<Word>(count);
      if (missing_ == 0) return deliver(unread());
      // Where less came than was asked for, there is no more now.
      if (static_cast<Word>(count) < bytes) return Input::kNothing;
      continue;
    }
    const Remaining now = remaining();
    if (now.kind == Remaining::Kind::kInvalid) return input_failed(EMSGSIZE);
    if (now.kind == Remaining::Kind::kComplete) return deliver(now.packet_bytes);
    if (now.packet_bytes > 0) missing_ = now.bytes_to_read;
    bytes = now.bytes_to_read;
  }
}

TcpSocket::Input TcpSocket::deliver(Word bytes) {
  if (bytes == 0) {
    if (input_capacity_ == 0 || missing_ > 0) return Input::kNothing;
    const Remaining now = remaining();
    if (now.kind == Remaining::Kind::kInvalid) return Input::kNothing;
    if (now.kind == Remaining::Kind::kMore) {
      if (now.packet_bytes > 0) missing_ = now.bytes_to_read;
      return Input::kNothing;
    }
    bytes = now.packet_bytes;
  }
  while (true) {
    missing_ = 0;
    count_received(bytes);
    const Word end = input_begin_ + bytes;
    deliver_packet(view_of(input_).substr(input_begin_, bytes));
    input_begin_ = end;
    if (input_begin_ >= input_.size()) clear_input();  // more: it was taken with the packet
    if (active == Active::kPassive || input_capacity_ == 0) return Input::kDelivered;
    const Remaining now = remaining();
    if (now.kind == Remaining::Kind::kInvalid) return input_failed(EMSGSIZE);
    if (now.kind == Remaining::Kind::kMore) {
      if (now.packet_bytes > 0) missing_ = now.bytes_to_read;
      return Input::kDelivered;
    }
    bytes = now.packet_bytes;
  }
}

void TcpSocket::deliver_packet(Bytes packet) {
  const PacketForm form = packet_form(settings.packet, is_reading_headers_);
  const Bytes contents = packet_contents(form.kind, packet);
  HeapBuilder builder(data_words(packet) + 64);
  port().assert_locked();
  port().count_input(contents.size());
  if (settings.deliver == Deliver::kPort && active != Active::kPassive) {
    // Large packets are read one by one, so they need no copy.
    const bool is_all = packet.size() == input_.size();
    Remote::TakenInput taken = port().vm().node_monitors->remote().take_input(
        port().id, contents, is_all ? &input_ : nullptr);
    if (taken.is_taken) {
      is_input_held_ = is_input_held_ || taken.is_too_much;
      if (taken.later) port().after_callback(std::move(taken.later));
      count_delivery();
      return;
    }
  }
  Term data;
  Term message = Term::none();
  if (settings.deliver == Deliver::kPort) {
    const Term pair = builder.tuple(Term(am::data), data_term(builder, contents));
    message = builder.tuple(port().id, pair);
  } else if (form.kind == PacketKind::kHttp || form.kind == PacketKind::kHttpHeader) {
    data = http_packet_term(builder, form.kind, form.text, packet);
    // Headers follow the first line, up to http_eoh, which is the only atom.
    const bool is_error = data.is_tuple() && data.as_tuple().elements[0] == am::http_error;
    if (!is_error) is_reading_headers_ = data.is_tuple();
    message = builder.tuple(am::http, port().id, data);
  } else if (form.kind == PacketKind::kSslTls) {
    const Tuple& record = ssl_packet_term(builder, packet).as_tuple();
    data = message = builder.tuple(record.elements[0], port().id, record.elements[2],
                                   record.elements[3], record.elements[4]);
  } else {
    data = data_term(builder, contents);
    message = builder.tuple(am::tcp, port().id, data);
  }
  if (active != Active::kPassive) {
    send_to_owner(builder, message);
    count_delivery();
  } else if (receiving) {
    const AsyncRequest request = *std::exchange(receiving, std::nullopt);
    send_async(builder, request, builder.tuple(Term(am::ok), data));
  }
}

void TcpSocket::hold_input(bool on) {
  port().assert_locked();
  is_input_held_ = on;
  if (fd >= 0) arm();
}

// --- the end of the input ---

void TcpSocket::send_closed_message() {
  if (!std::exchange(has_sent_closed_, true)) send_event(am::tcp_closed);
}

void TcpSocket::stop_reading() {
  clear_input();
  if (settings.exits_on_close) {
    close_descriptor();
  } else {
    is_read_closed_ = true;
  }
}

TcpSocket::Input TcpSocket::input_closed() {
  const bool had_sender = (state & kIsBusy) != 0 || is_sending_file();
  if ((state & kIsBusy) != 0) fail_busy_sender();
  if (is_sending_file()) file_failed(ENOTCONN);
  if (!had_sender) send_is_closed_ = true;
  if (active == Active::kPassive) {
    stop_reading();
    fail_receive(am::closed);
    return Input::kOver;
  }
  clear_input();
  send_closed_message();
  if (settings.exits_on_close) {
    port().assert_locked();
    port().end_by_driver(am::normal);
  }
  is_read_closed_ = true;
  return Input::kOver;
}

TcpSocket::Input TcpSocket::input_failed(int error_number) {
  if ((state & kIsBusy) != 0) fail_busy_sender();
  if (is_sending_file()) file_failed(error_number);
  const Term reason = posix_error(error_number);
  if (active == Active::kPassive) {
    stop_reading();
    fail_receive(reason);
    return Input::kOver;
  }
  clear_input();
  send_event(am::tcp_error, reason);
  send_closed_message();
  if (settings.exits_on_close) {
    port().assert_locked();
    port().end_by_driver(reason);
  }
  is_read_closed_ = true;
  return Input::kOver;
}

}  // namespace vm::inet
