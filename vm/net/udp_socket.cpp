// A datagram is sent at once or not at all; what is received is delivered one by one, as many at a
// time as the option read_packets allows, so that other sockets have their turn.
#include "vm/net/udp_socket.h"

#include "vm/heap/binary_view.h"
#include "vm/io/posix.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/uio.h>

namespace vm::inet {
namespace {

constexpr std::size_t kAncillaryBytes = 4 * CMSG_SPACE(sizeof(int));

/// The name of a piece of ancillary data, none() for kinds that prim_inet does not know.
Term ancillary_name(const cmsghdr& header) {
  if (header.cmsg_level == IPPROTO_IP && header.cmsg_type == IP_TOS) return am::tos;
  if (header.cmsg_level == IPPROTO_IP && header.cmsg_type == IP_TTL) return am::ttl;
  if (header.cmsg_level == IPPROTO_IPV6 && header.cmsg_type == IPV6_TCLASS) return am::tclass;
  return Term::none();
}

/// Where an address' term is one: {A, B, C, D} or {A, B, C, D, E, F, G, H}.
Term ip_term(HeapBuilder& builder, const SocketAddress& address) {
  std::vector<Term> numbers;
  if (address.any.sa_family == AF_INET) {
    const auto& inet = reinterpret_cast<const sockaddr_in&>(address.storage);
    const auto* bytes = reinterpret_cast<const Byte*>(&inet.sin_addr);
    for (std::size_t i = 0; i < 4; ++i) numbers.push_back(Term::small(bytes[i]));
  } else {
    const auto& inet = reinterpret_cast<const sockaddr_in6&>(address.storage);
    const Byte* bytes = inet.sin6_addr.s6_addr;
    for (std::size_t i = 0; i < 16; i += 2)
      numbers.push_back(Term::small(bytes[i] << 8 | bytes[i + 1]));
  }
  return builder.tuple_from(numbers);
}

struct SenderTerms {
  Term address;
  Term port;
};
/// As messages name the sender: address and port, or {local, Name} and 0.
SenderTerms sender_terms(HeapBuilder& builder, const SocketAddress& from) {
  if (from.any.sa_family == AF_INET || from.any.sa_family == AF_INET6)
    return {ip_term(builder, from), Term::small(from.port())};
  const std::string bytes = from.to_bytes();
  const bool is_local = from.any.sa_family == AF_UNIX;
  const Term name = make_binary_term(builder, is_local ? std::string_view(bytes).substr(2) : "");
  const Term family = is_local                          ? Term(am::local)
                      : from.any.sa_family == AF_UNSPEC ? am::unspec
                                                        : Term(am::undefined);
  return {builder.tuple(family, name), Term::small(0)};
}

}  // namespace

UdpSocket::UdpSocket(Port& port) : Socket(port, IPPROTO_UDP) {}

std::optional<std::string> UdpSocket::request(Term caller, Request operation, Bytes data) {
  switch (operation) {
    case Request::kConnect:
      return connect(caller, data);
    case Request::kClose:
      finish();
      release();
      return ok();
    case Request::kReceivePacket:
      return receive(caller, data);
    case Request::kListen:
      return error("exbadport");
    default:
      return std::nullopt;
  }
}

/// An address to send to and to receive from; an empty one ends that.
std::string UdpSocket::connect(Term caller, Bytes data) {
  if (!is_open()) return error("exbadport");
  if (!data.empty() && data.size() < 6) return error(EINVAL);
  if (data.empty() || is_connected()) {
    // Linux keeps the source address of the first connection, unless that is dissolved.
    sockaddr nowhere{};
    nowhere.sa_family = AF_UNSPEC;
    ::connect(fd, &nowhere, sizeof nowhere);
    state &= ~kIsActive;
  }
  if (data.empty()) return ok();
  ByteReader reader(data);
  reader.u32();  // a timeout: there is nothing to wait for
  const char* why;
  const std::optional<SocketAddress> address = SocketAddress::read(reader, family, &why);
  if (!address) return error(why);
  if (::connect(fd, &address->any, address->length) != 0) return error(errno);
  state |= kIsActive;
  const AsyncRequest request = new_request(caller);
  send_async_ok(request);
  return ok(request);
}

std::string UdpSocket::receive(Term caller, Bytes data) {
  if (!is_open()) return error("exbadport");
  if (active != Active::kPassive || data.size() != 8) return error(EINVAL);
  if (receiving) return error(EALREADY);
  receiving = new_request(caller, ByteReader(data).u32());
  const std::string reply = ok(*receiving);
  read_datagrams();
  return reply;
}

void UdpSocket::options_changed(Active, Packet) {}

unsigned UdpSocket::wanted_events() const {
  const bool reads = is_open() && (active != Active::kPassive || receiving.has_value());
  return reads ? unsigned{EPOLLIN} : 0;
}

void UdpSocket::serve(unsigned) { read_datagrams(); }

SWord UdpSocket::next_deadline_ms() const {
  return receiving ? receiving->deadline_ms : SocketPoll::kNever;
}

void UdpSocket::serve_deadlines(SWord now_ms) {
  if (receiving && receiving->deadline_ms <= now_ms) fail_receive(am::timeout);
}

bool UdpSocket::finish() {
  fail_receive(am::closed);
  return true;
}

// --- input ---

void UdpSocket::read_datagrams() {
  std::string buffer(settings.buffer_bytes, '\0');
  for (int i = 0; i < settings.read_packets && wanted_events() != 0; ++i) {
    alignas(cmsghdr) char ancillary[kAncillaryBytes];
    Datagram datagram{.from = {}, .bytes = {}, .header = nullptr};
    iovec part{buffer.data(), buffer.size()};
    msghdr header{};
    header.msg_name = &datagram.from.any;
    header.msg_namelen = datagram.from.length;
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = ancillary;
    header.msg_controllen = sizeof ancillary;
    const ssize_t count = ::recvmsg(fd, &header, 0);
    if (count < 0) {
      if (errno == EAGAIN || errno == EINTR) return;
      const Term reason = posix_error(errno);
      if (active != Active::kPassive) {
        send_event(am::udp_error, reason);
      } else {
        fail_receive(reason);
      }
      return;
    }
    datagram.from.length = header.msg_namelen;
    datagram.bytes = std::string_view(buffer).substr(0, static_cast<Word>(count));
    datagram.header = &header;
    count_received(datagram.bytes.size());
    deliver(datagram);
  }
}

void UdpSocket::deliver(const Datagram& datagram) {
  HeapBuilder builder(data_words(datagram.bytes) + 128);
  port().assert_locked();
  port().count_input(datagram.bytes.size());
  Term data = data_term(builder, datagram.bytes);
  Term ancillary = Term::none();
  if (wants_ancillary()) ancillary = ancillary_term(builder, *datagram.header);
  if (active == Active::kPassive) {
    // prim_inet takes the address off the front.
    const std::string address = datagram.from.to_bytes();
    for (Word i = address.size(); i-- > 0;)
      data = builder.cons(Term::small(static_cast<Byte>(address[i])), data);
    if (ancillary.has_value()) data = builder.tuple(data, ancillary);
    const AsyncRequest request = *std::exchange(receiving, std::nullopt);
    send_async(builder, request, builder.tuple(Term(am::ok), data));
    return;
  }
  if (settings.deliver == Deliver::kPort) {
    const std::string address = datagram.from.to_bytes();
    for (Word i = address.size(); i-- > 0;)
      data = builder.cons(Term::small(static_cast<Byte>(address[i])), data);
    const Term pair = builder.tuple(Term(am::data), data);
    send_to_owner(builder, builder.tuple(port().id, pair));
  } else {
    const SenderTerms from = sender_terms(builder, datagram.from);
    const Term message =
        ancillary.has_value()
            ? builder.tuple(am::udp, port().id, from.address, from.port, ancillary, data)
            : builder.tuple(am::udp, port().id, from.address, from.port, data);
    send_to_owner(builder, message);
  }
  count_delivery();
}

Term UdpSocket::ancillary_term(HeapBuilder& builder, const msghdr& header) {
  std::vector<Term> all;
  msghdr message = header;
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr;
       each = CMSG_NXTHDR(&message, each)) {
    const Term name = ancillary_name(*each);
    if (name.is_none()) continue;
    int value = 0;
    const std::size_t size = std::min<std::size_t>(sizeof value, each->cmsg_len - CMSG_LEN(0));
    std::memcpy(&value, CMSG_DATA(each), size);
    all.push_back(builder.tuple(name, Term::small(value)));
  }
  return builder.list_from(all);
}

// --- output ---

void UdpSocket::send_data(Sender sender, PortData data, Word begin) {
  if (!is_open()) {
    reply_error(sender, posix_error(EINVAL));
    return;
  }
  data.flatten();
  ByteReader reader(Bytes(data.bytes).substr(begin));
  const char* why;
  const std::optional<SocketAddress> to = SocketAddress::read(reader, family, &why);
  if (!to) {
    reply_error(sender, intern_atom(why).value());
    return;
  }
  const std::string_view ancillary = reader.take(reader.u32());
  const int result = reader.ok() ? transmit(*to, ancillary, reader.rest()) : EINVAL;
  if (result == 0) {
    reply_ok(sender);
  } else {
    reply_error(sender, posix_error(result));
  }
}

int UdpSocket::transmit(const SocketAddress& to, std::string_view ancillary,
                        std::string_view bytes) {
  alignas(cmsghdr) char control[kAncillaryBytes] = {};
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!is_connected()) {
    message.msg_name = const_cast<sockaddr*>(&to.any);
    message.msg_namelen = to.length;
  }
  ByteReader reader(ancillary);
  Word used = 0;
  while (reader.size() > 0) {
    const auto option = static_cast<Option>(reader.u8());
    const int value = reader.i32();
    const bool is_class = option == Option::kTrafficClass;
    if (!reader.ok() || used + CMSG_SPACE(sizeof value) > sizeof control) return EINVAL;
    if (!is_class && option != Option::kTos && option != Option::kTtl) return EINVAL;
    auto* header = reinterpret_cast<cmsghdr*>(control + used);
    header->cmsg_level = is_class ? int{IPPROTO_IPV6} : int{IPPROTO_IP};
    header->cmsg_type = is_class ? IPV6_TCLASS : option == Option::kTos ? IP_TOS : IP_TTL;
    header->cmsg_len = CMSG_LEN(sizeof value);
    std::memcpy(CMSG_DATA(header), &value, sizeof value);
    used += CMSG_SPACE(sizeof value);
  }
  if (used > 0) {
    message.msg_control = control;
    message.msg_controllen = used;
  }
  count_sent(bytes.size());
  return ::sendmsg(fd, &message, MSG_NOSIGNAL) < 0 ? errno : 0;
}

}  // namespace vm::inet
