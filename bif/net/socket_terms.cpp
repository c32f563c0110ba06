// Source of the forms: module prim_socket, and what OTP's natives answer.
#include "bif/net/socket_terms.h"

#include "bif/data/numbers.h"
#include "vm/code/export_table.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <net/if_arp.h>
#include <netpacket/packet.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace bif::net {
namespace {

constexpr socklen_t kDataAt = offsetof(sockaddr, sa_data);
constexpr socklen_t kPathAt = offsetof(sockaddr_un, sun_path);

template <class T>
T& as(SocketAddress& address) {
  return reinterpret_cast<T&>(address.storage);
}
template <class T>
const T& as(const SocketAddress& address) {
  return reinterpret_cast<const T&>(address.storage);
}

bool to_port(Term map, in_port_t* port) {
  int value;
  if (!to_int(field(map, am::port), &value)) return false;
  *port = htons(static_cast<std::uint16_t>(value));
  return true;
}

bool to_inet(Term map, SocketAddress* address) {
  auto& inet = as<sockaddr_in>(*address);
  inet = {};
  inet.sin_family = AF_INET;
  address->length = sizeof inet;
  return to_port(map, &inet.sin_port) && to_address(field(map, names().addr), &inet.sin_addr);
}

bool to_inet6(Term map, SocketAddress* address) {
  auto& inet = as<sockaddr_in6>(*address);
  inet = {};
  inet.sin6_family = AF_INET6;
  address->length = sizeof inet;
  return to_port(map, &inet.sin6_port) &&
         to_unsigned_int(field(map, names().flowinfo), &inet.sin6_flowinfo) &&
         to_unsigned_int(field(map, names().scope_id), &inet.sin6_scope_id) &&
         to_address(field(map, names().addr), &inet.sin6_addr);
}

/// A path that starts with a zero byte is of Linux's abstract kind, and needs no zero at its end.
bool to_local(Term map, SocketAddress* address) {
  const Term path = field(map, names().path);
  if (path.is_none() || !path.is_binary()) return false;
  const vm::BinaryBytes bytes(path);
  auto& local = as<sockaddr_un>(*address);
  const bool is_abstract = bytes.size() != 0 && bytes.data()[0] == 0;
  if (bytes.size() + (is_abstract ? 0 : 1) > sizeof local.sun_path) return false;
  local = {};
  local.sun_family = AF_UNIX;
  if (bytes.size() != 0) std::memcpy(local.sun_path, bytes.data(), bytes.size());
  address->length = kPathAt + static_cast<socklen_t>(bytes.size());
  return true;
}

bool to_native(Term map, int family, SocketAddress* address) {
  const Term data = field(map, names().addr);
  if (data.is_none() || !data.is_binary()) return false;
  const vm::BinaryBytes bytes(data);
  if (bytes.size() > sizeof address->storage - kDataAt) return false;
  std::memset(&address->storage, 0, sizeof address->storage);
  address->any.sa_family = static_cast<sa_family_t>(family);
  if (bytes.size() != 0)
    std::memcpy(reinterpret_cast<Byte*>(&address->storage) + kDataAt, bytes.data(), bytes.size());
  address->length = kDataAt + static_cast<socklen_t>(bytes.size());
  return true;
}

Term native_term(HeapBuilder& builder, const sockaddr* address, socklen_t length, Term family) {
  const socklen_t size = length > kDataAt ? length - kDataAt : 0;
  const Term data =
      vm::make_binary(builder, reinterpret_cast<const Byte*>(address) + kDataAt, size);
  return make_map(builder, {{names().family, family}, {names().addr, data}});
}

Term inet_term(HeapBuilder& builder, const sockaddr_in& inet) {
  const Term address = address_term(builder, inet.sin_addr);
  return make_map(builder, {{names().family, names().inet},
                            {am::port, Term::small(ntohs(inet.sin_port))},
                            {names().addr, address}});
}

Term inet6_term(HeapBuilder& builder, const sockaddr_in6& inet) {
  const Term address = address_term(builder, inet.sin6_addr);
  return make_map(builder, {{names().family, names().inet6},
                            {am::port, Term::small(ntohs(inet.sin6_port))},
                            {names().addr, address},
                            {names().flowinfo, Term::small(inet.sin6_flowinfo)},
                            {names().scope_id, Term::small(inet.sin6_scope_id)}});
}

Term local_term(HeapBuilder& builder, const sockaddr_un& local, socklen_t length) {
  if (length < kPathAt)
    return native_term(builder, reinterpret_cast<const sockaddr*>(&local), length, am::local);
  const std::size_t room = std::min<std::size_t>(length - kPathAt, sizeof local.sun_path);
  std::size_t size = ::strnlen(local.sun_path, room);
  if (size == 0) size = room;  // an abstract name, or none
  const Term path = vm::make_binary_term(builder, {local.sun_path, size});
  return make_map(builder, {{names().family, am::local}, {names().path, path}});
}

/// A name for a number that has one, else the number.
struct Named {
  int number;
  Term name;
};
template <std::size_t N>
Term name_of(int number, const Named (&table)[N]) {
  for (const Named& row : table)
    if (row.number == number) return row.name;
  return Term::small(number);
}

Term hardware_type(int type) {
  const Names& n = names();
  const Named table[] = {{ARPHRD_NETROM, n.netrom},     {ARPHRD_ETHER, n.ether},
                         {ARPHRD_IEEE802, n.ieee802},   {ARPHRD_DLCI, n.dlci},
                         {ARPHRD_IEEE1394, n.ieee1394}, {ARPHRD_LOOPBACK, n.loopback},
                         {ARPHRD_NONE, am::none}};
  return name_of(type, table);
}

Term packet_hardware_type(int type) {
  const Names& n = names();
  const Named table[] = {{ARPHRD_EETHER, n.eether},     {ARPHRD_AX25, n.ax25},
                         {ARPHRD_PRONET, n.pronet},     {ARPHRD_CHAOS, n.chaos},
                         {ARPHRD_ARCNET, n.arcnet},     {ARPHRD_APPLETLK, n.appletlk},
                         {ARPHRD_ATM, n.atm},           {ARPHRD_METRICOM, n.metricom},
                         {ARPHRD_EUI64, n.eui64},       {ARPHRD_INFINIBAND, n.infiniband},
                         {ARPHRD_TUNNEL, n.tunnel},     {ARPHRD_TUNNEL6, n.tunnel6},
                         {ARPHRD_LOCALTLK, n.localtlk}, {ARPHRD_VOID, n.void_}};
  const Term name = name_of(type, table);
  return name.is_small() ? hardware_type(type) : name;
}

Term packet_type(int type) {
  const Names& n = names();
  const Named table[] = {{PACKET_HOST, n.host},           {PACKET_BROADCAST, n.broadcast},
                         {PACKET_MULTICAST, n.multicast}, {PACKET_OTHERHOST, n.otherhost},
                         {PACKET_OUTGOING, n.outgoing},   {PACKET_LOOPBACK, n.loopback}};
  return name_of(type, table);
}

Term packet_term(HeapBuilder& builder, const sockaddr_ll& packet) {
  const Term address = vm::make_binary(builder, packet.sll_addr, packet.sll_halen);
  return make_map(builder, {{names().family, names().packet},
                            {names().protocol, Term::small(ntohs(packet.sll_protocol))},
                            {names().ifindex, Term::small(packet.sll_ifindex)},
                            {names().hatype, packet_hardware_type(packet.sll_hatype)},
                            {names().pkttype, packet_type(packet.sll_pkttype)},
                            {names().addr, address}});
}

}  // namespace

bool to_int(Term term, int* value) {
  SWord wide;
  if (term.is_none() || !to_signed(term, &wide) || wide != static_cast<int>(wide)) return false;
  *value = static_cast<int>(wide);
  return true;
}

bool to_unsigned_int(Term term, unsigned* value) {
  Word wide;
  if (term.is_none() || !to_unsigned(term, &wide) || wide != static_cast<unsigned>(wide))
    return false;
  *value = static_cast<unsigned>(wide);
  return true;
}

bool to_bool(Term term, bool* value) {
  if (term != am::true_ && term != am::false_) return false;
  *value = term == am::true_;
  return true;
}

Term field(Term map, Term key) { return map.is_map() ? vm::map_get(map, key) : Term::none(); }

Term c_string(HeapBuilder& builder, const char* text) { return builder.string(text); }

BifResult error(Process& p, Term reason) { return HeapBuilder(p).tuple(am::error, reason); }
BifResult error(Process& p, int error_number) {
  return HeapBuilder(p).tuple(am::error, vm::posix_error(error_number));
}
BifResult closed(Process& p) { return error(p, am::closed); }

BifResult error_invalid(Process& p, Term what) {
  HeapBuilder builder(p);
  return builder.tuple(am::error, builder.tuple(am::invalid, what));
}

BifResult invalid(Process& p, Term what) { return HeapBuilder(p).tuple(am::invalid, what); }

BifResult raise_invalid(Process& p, Term what) {
  return p.error(HeapBuilder(p).tuple(am::invalid, what));
}

BifResult bad_integer(Process& p, Term term) {
  if (!term.is_integer()) return p.badarg();
  HeapBuilder builder(p);
  const Term what = builder.tuple(names().integer_range, term);
  return builder.tuple(am::error, builder.tuple(am::invalid, what));
}

BifResult start_sockets(Process& p, const char* function, std::initializer_list<Term> arguments) {
  const Term name = vm::intern_atom(function).value();
  return p.trap(p.vm.exports->get_or_create(am::sonde_internals, name, arguments.size()),
                arguments);
}

bool to_family(Term term, int* family) {
  const Names& n = names();
  *family = term == n.inet      ? AF_INET
            : term == n.inet6   ? AF_INET6
            : term == am::local ? AF_UNIX
                                : AF_UNSPEC;
  return *family != AF_UNSPEC || term == am::unspec || to_int(term, family);
}

Term family_term(int family) {
  switch (family) {
    case AF_INET:
      return names().inet;
    case AF_INET6:
      return names().inet6;
    case AF_UNIX:
      return am::local;
    case AF_UNSPEC:
      return am::unspec;
    default:
      return Term::small(family);
  }
}

bool to_type(Term term, int* type) {
  const Names& n = names();
  *type = term == am::stream    ? SOCK_STREAM
          : term == n.dgram     ? SOCK_DGRAM
          : term == am::raw     ? SOCK_RAW
          : term == n.seqpacket ? SOCK_SEQPACKET
                                : -1;
  return *type >= 0 || to_int(term, type);
}

Term type_term(int type) {
  const Names& n = names();
  const Named table[] = {{SOCK_STREAM, am::stream},
                         {SOCK_DGRAM, n.dgram},
                         {SOCK_RAW, am::raw},
                         {SOCK_SEQPACKET, n.seqpacket},
                         {SOCK_RDM, n.rdm}};
  return name_of(type, table);
}

bool to_level(Term term, int* level) {
  *level = SOL_SOCKET;
  return term == names().socket || to_int(term, level);
}

Term level_term(int level) { return level == SOL_SOCKET ? names().socket : Term::small(level); }

bool to_address(Term term, in_addr* address) {
  if (term.is_none()) return false;
  if (term.is_atom()) {
    address->s_addr = htonl(term == am::any            ? INADDR_ANY
                            : term == names().loopback ? INADDR_LOOPBACK
                                                       : INADDR_BROADCAST);
    return term == am::any || term == names().loopback || term == names().broadcast;
  }
  if (!term.is_tuple_of(4)) return false;
  Byte bytes[4];
  for (std::size_t i = 0; i < 4; ++i) {
    int value;
    if (!to_int(term.as_tuple().elements[i], &value) || value < 0 || value > 255) return false;
    bytes[i] = static_cast<Byte>(value);
  }
  std::memcpy(address, bytes, sizeof bytes);
  return true;
}

Term address_term(HeapBuilder& builder, const in_addr& address) {
  Byte bytes[4];
  std::memcpy(bytes, &address, sizeof bytes);
  return builder.tuple(Term::small(bytes[0]), Term::small(bytes[1]), Term::small(bytes[2]),
                       Term::small(bytes[3]));
}

bool to_address(Term term, in6_addr* address) {
  if (term.is_none()) return false;
  if (term.is_atom()) {
    *address = term == am::any ? in6addr_any : in6addr_loopback;
    return term == am::any || term == names().loopback;
  }
  if (!term.is_tuple_of(8)) return false;
  for (std::size_t i = 0; i < 8; ++i) {
    int value;
    if (!to_int(term.as_tuple().elements[i], &value) || value < 0 || value > 65535) return false;
    address->s6_addr[2 * i] = static_cast<Byte>(value >> 8);
    address->s6_addr[2 * i + 1] = static_cast<Byte>(value);
  }
  return true;
}

Term address_term(HeapBuilder& builder, const in6_addr& address) {
  Term groups[8];
  for (std::size_t i = 0; i < 8; ++i)
    groups[i] = Term::small(address.s6_addr[2 * i] << 8 | address.s6_addr[2 * i + 1]);
  return builder.tuple_from(groups);
}

bool to_time(Term term, timeval* time) {
  SWord seconds;
  SWord microseconds;
  const Term sec = field(term, names().sec);
  const Term usec = field(term, names().usec);
  if (sec.is_none() || usec.is_none() || !to_signed(sec, &seconds) ||
      !to_signed(usec, &microseconds))
    return false;
  *time = {seconds, microseconds};
  return true;
}

Term time_term(HeapBuilder& builder, const timeval& time) {
  const Term seconds = builder.integer(time.tv_sec);
  const Term microseconds = builder.integer(time.tv_usec);
  return make_map(builder, {{names().sec, seconds}, {names().usec, microseconds}});
}

bool to_socket_address(Term term, SocketAddress* address) {
  const Term family = field(term, names().family);
  int number;
  if (family.is_none() || !to_family(family, &number)) return false;
  if (family.is_integer()) return to_native(term, number, address);
  switch (number) {
    case AF_INET:
      return to_inet(term, address);
    case AF_INET6:
      return to_inet6(term, address);
    case AF_UNIX:
      return to_local(term, address);
    default:
      return to_native(term, number, address);
  }
}

Term socket_address_term(HeapBuilder& builder, const SocketAddress& address) {
  const socklen_t length = address.length;
  const auto native = [&](Term family) {
    return native_term(builder, &address.any, length, family);
  };
  switch (address.any.sa_family) {
    case AF_INET:
      return length >= offsetof(sockaddr_in, sin_zero)
                 ? inet_term(builder, as<sockaddr_in>(address))
                 : native(names().inet);
    case AF_INET6:
      return length >= sizeof(sockaddr_in6) ? inet6_term(builder, as<sockaddr_in6>(address))
                                            : native(names().inet6);
    case AF_UNIX:
      return local_term(builder, as<sockaddr_un>(address), length);
    case AF_UNSPEC:
      return native(am::unspec);
    case AF_PACKET:
      return length >= sizeof(sockaddr_ll) ? packet_term(builder, as<sockaddr_ll>(address))
                                           : native(names().packet);
    default:
      return native(Term::small(address.any.sa_family));
  }
}

Term socket_address_term(HeapBuilder& builder, const sockaddr* address) {
  if (address == nullptr) return Term::none();
  SocketAddress copy;
  switch (address->sa_family) {
    case AF_INET:
      copy.length = sizeof(sockaddr_in);
      break;
    case AF_INET6:
      copy.length = sizeof(sockaddr_in6);
      break;
    case AF_PACKET:
      copy.length = sizeof(sockaddr_ll);
      break;
    default:
      copy.length = kDataAt;
  }
  std::memcpy(&copy.storage, address, copy.length);
  return socket_address_term(builder, copy);
}

Term hardware_address_term(HeapBuilder& builder, const sockaddr& address) {
  return native_term(builder, &address, sizeof address, hardware_type(address.sa_family));
}

}  // namespace bif::net
