// What prim_inet asks a socket about the computer: its interfaces and their addresses, its name,
// the services database. Threads: any.
#pragma once

#include "vm/net/inet_protocol.h"

#include <string>
#include <string_view>

namespace vm::inet {

struct HostAnswer {
  std::string bytes;
  int error_number = 0;              // errno
  const char* error_name = nullptr;  // or the name of an error
};

/// Answers one of the requests kGetInterfaces, kGetInterfaceAddresses, kInterfaceGet,
/// kInterfaceSet, kGetHostName, kGetServiceByName, kGetServiceByPort; exbadport for others. `fd` is
/// a socket, for those about interfaces.
HostAnswer host_request(int fd, Request request, std::string_view data);

}  // namespace vm::inet
