// The options of sockets, from the table socket_options.def.
// Threads: any; pure functions on the caller's descriptor.
#pragma once

#include "bif/bif.h"

namespace bif::net {

/// How the value of an option looks, as a term and for the system.
enum class OptionForm : std::uint8_t {
  kNone,
  kBool,
  kInt,
  kDevice,      // the name of an interface
  kCongestion,  // the name of an algorithm
  kLinger,
  kFamily,
  kType,
  kProtocol,
  kTos,
  kMtuDiscovery,
  kHops,
  kAddress,
  kMembership,
  kMembership6,
  kSource,
  kFilter,
  kControlMessages,
  kAssociation,
  kEvents,
  kInitMessage,
  kTimes,
};

struct SocketOption {
  int level;
  int number;
  OptionForm setter;
  OptionForm getter;
};

/// The row of an option; null: there is none.
const SocketOption* find_socket_option(int level, int number);

/// Sets an option to what the term says: `ok`, {error, Posix}, or {invalid, value}.
BifResult set_option(Process& p, int fd, const SocketOption& option, Term value);
/// The same with bytes. As in OTP, setting an option changes neither type of service nor priority.
BifResult set_option_bytes(Process& p, int fd, int level, int number, const void* value, Word size);
/// {ok, Value} or {error, Posix}. `family` is the socket's, `control_bytes` its size of buffers for
/// control messages.
BifResult get_option(Process& p, int fd, const SocketOption& option, int family,
                     Word control_bytes);

/// What socket:supports/1 asks for: [{Level, [{Name, Number} | Name]}].
Term supported_options(HeapBuilder& builder);

}  // namespace bif::net
