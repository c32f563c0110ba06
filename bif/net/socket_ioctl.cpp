// ioctl/2,3,4, from the table socket_requests.def. Source: socket(3), netdevice(7).
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/net/socket_handle.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/term/map.h"

#include <cerrno>
#include <cstring>
#include <net/if.h>
#include <sys/ioctl.h>

namespace bif {

using namespace net;

namespace {

enum class RequestForm : std::uint8_t {
  kNone,
  kNumber,
  kMark,
  kIndex,
  kAddress,
  kMtu,
  kHardwareAddress,
  kQueueLength,
  kFlags,
  kMap,
  kSetFlags,
  kSetAddress,
  kSetMtu,
  kSetQueueLength,
};

struct Request {
  unsigned long number;
  RequestForm form;
};
constexpr Request kRequests[] = {
#define IOCTL(name, number, form) {number, RequestForm::form},
#include "bif/net/socket_requests.def"
};

RequestForm form_of(unsigned long number) {
  for (const Request& request : kRequests)
    if (request.number == number) return request.form;
  return RequestForm::kNone;
}

/// The name of an interface, as much of it as fits. False: no string.
bool to_interface(Term name, ifreq* request) {
  std::string text;
  if (!name.is_list() || !vm::append_latin1_list(name, text)) return false;
  *request = {};
  std::strncpy(request->ifr_name, text.c_str(), IFNAMSIZ - 1);
  return true;
}

Term interface_name(HeapBuilder& builder, const ifreq& request) {
  return builder.string({request.ifr_name, ::strnlen(request.ifr_name, IFNAMSIZ)});
}

BifResult list_interfaces(Process& p, int fd) {
  std::vector<ifreq> requests(16);
  ifconf list{};
  do {
    requests.resize(2 * requests.size());
    list.ifc_len = static_cast<int>(requests.size() * sizeof(ifreq));
    list.ifc_req = requests.data();
    if (::ioctl(fd, SIOCGIFCONF, &list) < 0) return error(p, errno);
    // A list that fills the memory may have been cut.
  } while (static_cast<std::size_t>(list.ifc_len) == requests.size() * sizeof(ifreq));
  HeapBuilder builder(p);
  vm::ListBuilder result(builder);
  for (std::size_t i = 0; i < static_cast<std::size_t>(list.ifc_len) / sizeof(ifreq); ++i) {
    const Term name = interface_name(builder, requests[i]);
    const Term address = socket_address_term(builder, &requests[i].ifr_addr);
    result.add(make_map(builder, {{am::name, name}, {names().addr, address}}));
  }
  return builder.tuple(am::ok, result.finish());
}

BifResult name_of_index(Process& p, int fd, Term index) {
  ifreq request{};
  if (!to_int(index, &request.ifr_ifindex)) return p.badarg();
  if (::ioctl(fd, SIOCGIFNAME, &request) < 0) return error(p, errno);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, interface_name(builder, request));
}

Term flags_term(HeapBuilder& builder, int flags) {
  vm::ListBuilder list(builder);
  const auto add = [&](Term name, int bits) {
    if (bits == 0 || (flags & bits) != bits) return;
    flags &= ~bits;
    list.add(name);
  };
#define INTERFACE_FLAG(name, bits) add(names().name, bits);
#include "bif/net/socket_flags.def"
  if (flags != 0) list.add(Term::small(flags));
  return list.finish();
}

Term hardware_map(HeapBuilder& builder, const ifmap& map) {
  const Term start = builder.unsigned_integer(map.mem_start);
  const Term end = builder.unsigned_integer(map.mem_end);
  return make_map(builder, {{names().mem_start, start},
                            {names().mem_end, end},
                            {names().base_addr, Term::small(map.base_addr)},
                            {names().irq, Term::small(map.irq)},
                            {names().dma, Term::small(map.dma)},
                            {am::port, Term::small(map.port)}});
}

Term answer_term(HeapBuilder& builder, RequestForm form, const ifreq& request) {
  switch (form) {
    case RequestForm::kIndex:
      return Term::small(request.ifr_ifindex);
    case RequestForm::kMtu:
      return Term::small(request.ifr_mtu);
    case RequestForm::kQueueLength:
      return Term::small(request.ifr_qlen);
    case RequestForm::kFlags:
      return flags_term(builder, request.ifr_flags);
    case RequestForm::kHardwareAddress:
      return hardware_address_term(builder, request.ifr_hwaddr);
    case RequestForm::kMap:
      return hardware_map(builder, request.ifr_map);
    default:
      return socket_address_term(builder, &request.ifr_addr);
  }
}

/// {invalid, What}: the value cannot be set.
BifResult bad_value(Process& p, RequestForm form) {
  const Names& n = names();
  return invalid(p, form == RequestForm::kSetAddress ? n.sockaddr
                    : form == RequestForm::kSetMtu   ? n.mtu
                                                     : n.txqlen);
}

BifResult set_flags(Process& p, int fd, ifreq request, Term flags) {
  if (!flags.is_map()) return p.badarg();
  if (::ioctl(fd, SIOCGIFFLAGS, &request) < 0) return error(p, errno);
  int bits = request.ifr_flags;
  vm::MapIterator iterator(flags);
  Term key;
  Term value;
  while (iterator.next(&key, &value)) {
    int flag;
    if (!to_int(key, &flag)) return p.badarg();
    bits = value == am::true_ ? bits | flag : bits & ~flag;
  }
  request.ifr_flags = static_cast<short>(bits);
  return ::ioctl(fd, SIOCSIFFLAGS, &request) < 0 ? error(p, errno) : Term(am::ok);
}

/// Reads the two arguments that ioctl/2,3,4 have, and answers what `run` does with the request
/// while the socket is open and locked.
template <class Run>
BifResult with_request(Process& p, Term ref, Term number, Run run) {
  SocketHandle* socket = SocketHandle::of(ref);
  if (socket == nullptr || !number.is_integer()) return p.badarg();
  Word request;
  if (!to_unsigned(number, &request)) return bad_integer(p, number);
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_read()) return closed(p);
  return run(socket->fd, request);
}

BifResult get_number(Process& p, int fd, unsigned long request) {
  if (request == SIOCGIFCONF) return list_interfaces(p, fd);
  const RequestForm form = form_of(request);
  if (form != RequestForm::kNumber && form != RequestForm::kMark) return error(p, ENOTSUP);
  int value = 0;
  if (::ioctl(fd, request, &value) < 0) return error(p, errno);
  return ok(p, form == RequestForm::kMark ? vm::make_boolean(value != 0) : Term::small(value));
}

BifResult get_of_interface(Process& p, int fd, unsigned long request, Term name) {
  if (request == SIOCGIFNAME) return name_of_index(p, fd, name);
  const RequestForm form = form_of(request);
  if (form < RequestForm::kIndex || form > RequestForm::kMap) return error(p, ENOTSUP);
  ifreq interface;
  if (!to_interface(name, &interface)) return p.badarg();
  if (::ioctl(fd, request, &interface) < 0) return error(p, errno);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, answer_term(builder, form, interface));
}

BifResult set_of_interface(Process& p, int fd, unsigned long request, Term name, Term value) {
  const RequestForm form = form_of(request);
  if (form < RequestForm::kSetFlags) return error(p, ENOTSUP);
  ifreq interface;
  if (!to_interface(name, &interface)) return p.badarg();
  if (form == RequestForm::kSetFlags) return set_flags(p, fd, interface, value);
  if (form == RequestForm::kSetAddress) {
    SocketAddress address;
    if (!to_socket_address(value, &address)) return bad_value(p, form);
    interface.ifr_addr = address.any;
  } else {
    int* number = form == RequestForm::kSetMtu ? &interface.ifr_mtu : &interface.ifr_qlen;
    if (!to_int(value, number)) return bad_value(p, form);
  }
  return ::ioctl(fd, request, &interface) < 0 ? error(p, errno) : Term(am::ok);
}

}  // namespace

BifResult socket_ioctl_2(Process& p, const Args<2>& a) {
  return with_request(p, a[0], a[1],
                      [&](int fd, Word request) { return get_number(p, fd, request); });
}

BifResult socket_ioctl_3(Process& p, const Args<3>& a) {
  return with_request(p, a[0], a[1],
                      [&](int fd, Word request) { return get_of_interface(p, fd, request, a[2]); });
}

BifResult socket_ioctl_4(Process& p, const Args<4>& a) {
  return with_request(p, a[0], a[1], [&](int fd, Word request) {
    return set_of_interface(p, fd, request, a[2], a[3]);
  });
}

}  // namespace bif
