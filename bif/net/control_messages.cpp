// Source of the forms: socket(3), and what OTP's prim_socket answers.
#include "bif/net/control_messages.h"

#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

#include <algorithm>
#include <cstring>
// The C library's header of addresses comes before the kernel's.
#include <ctime>
#include <linux/errqueue.h>
#include <netinet/icmp6.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <sys/socket.h>

namespace bif::net {
namespace {

enum class Form : std::uint8_t {
  kNone,
  kInt,
  kByte,
  kTime,
  kTos,
  kPacketInfo,
  kPacketInfo6,
  kAddress,
  kError,
};

struct MessageType {
  int level;
  int type;
  Term name;
  Form encoder;
  Form decoder;
};

const std::vector<MessageType>& message_types() {
  static const std::vector<MessageType> types = {
#define CONTROL_MESSAGE(level, type, name, encoder, decoder) \
  {level, type, names().name, Form::encoder, Form::decoder},
#include "bif/net/control_messages.def"
  };
  return types;
}

const MessageType* find_type(int level, int type) {
  for (const MessageType& row : message_types())
    if (row.level == level && row.type == type) return &row;
  return nullptr;
}

const MessageType* find_type(int level, Term name) {
  for (const MessageType& row : message_types())
    if (row.level == level && row.name == name) return &row;
  return nullptr;
}

template <class T>
std::string bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// --- to the system ---

bool to_value(Term value, Form form, std::string* bytes) {
  int number;
  timeval time;
  switch (form) {
    case Form::kInt:
      if (!to_int(value, &number)) return false;
      *bytes = bytes_of(number);
      return true;
    case Form::kTos:
      if (!to_tos(value, &number)) return false;
      *bytes = bytes_of(number);
      return true;
    case Form::kTime:
      if (!to_time(value, &time)) return false;
      *bytes = bytes_of(time);
      return true;
    default:
      return false;
  }
}

/// Data of a message is a binary, an integer or a boolean.
bool to_data(Term data, std::string* bytes) {
  int number;
  bool is_true;
  if (data.is_binary()) {
    *bytes = vm::BinaryBytes(data).text();
    return true;
  }
  if (to_bool(data, &is_true)) {
    *bytes = bytes_of(int{is_true});
    return true;
  }
  if (!to_int(data, &number)) return false;
  *bytes = bytes_of(number);
  return true;
}

bool to_control_message(Term map, cmsghdr* header, std::string* bytes) {
  const Term type = field(map, am::type);
  const Term level = field(map, names().level);
  const Term data = field(map, am::data);
  const Term value = field(map, am::value);
  if (type.is_none() || level.is_none() || !to_level(level, &header->cmsg_level)) return false;
  // One of the two.
  if (data.is_none() == value.is_none()) return false;
  const MessageType* known = type.is_atom() ? find_type(header->cmsg_level, type) : nullptr;
  if (known != nullptr) {
    header->cmsg_type = known->type;
  } else if (!data.has_value() || !to_int(type, &header->cmsg_type)) {
    return false;
  }
  return data.has_value() ? to_data(data, bytes) : to_value(value, known->decoder, bytes);
}

// --- from the system ---

Term packet_info_term(HeapBuilder& builder, const in_pktinfo& info) {
  const Term destination = address_term(builder, info.ipi_spec_dst);
  const Term address = address_term(builder, info.ipi_addr);
  return make_map(builder, {{names().ifindex, Term::small(info.ipi_ifindex)},
                            {names().spec_dst, destination},
                            {names().addr, address}});
}

Term packet_info_term(HeapBuilder& builder, const in6_pktinfo& info) {
  const Term address = address_term(builder, info.ipi6_addr);
  return make_map(builder,
                  {{names().addr, address}, {names().ifindex, Term::small(info.ipi6_ifindex)}});
}

struct ErrorName {
  int origin;
  int type;
  int code;  // -1: the name is of the type
  Term name;
};

/// The name of an error's type, or of one of its codes; the number where there is none.
Term error_name(const sock_extended_err& error, bool is_code) {
  const Names& n = names();
  constexpr int k4 = SO_EE_ORIGIN_ICMP;
  constexpr int k6 = SO_EE_ORIGIN_ICMP6;
  static const ErrorName table[] = {
      {k4, ICMP_DEST_UNREACH, -1, n.dest_unreach},
      {k4, ICMP_DEST_UNREACH, ICMP_NET_UNREACH, n.net_unreach},
      {k4, ICMP_DEST_UNREACH, ICMP_HOST_UNREACH, n.host_unreach},
      {k4, ICMP_DEST_UNREACH, ICMP_PORT_UNREACH, n.port_unreach},
      {k4, ICMP_DEST_UNREACH, ICMP_FRAG_NEEDED, n.frag_needed},
      {k4, ICMP_DEST_UNREACH, ICMP_NET_UNKNOWN, n.net_unknown},
      {k4, ICMP_DEST_UNREACH, ICMP_HOST_UNKNOWN, n.host_unknown},
      {k4, ICMP_TIME_EXCEEDED, -1, n.time_exceeded},
      {k6, ICMP6_DST_UNREACH, -1, n.dest_unreach},
      {k6, ICMP6_DST_UNREACH, ICMP6_DST_UNREACH_NOROUTE, n.noroute},
      {k6, ICMP6_DST_UNREACH, ICMP6_DST_UNREACH_ADMIN, n.adm_prohibited},
      {k6, ICMP6_DST_UNREACH, ICMP6_DST_UNREACH_BEYONDSCOPE, n.not_neighbour},
      {k6, ICMP6_DST_UNREACH, ICMP6_DST_UNREACH_ADDR, n.addr_unreach},
      {k6, ICMP6_DST_UNREACH, ICMP6_DST_UNREACH_NOPORT, n.port_unreach},
      {k6, ICMP6_DST_UNREACH, 5, n.policy_fail},
      {k6, ICMP6_DST_UNREACH, 6, n.reject_route},
      {k6, ICMP6_PACKET_TOO_BIG, -1, n.pkt_toobig},
      {k6, ICMP6_TIME_EXCEEDED, -1, n.time_exceeded}};
  for (const ErrorName& row : table)
    if (row.origin == error.ee_origin && row.type == error.ee_type &&
        row.code == (is_code ? error.ee_code : -1))
      return row.name;
  return Term::small(is_code ? error.ee_code : error.ee_type);
}

Term error_origin(int origin) {
  const Names& n = names();
  switch (origin) {
    case SO_EE_ORIGIN_NONE:
      return am::none;
    case SO_EE_ORIGIN_LOCAL:
      return am::local;
    case SO_EE_ORIGIN_ICMP:
      return n.icmp;
    case SO_EE_ORIGIN_ICMP6:
      return n.icmp6;
    case SO_EE_ORIGIN_TXSTATUS:
      return n.txstatus;
    case SO_EE_ORIGIN_ZEROCOPY:
      return n.zerocopy;
    case SO_EE_ORIGIN_TXTIME:
      return n.txtime;
    default:
      return Term::small(origin);
  }
}

Term error_term(HeapBuilder& builder, const Byte* data, Word size) {
  sock_extended_err error;
  std::memcpy(&error, data, sizeof error);
  Term offender = am::undefined;
  if (size > sizeof error) {
    SocketAddress address;
    address.length = static_cast<socklen_t>(std::min(size - sizeof error, sizeof address.storage));
    std::memcpy(&address.storage, data + sizeof error, address.length);
    offender = socket_address_term(builder, address);
  }
  return make_map(builder, {{am::error, vm::posix_error(static_cast<int>(error.ee_errno))},
                            {names().origin, error_origin(error.ee_origin)},
                            {am::type, error_name(error, false)},
                            {am::code, error_name(error, true)},
                            {am::info, Term::small(error.ee_info)},
                            {am::data, Term::small(error.ee_data)},
                            {names().offender, offender}});
}

/// none(): the data is too short.
Term value_term(HeapBuilder& builder, Form form, const Byte* data, Word size) {
  const auto read = [&]<class T>(T value, auto make) {
    if (size < sizeof value) return Term::none();
    std::memcpy(&value, data, sizeof value);
    return make(value);
  };
  switch (form) {
    case Form::kInt:
      return read(int{}, [](int value) { return Term::small(value); });
    case Form::kByte:
      return read(Byte{}, [](Byte value) { return Term::small(value); });
    case Form::kTos:
      return read(Byte{}, [](Byte value) { return tos_term(value); });
    case Form::kTime:
      return read(timeval{}, [&](timeval value) { return time_term(builder, value); });
    case Form::kPacketInfo:
      return read(in_pktinfo{}, [&](in_pktinfo info) { return packet_info_term(builder, info); });
    case Form::kPacketInfo6:
      return read(in6_pktinfo{}, [&](in6_pktinfo info) { return packet_info_term(builder, info); });
    case Form::kError:
      return size < sizeof(sock_extended_err) ? Term::none() : error_term(builder, data, size);
    case Form::kAddress: {
      SocketAddress address;
      address.length = static_cast<socklen_t>(std::min(size, sizeof address.storage));
      std::memcpy(&address.storage, data, address.length);
      return socket_address_term(builder, address);
    }
    case Form::kNone:
      break;
  }
  return Term::none();
}

Term control_message_term(HeapBuilder& builder, const cmsghdr& header, const Byte* data,
                          Word size) {
  const MessageType* known = find_type(header.cmsg_level, header.cmsg_type);
  const Term value =
      known == nullptr ? Term::none() : value_term(builder, known->encoder, data, size);
  vm::MapPair pairs[] = {{names().level, level_term(header.cmsg_level)},
                         {am::type, known != nullptr ? known->name : Term::small(header.cmsg_type)},
                         {am::data, vm::make_binary(builder, data, size)},
                         {am::value, value}};
  return vm::map_from_pairs(builder, std::span(pairs, value.has_value() ? 4 : 3));
}

}  // namespace

bool to_control_messages(Term list, Word capacity, std::string* buffer) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    cmsghdr header{};
    std::string data;
    if (!to_control_message(list.as_cons().head, &header, &data)) return false;
    const std::size_t at = buffer->size();
    if (at + CMSG_SPACE(data.size()) > capacity) return false;
    header.cmsg_len = CMSG_LEN(data.size());
    buffer->resize(at + CMSG_SPACE(data.size()));
    std::memcpy(buffer->data() + at, &header, sizeof header);
    if (!data.empty()) std::memcpy(buffer->data() + at + CMSG_LEN(0), data.data(), data.size());
  }
  return list.is_nil();
}

Term control_messages_term(HeapBuilder& builder, const msghdr& message) {
  return control_messages_term(builder, static_cast<const Byte*>(message.msg_control),
                               message.msg_controllen);
}

Term control_messages_term(HeapBuilder& builder, const Byte* data, Word size) {
  vm::ListBuilder list(builder);
  Word at = 0;
  while (at + sizeof(cmsghdr) <= size) {
    cmsghdr header;
    std::memcpy(&header, data + at, sizeof header);
    if (header.cmsg_len < CMSG_LEN(0)) break;
    if (header.cmsg_len > size - at) {
      list.add(names().bad_data);
      break;
    }
    list.add(control_message_term(builder, header, data + at + CMSG_LEN(0),
                                  header.cmsg_len - CMSG_LEN(0)));
    at += CMSG_ALIGN(header.cmsg_len);
  }
  return list.finish();
}

bool to_tos(Term term, int* tos) {
  const Names& n = names();
  *tos = term == n.lowdelay      ? IPTOS_LOWDELAY
         : term == n.throughput  ? IPTOS_THROUGHPUT
         : term == n.reliability ? IPTOS_RELIABILITY
         : term == n.mincost     ? IPTOS_MINCOST
                                 : -1;
  return *tos >= 0 || to_int(term, tos);
}

Term tos_term(int tos) {
  const Names& n = names();
  switch (IPTOS_TOS(tos)) {
    case IPTOS_LOWDELAY:
      return n.lowdelay;
    case IPTOS_THROUGHPUT:
      return n.throughput;
    case IPTOS_RELIABILITY:
      return n.reliability;
    case IPTOS_MINCOST:
      return n.mincost;
    default:
      return Term::small(tos);
  }
}

Term message_flags_term(HeapBuilder& builder, int flags) {
  vm::ListBuilder list(builder);
  const auto add = [&](Term name, int bits) {
    if ((flags & bits) != bits) return;
    flags &= ~bits;
    list.add(name);
  };
#define MESSAGE_FLAG(name, bits) add(names().name, bits);
#include "bif/net/socket_flags.def"
  if (flags != 0) list.add(Term::small(flags));
  return list.finish();
}

}  // namespace bif::net
