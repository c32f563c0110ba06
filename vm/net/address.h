// SocketAddress: an address of a socket, in the system's form and in that of prim_inet: a byte for
// the family, then port and address, or the length and bytes of a local name.
// Threads: any; a value.
#pragma once

#include "vm/net/byte_reader.h"

#include <optional>
#include <sys/socket.h>
#include <sys/un.h>

namespace vm::inet {

struct SocketAddress {
  union {
    sockaddr any;
    sockaddr_storage storage;
  };
  socklen_t length = sizeof(sockaddr_storage);

  SocketAddress() : storage{} {}

  /// Reads an address of prim_inet, with the families `any` and `loopback` meaning those of
  /// `family` (AF_INET, AF_INET6). An error is the name that prim_inet expects: einval,
  /// eafnosupport.
  static std::optional<SocketAddress> read(ByteReader& reader, int family, const char** error);

  /// The port number; -1 for a local address.
  int port() const;
  /// As prim_inet reads it. An address of another family becomes `undefined`; a local socket
  /// without a name has an empty one.
  void write(ByteWriter& writer) const;
  std::string to_bytes() const {
    ByteWriter writer;
    write(writer);
    return writer.take();
  }
};

/// Writes the address of an interface: the family and the bytes, without a port. Nothing, and
/// false, for other families.
bool write_interface_address(ByteWriter& writer, const sockaddr* address);

}  // namespace vm::inet
