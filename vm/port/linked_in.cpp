// A table of the drivers that OTP's libraries cannot do without.
#include "vm/port/linked_in.h"

#include "vm/io/posix.h"
#include "vm/net/tcp_socket.h"
#include "vm/net/udp_socket.h"
#include "vm/port/ram_file.h"
#include "vm/port/terminal_port.h"
#include "vm/port/trace_file.h"

#include <algorithm>
#include <cerrno>

namespace vm {
namespace {

constexpr std::string_view kRamFile = "ram_file_drv";
constexpr std::string_view kTraceFile = "trace_file_drv";
constexpr std::string_view kTerminal = "tty_sl";
constexpr std::string_view kTcp = "tcp_inet";
constexpr std::string_view kUdp = "udp_inet";
constexpr std::string_view kNames[] = {kRamFile, kTcp, kUdp, kTerminal, kTraceFile};

std::unique_ptr<PortDriver> make_trace_file(IoThread& io, Port& port, std::string_view arguments,
                                            Term* why) {
  std::optional<TraceFile::Request> request = TraceFile::read_request(arguments);
  *why = am::badarg;
  if (!request) return nullptr;
  auto driver = std::make_unique<TraceFile>(io, port, std::move(*request));
  const int error = driver->open();
  if (error == 0) return driver;
  *why = posix_error(error);
  return nullptr;
}

}  // namespace

std::span<const std::string_view> linked_in_drivers() { return kNames; }

std::string_view driver_name(std::string_view command) {
  return command.substr(0, command.find(' '));
}

std::unique_ptr<PortDriver> make_linked_in(Io& io, Port& port, std::string_view command,
                                           Term* why) {
  const std::string_view name = driver_name(command);
  if (name == kRamFile) return std::make_unique<RamFile>();
  if (name == kTcp) return std::make_unique<inet::TcpSocket>(port);
  if (name == kUdp) return std::make_unique<inet::UdpSocket>(port);
  if (name == kTerminal) {
    *why = posix_error(EINVAL);
    return TerminalPort::open(io, port);
  }
  command.remove_prefix(std::min(name.size() + 1, command.size()));
  return make_trace_file(io.thread, port, command, why);
}

bool is_linked_in(std::string_view name) {
  return std::ranges::find(kNames, name) != std::ranges::end(kNames);
}

}  // namespace vm
