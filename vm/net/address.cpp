// Source of the forms: what prim_inet encodes and decodes.
#include "vm/net/address.h"

#include "vm/net/inet_protocol.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <netinet/in.h>

namespace vm::inet {
namespace {

constexpr socklen_t kLocalNameAt = offsetof(sockaddr_un, sun_path);

SocketAddress inet_address(std::uint16_t port, std::uint32_t address) {
  SocketAddress result;
  auto& inet = reinterpret_cast<sockaddr_in&>(result.storage);
  inet.sin_family = AF_INET;
  inet.sin_port = htons(port);
  inet.sin_addr.s_addr = htonl(address);
  result.length = sizeof inet;
  return result;
}

SocketAddress inet6_address(std::uint16_t port, const void* address) {
  SocketAddress result;
  auto& inet = reinterpret_cast<sockaddr_in6&>(result.storage);
  inet.sin6_family = AF_INET6;
  inet.sin6_port = htons(port);
  std::memcpy(&inet.sin6_addr, address, sizeof inet.sin6_addr);
  result.length = sizeof inet;
  return result;
}

std::optional<SocketAddress> read_inet6(ByteReader& reader) {
  const std::uint16_t port = reader.u16();
  const std::string_view bytes = reader.take(16);
  if (!reader.ok()) return std::nullopt;
  SocketAddress result = inet6_address(port, bytes.data());
  auto& inet = reinterpret_cast<sockaddr_in6&>(result.storage);
  inet.sin6_flowinfo = htonl(reader.u32());
  inet.sin6_scope_id = reader.u32();
  if (!reader.ok()) return std::nullopt;
  return result;
}

/// A name that starts with a zero byte is of Linux's abstract kind, and all its bytes count.
std::optional<SocketAddress> read_local(ByteReader& reader) {
  const std::string_view name = reader.take(reader.u8());
  SocketAddress result;
  auto& local = reinterpret_cast<sockaddr_un&>(result.storage);
  const bool is_abstract = name.empty() || name.front() == '\0';
  if (!reader.ok() || name.size() + (is_abstract ? 0 : 1) > sizeof local.sun_path)
    return std::nullopt;
  if (!is_abstract && name.find('\0') != std::string_view::npos) return std::nullopt;
  local.sun_family = AF_UNIX;
  std::memcpy(local.sun_path, name.data(), name.size());
  result.length = kLocalNameAt + static_cast<socklen_t>(name.size() + (is_abstract ? 0 : 1));
  return result;
}

std::string_view local_name(const SocketAddress& address) {
  const auto& local = reinterpret_cast<const sockaddr_un&>(address.storage);
  if (address.length <= kLocalNameAt) return {};
  const std::string_view name(local.sun_path,
                              std::min<std::size_t>(address.length - kLocalNameAt, 255));
  return name.front() == '\0' ? name : name.substr(0, name.find('\0'));
}

}  // namespace

std::optional<SocketAddress> SocketAddress::read(ByteReader& reader, int family,
                                                 const char** error) {
  *error = "einval";
  const Byte tag = reader.u8();
  if (!reader.ok()) return std::nullopt;
  std::optional<SocketAddress> result;
  switch (tag) {
    case kAny:
    case kLoopback: {
      const std::uint16_t port = reader.u16();
      if (!reader.ok()) return std::nullopt;
      if (family == AF_INET)
        result = inet_address(port, tag == kAny ? INADDR_ANY : INADDR_LOOPBACK);
      if (family == AF_INET6)
        result = inet6_address(port, tag == kAny ? &in6addr_any : &in6addr_loopback);
      return result;
    }
    case kInet: {
      const std::uint16_t port = reader.u16();
      const std::uint32_t address = reader.u32();
      if (reader.ok()) result = inet_address(port, address);
      return result;
    }
    case kInet6:
      return read_inet6(reader);
    case kLocal:
      return read_local(reader);
    default:
      *error = "eafnosupport";
      return std::nullopt;
  }
}

int SocketAddress::port() const {
  if (any.sa_family == AF_INET)
    return ntohs(reinterpret_cast<const sockaddr_in&>(storage).sin_port);
  if (any.sa_family == AF_INET6)
    return ntohs(reinterpret_cast<const sockaddr_in6&>(storage).sin6_port);
  return -1;
}

void SocketAddress::write(ByteWriter& writer) const {
  switch (any.sa_family) {
    case AF_INET:
    case AF_INET6: {
      const bool is_6 = any.sa_family == AF_INET6;
      writer.u8(is_6 ? kInet6 : kInet);
      writer.u16(static_cast<Word>(port()));
      const void* bytes = &reinterpret_cast<const sockaddr_in&>(storage).sin_addr;
      if (is_6) bytes = &reinterpret_cast<const sockaddr_in6&>(storage).sin6_addr;
      writer.append({static_cast<const char*>(bytes), is_6 ? std::size_t{16} : 4});
      return;
    }
    case AF_UNIX: {
      const std::string_view name = local_name(*this);
      writer.u8(kLocal);
      writer.u8(name.size());
      writer.append(name);
      return;
    }
    case AF_UNSPEC:
      writer.u8(kUnspecified);
      return;
    default:
      writer.u8(kUndefined);
  }
}

bool write_interface_address(ByteWriter& writer, const sockaddr* address) {
  if (address == nullptr) return false;
  if (address->sa_family == AF_INET) {
    writer.u8(kInet);
    const auto* inet = reinterpret_cast<const sockaddr_in*>(address);
    writer.append({reinterpret_cast<const char*>(&inet->sin_addr), 4});
    return true;
  }
  if (address->sa_family == AF_INET6) {
    writer.u8(kInet6);
    const auto* inet = reinterpret_cast<const sockaddr_in6*>(address);
    writer.append({reinterpret_cast<const char*>(&inet->sin6_addr), 16});
    return true;
  }
  return false;
}

}  // namespace vm::inet
