// The natives of prim_net: the computer's name, interfaces, and names of addresses. The resolver of
// the C library may wait for a server, so it runs on a file thread. Source: net(3), prim_net.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/net/socket_handle.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/io/file_threads.h"
#include "vm/net/network_namespace.h"

#include <array>
#include <cerrno>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <optional>
#include <string>
#include <unistd.h>

namespace bif {

using namespace net;

namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;
using InterfaceList = std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)>;

/// The name of a resolver's error.
Term resolver_error(int error, int system_error) {
  const Names& n = names();
  switch (error) {
    case EAI_ADDRFAMILY:
      return n.eaddrfamily;
    case EAI_AGAIN:
      return vm::posix_error(EAGAIN);
    case EAI_BADFLAGS:
      return n.ebadflags;
    case EAI_FAIL:
      return n.efail;
    case EAI_FAMILY:
      return n.efamily;
    case EAI_MEMORY:
      return n.emem;
    case EAI_NODATA:
      return n.enodata;
    case EAI_NONAME:
      return n.enoname;
    case EAI_SERVICE:
      return n.eservice;
    case EAI_SOCKTYPE:
      return n.esocktype;
    case EAI_OVERFLOW:
      return n.eoverflow;
    case EAI_SYSTEM:
      return vm::posix_error(system_error);
    default:
      return vm::posix_error(EINVAL);
  }
}

/// A string, or `undefined` for none. False: something else.
bool to_name(Term term, std::optional<std::string>* name) {
  if (term == am::undefined) return true;
  return term.is_list() && vm::append_latin1_list(term, name->emplace());
}

bool to_name_flags(Term term, int* flags) {
  const Names& n = names();
  *flags = 0;
  if (term == am::undefined) return true;
  for (; term.is_cons(); term = term.as_cons().tail) {
    const Term flag = term.as_cons().head;
    const int bit = flag == n.namereqd      ? NI_NAMEREQD
                    : flag == n.dgram       ? NI_DGRAM
                    : flag == n.nofqdn      ? NI_NOFQDN
                    : flag == n.numerichost ? NI_NUMERICHOST
                    : flag == n.numericserv ? NI_NUMERICSERV
                    : flag == n.idn         ? NI_IDN
                                            : 0;
    if (bit == 0) return false;
    *flags |= bit;
  }
  return term.is_nil();
}

Term address_info_term(HeapBuilder& builder, const addrinfo& info) {
  const Term address = socket_address_term(builder, info.ai_addr);
  return make_map(builder, {{names().family, family_term(info.ai_family)},
                            {names().socktype, type_term(info.ai_socktype)},
                            {names().protocol, Term::small(info.ai_protocol)},
                            {names().addr, address}});
}

Term interface_flags(HeapBuilder& builder, unsigned flags) {
  const Names& n = names();
  const std::pair<unsigned, Term> all[] = {{IFF_UP, n.up},
                                           {IFF_BROADCAST, n.broadcast},
                                           {IFF_DEBUG, n.debug},
                                           {IFF_LOOPBACK, n.loopback},
                                           {IFF_POINTOPOINT, n.pointopoint},
                                           {IFF_NOTRAILERS, n.notrailers},
                                           {IFF_RUNNING, am::running},
                                           {IFF_NOARP, n.noarp},
                                           {IFF_PROMISC, n.promisc},
                                           {IFF_MASTER, n.master},
                                           {IFF_SLAVE, n.slave},
                                           {IFF_MULTICAST, n.multicast},
                                           {IFF_PORTSEL, n.portsel},
                                           {IFF_AUTOMEDIA, n.automedia},
                                           {IFF_DYNAMIC, n.dynamic}};
  vm::ListBuilder list(builder);
  for (const auto& [bit, name] : all)
    if ((flags & bit) != 0) list.add(name);
  return list.finish();
}

Term interface_term(HeapBuilder& builder, const ifaddrs& interface) {
  const Names& n = names();
  std::vector<vm::MapPair> pairs = {{am::name, c_string(builder, interface.ifa_name)},
                                    {am::flags, interface_flags(builder, interface.ifa_flags)}};
  const auto add = [&](Term key, const sockaddr* address) {
    const Term value = socket_address_term(builder, address);
    if (value.has_value()) pairs.push_back({key, value});
  };
  add(n.addr, interface.ifa_addr);
  add(n.netmask, interface.ifa_netmask);
  if ((interface.ifa_flags & IFF_POINTOPOINT) != 0 && interface.ifa_dstaddr != nullptr) {
    add(n.dstaddr, interface.ifa_dstaddr);
  } else if ((interface.ifa_flags & IFF_BROADCAST) != 0) {
    add(n.broadaddr, interface.ifa_broadaddr);
  }
  return vm::map_from_pairs(builder, pairs);
}

}  // namespace

BifResult net_info_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return make_map(builder, {{names().debug, am::false_}});
}

/// nif_command(#{command => debug, data => Boolean}); nothing is ever shown.
BifResult net_command_1(Process& p, const Args<1>& a) {
  const Term command = field(a[0], am::command);
  const Term data = field(a[0], am::data);
  bool value;
  if (command.is_none() || data.is_none()) return p.badarg();
  if (command == names().debug && to_bool(data, &value)) return am::ok;
  HeapBuilder builder(p);
  const Term what = command == names().debug ? builder.tuple(am::data, data)
                                             : builder.tuple(am::command, command);
  return p.error(builder.tuple(am::invalid, what));
}

BifResult net_gethostname_0(Process& p, const Args<0>&) {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return error(p, errno);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, c_string(builder, name.data()));
}

BifResult net_getnameinfo_2(Process& p, const Args<2>& a) {
  SocketAddress address;
  int flags;
  if (!to_socket_address(a[0], &address)) return error(p, EINVAL);
  if (!to_name_flags(a[1], &flags)) return p.badarg();
  struct Found {
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
    int error = 0;
    int system_error = 0;
  };
  return vm::outside(
      p,
      [address, flags] {
        Found found;
        found.error =
            ::getnameinfo(&address.any, address.length, found.host.data(), found.host.size(),
                          found.service.data(), found.service.size(), flags);
        found.system_error = errno;
        return found;
      },
      [&p](const Found& found) -> BifResult {
        if (found.error != 0) return error(p, resolver_error(found.error, found.system_error));
        HeapBuilder builder(p);
        const Term host = c_string(builder, found.host.data());
        const Term service = c_string(builder, found.service.data());
        const Term info = make_map(builder, {{names().host, host}, {names().service, service}});
        return builder.tuple(am::ok, info);
      });
}

BifResult net_getaddrinfo_3(Process& p, const Args<3>& a) {
  std::optional<std::string> host;
  std::optional<std::string> service;
  if (!to_name(a[0], &host) || !to_name(a[1], &service) || (!host && !service)) return p.badarg();
  struct Found {
    std::shared_ptr<addrinfo> list;
    int error = 0;
    int system_error = 0;
  };
  return vm::outside(
      p,
      [host, service] {
        Found found;
        addrinfo* list = nullptr;
        found.error = ::getaddrinfo(host ? host->c_str() : nullptr,
                                    service ? service->c_str() : nullptr, nullptr, &list);
        found.system_error = errno;
        if (list != nullptr) found.list.reset(list, ::freeaddrinfo);
        return found;
      },
      [&p](const Found& found) -> BifResult {
        if (found.error != 0) return error(p, resolver_error(found.error, found.system_error));
        HeapBuilder builder(p);
        vm::ListBuilder result(builder);
        for (const addrinfo* info = found.list.get(); info != nullptr; info = info->ai_next)
          result.add(address_info_term(builder, *info));
        return builder.tuple(am::ok, result.finish());
      });
}

/// nif_getifaddrs(#{netns => Name})
BifResult net_getifaddrs_1(Process& p, const Args<1>& a) {
  if (!a[0].is_map()) return p.badarg();
  std::string network;
  const Term name = field(a[0], names().netns);
  if (!name.is_none() && (!name.is_list() || !vm::append_latin1_list(name, network)))
    return p.badarg();
  ifaddrs* first = nullptr;
  {
    const vm::inet::NetworkNamespace space(network);
    if (space.error() != 0) return error(p, space.error());
    if (::getifaddrs(&first) != 0) return error(p, errno);
  }
  const InterfaceList list(first, ::freeifaddrs);
  HeapBuilder builder(p);
  vm::ListBuilder result(builder);
  for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next)
    result.add(interface_term(builder, *each));
  return builder.tuple(am::ok, result.finish());
}

BifResult net_if_name2index_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!a[0].is_list() || !vm::append_latin1_list(a[0], name) || name.size() > IF_NAMESIZE)
    return error(p, EINVAL);
  const unsigned index = ::if_nametoindex(name.c_str());
  return index == 0 ? error(p, errno) : ok(p, Term::small(index));
}

BifResult net_if_index2name_1(Process& p, const Args<1>& a) {
  unsigned index;
  if (!to_unsigned_int(a[0], &index)) return p.badarg();
  std::array<char, IF_NAMESIZE + 1> name{};
  if (::if_indextoname(index, name.data()) == nullptr) return error(p, ENXIO);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, c_string(builder, name.data()));
}

BifResult net_if_names_0(Process& p, const Args<0>&) {
  const std::unique_ptr<struct if_nameindex, decltype(&::if_freenameindex)> all(::if_nameindex(),
                                                                                ::if_freenameindex);
  if (all == nullptr) return error(p, errno);
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (const struct if_nameindex* each = all.get(); each->if_name != nullptr; ++each) {
    const Term name = c_string(builder, each->if_name);
    list.add(builder.tuple(Term::small(each->if_index), name));
  }
  return builder.tuple(am::ok, list.finish());
}

namespace {

/// The protocol of a service as the C library takes it: null for `any`. False: no name.
bool to_protocol(Term term, std::string* name, const char** protocol) {
  if (!term.is_cons() || !vm::append_latin1_list(term, *name)) return false;
  *protocol = *name == "any" ? nullptr : name->c_str();
  return true;
}

// The C library keeps its answer for the program.
vm::Mutex services_mutex{vm::LockRank::kIoOutput};

}  // namespace

BifResult net_getservbyname_2(Process& p, const Args<2>& a) {
  std::string name;
  std::string protocol_name;
  const char* protocol;
  if (!a[0].is_cons() || !vm::append_latin1_list(a[0], name) ||
      !to_protocol(a[1], &protocol_name, &protocol))
    return error(p, EINVAL);
  std::optional<std::uint16_t> port;
  {
    const vm::MutexLock lock(services_mutex);
    const servent* service = ::getservbyname(name.c_str(), protocol);
    if (service != nullptr) port = ntohs(static_cast<std::uint16_t>(service->s_port));
  }
  return port ? ok(p, Term::small(*port)) : error(p, EINVAL);
}

BifResult net_getservbyport_2(Process& p, const Args<2>& a) {
  unsigned port;
  std::string protocol_name;
  const char* protocol;
  if (!to_unsigned_int(a[0], &port) || !to_protocol(a[1], &protocol_name, &protocol))
    return error(p, EINVAL);
  std::string name;
  {
    const vm::MutexLock lock(services_mutex);
    const servent* service = ::getservbyport(htons(static_cast<std::uint16_t>(port)), protocol);
    if (service != nullptr) name = service->s_name;
  }
  if (name.empty()) return error(p, EINVAL);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, c_string(builder, name.c_str()));
}

/// Only Windows has these.
BifResult net_windows_1(Process& p, const Args<1>&) { return p.notsup(); }

}  // namespace bif
