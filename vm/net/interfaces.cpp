// Interfaces by ioctl (of one interface) and getifaddrs (of all); services by the system's
// database.
#include "vm/net/interfaces.h"

#include "vm/base/utf8.h"
#include "vm/net/address.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netpacket/packet.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>

namespace vm::inet {
namespace {

constexpr std::size_t kServiceBuffer = 4096;

HostAnswer failed(int error_number) { return {.bytes = {}, .error_number = error_number}; }
HostAnswer done(std::string bytes) { return {.bytes = std::move(bytes)}; }

struct FlagCode {
  unsigned system;
  unsigned code;
};
constexpr FlagCode kFlagCodes[] = {{IFF_UP, 0x01},       {IFF_BROADCAST, 0x02},
                                   {IFF_LOOPBACK, 0x04}, {IFF_POINTOPOINT, 0x08},
                                   {IFF_RUNNING, 0x10},  {IFF_MULTICAST, 0x20}};
// Codes that only kInterfaceSet knows: they take a flag away.
constexpr FlagCode kClearedFlagCodes[] = {
    {IFF_UP, 0x0100}, {IFF_BROADCAST, 0x0200}, {IFF_POINTOPOINT, 0x0800}};

unsigned flag_codes(unsigned flags) {
  unsigned codes = 0;
  for (const FlagCode& row : kFlagCodes)
    if ((flags & row.system) != 0) codes |= row.code;
  return codes;
}

/// The name in front of `reader`, cut to what the system takes.
bool read_name(ByteReader& reader, ifreq* request) {
  const std::string_view name = reader.take(reader.u8());
  std::memset(request, 0, sizeof *request);
  std::memcpy(request->ifr_name, name.data(), std::min<std::size_t>(name.size(), IFNAMSIZ - 1));
  return reader.ok();
}

struct AddressOption {
  InterfaceOption option;
  unsigned long get;
  unsigned long set;
};
constexpr AddressOption kAddressOptions[] = {
    {InterfaceOption::kAddress, SIOCGIFADDR, SIOCSIFADDR},
    {InterfaceOption::kBroadcastAddress, SIOCGIFBRDADDR, SIOCSIFBRDADDR},
    {InterfaceOption::kDestinationAddress, SIOCGIFDSTADDR, SIOCSIFDSTADDR},
    {InterfaceOption::kNetmask, SIOCGIFNETMASK, SIOCSIFNETMASK},
};
const AddressOption* address_option(InterfaceOption option) {
  const auto* found = std::ranges::find(kAddressOptions, option, &AddressOption::option);
  return found == std::end(kAddressOptions) ? nullptr : found;
}

/// One option of the interface that `request` names; left out where there is no value. False: no
/// such option.
bool write_option(int fd, ifreq request, Byte code, ByteWriter& writer) {
  const auto option = static_cast<InterfaceOption>(code);
  if (const AddressOption* row = address_option(option)) {
    if (::ioctl(fd, row->get, &request) != 0) return true;
    writer.u8(code);
    write_interface_address(writer, &request.ifr_addr);
    return true;
  }
  switch (option) {
    case InterfaceOption::kHardwareAddress:
      if (::ioctl(fd, SIOCGIFHWADDR, &request) != 0) return true;
      writer.u8(code);
      writer.u16(IFHWADDRLEN);
      writer.append({request.ifr_hwaddr.sa_data, IFHWADDRLEN});
      return true;
    case InterfaceOption::kMtu:
      if (::ioctl(fd, SIOCGIFMTU, &request) != 0) return true;
      writer.u8(code);
      writer.i32(request.ifr_mtu);
      return true;
    case InterfaceOption::kFlags: {
      const bool is_known = ::ioctl(fd, SIOCGIFFLAGS, &request) == 0;
      writer.u8(code);
      writer.u32(is_known ? flag_codes(static_cast<unsigned short>(request.ifr_flags)) : 0);
      return true;
    }
    default:
      return false;
  }
}

HostAnswer interface_get(int fd, std::string_view data) {
  ByteReader reader(data);
  ifreq request;
  if (!read_name(reader, &request)) return failed(EINVAL);
  ByteWriter writer;
  for (const char code : reader.rest())
    if (!write_option(fd, request, static_cast<Byte>(code), writer)) return failed(EINVAL);
  return done(writer.take());
}

/// Reads a value and gives it to the interface; refusals of the system are not reported, as in OTP.
/// False: the request is malformed.
bool set_option(int fd, ifreq request, ByteReader& reader) {
  const auto option = static_cast<InterfaceOption>(reader.u8());
  if (const AddressOption* row = address_option(option)) {
    const Byte family = reader.u8();
    if (family != kInet) return false;
    auto& address = reinterpret_cast<sockaddr_in&>(request.ifr_addr);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(reader.u32());
    if (reader.ok()) ::ioctl(fd, row->set, &request);
    return reader.ok();
  }
  switch (option) {
    case InterfaceOption::kHardwareAddress: {
      const std::string_view bytes = reader.take(reader.u16());
      if (!reader.ok() || bytes.size() > sizeof request.ifr_hwaddr.sa_data) return false;
      request.ifr_hwaddr.sa_family = AF_UNIX;
      std::memcpy(request.ifr_hwaddr.sa_data, bytes.data(), bytes.size());
      ::ioctl(fd, SIOCSIFHWADDR, &request);
      return true;
    }
    case InterfaceOption::kMtu:
      request.ifr_mtu = reader.i32();
      if (reader.ok()) ::ioctl(fd, SIOCSIFMTU, &request);
      return reader.ok();
    case InterfaceOption::kFlags: {
      const std::uint32_t codes = reader.u32();
      if (!reader.ok()) return false;
      if (::ioctl(fd, SIOCGIFFLAGS, &request) != 0) return true;
      unsigned flags = static_cast<unsigned short>(request.ifr_flags);
      for (const FlagCode& row : kFlagCodes)
        if ((codes & row.code) != 0) flags |= row.system;
      for (const FlagCode& row : kClearedFlagCodes)
        if ((codes & row.code) != 0) flags &= ~row.system;
      request.ifr_flags = static_cast<short>(flags);
      ::ioctl(fd, SIOCSIFFLAGS, &request);
      return true;
    }
    default:
      return false;
  }
}

HostAnswer interface_set(int fd, std::string_view data) {
  ByteReader reader(data);
  ifreq request;
  if (!read_name(reader, &request)) return failed(EINVAL);
  while (reader.size() > 0)
    if (!set_option(fd, request, reader)) return failed(EINVAL);
  return done({});
}

/// The names of all interfaces with an IPv4 address, each with a zero byte behind it.
HostAnswer interface_names(int fd) {
  std::vector<ifreq> requests(64);
  ifconf all{};
  while (true) {
    all.ifc_len = static_cast<int>(requests.size() * sizeof(ifreq));
    all.ifc_req = requests.data();
    if (::ioctl(fd, SIOCGIFCONF, &all) != 0) return failed(errno);
    if (static_cast<std::size_t>(all.ifc_len) < requests.size() * sizeof(ifreq)) break;
    requests.resize(requests.size() * 2);
  }
  std::string names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(all.ifc_len) / sizeof(ifreq); ++i) {
    names.append(requests[i].ifr_name, ::strnlen(requests[i].ifr_name, IFNAMSIZ));
    names.push_back('\0');
  }
  return done(std::move(names));
}

void write_interface_option(ByteWriter& writer, InterfaceOption option, const sockaddr* address) {
  ByteWriter value;
  if (!write_interface_address(value, address)) return;
  writer.u8(static_cast<Byte>(option));
  writer.append(value.take());
}

void write_interface(ByteWriter& writer, const ifaddrs& interface) {
  // The name is Latin-1 for the system, UTF-8 for prim_inet.
  writer.append(utf8_of_latin1(interface.ifa_name));
  writer.u8(0);
  writer.u8(static_cast<Byte>(InterfaceOption::kFlags));
  writer.u32(flag_codes(interface.ifa_flags));
  const sockaddr* address = interface.ifa_addr;
  if (address != nullptr && (address->sa_family == AF_INET || address->sa_family == AF_INET6)) {
    write_interface_option(writer, InterfaceOption::kAddress, address);
    write_interface_option(writer, InterfaceOption::kNetmask, interface.ifa_netmask);
    if ((interface.ifa_flags & IFF_POINTOPOINT) != 0) {
      write_interface_option(writer, InterfaceOption::kDestinationAddress, interface.ifa_dstaddr);
    } else if ((interface.ifa_flags & IFF_BROADCAST) != 0) {
      write_interface_option(writer, InterfaceOption::kBroadcastAddress, interface.ifa_broadaddr);
    }
  } else if (address != nullptr && address->sa_family == AF_PACKET) {
    const auto* link = reinterpret_cast<const sockaddr_ll*>(address);
    if (link->sll_halen > 0) {
      writer.u8(static_cast<Byte>(InterfaceOption::kHardwareAddress));
      writer.u16(link->sll_halen);
      writer.append({reinterpret_cast<const char*>(link->sll_addr), link->sll_halen});
    }
  }
  writer.u8(0);
}

HostAnswer interface_addresses() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return failed(errno);
  ByteWriter writer;
  for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next)
    write_interface(writer, *each);
  ::freeifaddrs(first);
  return done(writer.take());
}

HostAnswer service_port(std::string_view data) {
  ByteReader reader(data);
  const std::string name(reader.take(reader.u8()));
  const std::string protocol(reader.take(reader.u8()));
  if (!reader.ok()) return failed(EINVAL);
  servent entry{};
  servent* found = nullptr;
  std::vector<char> buffer(kServiceBuffer);
  ::getservbyname_r(name.c_str(), protocol.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) return failed(EINVAL);
  ByteWriter writer;
  writer.u16(ntohs(static_cast<std::uint16_t>(found->s_port)));
  return done(writer.take());
}

HostAnswer service_name(std::string_view data) {
  ByteReader reader(data);
  const std::uint16_t port = reader.u16();
  const std::string protocol(reader.take(reader.u8()));
  if (!reader.ok()) return failed(EINVAL);
  servent entry{};
  servent* found = nullptr;
  std::vector<char> buffer(kServiceBuffer);
  ::getservbyport_r(htons(port), protocol.c_str(), &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr ? failed(EINVAL) : done(found->s_name);
}

HostAnswer host_name(std::string_view data) {
  char name[256] = {};
  if (!data.empty()) return failed(EINVAL);
  return ::gethostname(name, sizeof name - 1) == 0 ? done(name) : failed(errno);
}

}  // namespace

HostAnswer host_request(int fd, Request request, std::string_view data) {
  switch (request) {
    case Request::kGetInterfaces:
      return interface_names(fd);
    case Request::kGetInterfaceAddresses:
      return interface_addresses();
    case Request::kInterfaceGet:
      return interface_get(fd, data);
    case Request::kInterfaceSet:
      return interface_set(fd, data);
    case Request::kGetHostName:
      return host_name(data);
    case Request::kGetServiceByName:
      return service_port(data);
    case Request::kGetServiceByPort:
      return service_name(data);
    default:
      return {.bytes = {}, .error_name = "exbadport"};
  }
}

}  // namespace vm::inet
