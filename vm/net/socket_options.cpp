// Options of sockets: those of the port (SocketSettings) and those of the operating system, which
// are rows of a table where they are one number. prim_inet sends a list of options in one request.
// As in OTP, a request stops at the first option that is refused, those before it stay set, and
// refusals of most of the system's options are not reported.
#include "vm/net/socket.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

namespace vm::inet {
namespace {

constexpr Word kMaxReply = 64 * 1024;

/// An option of the system whose value is a number.
struct SystemOption {
  Option option;
  int level;
  int name;
  bool reports_errors;
};
constexpr SystemOption kSystemOptions[] = {
    {Option::kReuseAddress, SOL_SOCKET, SO_REUSEADDR, false},
    {Option::kReusePort, SOL_SOCKET, SO_REUSEPORT, false},
    {Option::kReusePortBalanced, SOL_SOCKET, SO_REUSEPORT, false},
    {Option::kKeepAlive, SOL_SOCKET, SO_KEEPALIVE, false},
    {Option::kDontRoute, SOL_SOCKET, SO_DONTROUTE, false},
    {Option::kBroadcast, SOL_SOCKET, SO_BROADCAST, false},
    {Option::kOobInline, SOL_SOCKET, SO_OOBINLINE, false},
    {Option::kSendBuffer, SOL_SOCKET, SO_SNDBUF, false},
    {Option::kReceiveBuffer, SOL_SOCKET, SO_RCVBUF, false},
    {Option::kPriority, SOL_SOCKET, SO_PRIORITY, true},
    {Option::kTos, IPPROTO_IP, IP_TOS, true},
    {Option::kTrafficClass, IPPROTO_IPV6, IPV6_TCLASS, true},
    {Option::kTtl, IPPROTO_IP, IP_TTL, true},
    {Option::kReceiveTos, IPPROTO_IP, IP_RECVTOS, true},
    {Option::kReceiveTrafficClass, IPPROTO_IPV6, IPV6_RECVTCLASS, true},
    {Option::kReceiveTtl, IPPROTO_IP, IP_RECVTTL, true},
    {Option::kNoDelay, IPPROTO_TCP, TCP_NODELAY, false},
    {Option::kNoPush, IPPROTO_TCP, TCP_CORK, false},
    {Option::kMulticastTtl, IPPROTO_IP, IP_MULTICAST_TTL, false},
    {Option::kMulticastLoop, IPPROTO_IP, IP_MULTICAST_LOOP, false},
    {Option::kV6Only, IPPROTO_IPV6, IPV6_V6ONLY, true},
};

const SystemOption* system_option(Option option) {
  const auto* found = std::ranges::find(kSystemOptions, option, &SystemOption::option);
  return found == std::end(kSystemOptions) ? nullptr : found;
}

/// The bit of an option that asks for ancillary data; 0 for others.
unsigned ancillary_bit(Option option) {
  switch (option) {
    case Option::kReceiveTos:
      return 1;
    case Option::kReceiveTrafficClass:
      return 2;
    case Option::kReceiveTtl:
      return 4;
    default:
      return 0;
  }
}

}  // namespace

// --- setting ---

class OptionSetter {
 public:
  OptionSetter(Socket& socket, std::string_view data)
      : socket_(socket), settings_(socket.settings), reader_(data) {}

  /// Sets all. False: one was refused. `*is_over`: the port ends, and nothing else is to be done.
  bool set_all(bool* is_over) {
    constexpr Word kLeast = 5;  // of an option and its value
    while (reader_.size() >= kLeast) {
      const auto option = static_cast<Option>(reader_.u8());
      const std::int32_t value = reader_.i32();
      if (!set(option, value)) return false;
      if (is_over_) break;
    }
    *is_over = is_over_;
    return true;
  }

 private:
  bool is_stream() const { return socket_.type_ == SOCK_STREAM; }
  bool is_tcp() const { return socket_.protocol_ == IPPROTO_TCP; }

  bool set(Option option, std::int32_t value) {
    if (const SystemOption* row = system_option(option)) return set_system(*row, value);
    const int known = set_setting(option, value);
    return known >= 0 ? known > 0 : set_other(option, value);
  }

  /// Settings of the port: 1: set, 0: refused, -1: it is none of them.
  int set_setting(Option option, std::int32_t value) {
    const Word positive = static_cast<Word>(std::max(value, 0));
    switch (option) {
      case Option::kHeader:
        settings_.header_bytes = positive;
        return 1;
      case Option::kMode:
        settings_.mode = static_cast<Mode>(value);
        return 1;
      case Option::kDeliver:
        settings_.deliver = static_cast<Deliver>(value);
        return 1;
      case Option::kBuffer:
        settings_.buffer_bytes = std::max<Word>(positive, 1);
        settings_.is_buffer_set = true;
        return 1;
      case Option::kPacket:
        if (value < 0 || value > static_cast<int>(Packet::kHttpHeaderBinary)) return 0;
        settings_.packet = static_cast<Packet>(value);
        return 1;
      case Option::kPacketSize:
        settings_.packet_size = static_cast<std::uint32_t>(value);
        return 1;
      case Option::kExitOnClose:
        settings_.exits_on_close = value != 0;
        return 1;
      case Option::kLineDelimiter:
        settings_.line_delimiter = static_cast<char>(value);
        return 1;
      case Option::kHighQueueWatermark:
      case Option::kLowQueueWatermark:
        if (value < 1) return 0;
        if (option == Option::kHighQueueWatermark) {
          settings_.high_queue_watermark = value;
          settings_.low_queue_watermark = std::min(settings_.low_queue_watermark, value);
        } else {
          settings_.low_queue_watermark = value;
          settings_.high_queue_watermark = std::max(settings_.high_queue_watermark, value);
        }
        return 1;
      case Option::kReadPackets:
        if (is_stream()) return 1;
        if (value <= 0) return 0;
        settings_.read_packets = value;
        return 1;
      case Option::kExclusiveAddress:  // of another system
      case Option::kNonBlockSend:      // of SCTP
      case Option::kDebug:
        return 1;
      default:
        return set_stream_setting(option, value);
    }
  }

  int set_stream_setting(Option option, std::int32_t value) {
    const Word positive = static_cast<Word>(std::max(value, 0));
    switch (option) {
      case Option::kHighWatermark:
        settings_.high_watermark = positive;
        settings_.low_watermark = std::min(settings_.low_watermark, positive);
        return 1;
      case Option::kLowWatermark:
        settings_.low_watermark = positive;
        settings_.high_watermark = std::max(settings_.high_watermark, positive);
        return 1;
      case Option::kSendTimeout:
        settings_.send_timeout_ms = value;
        return 1;
      case Option::kSendTimeoutClose:
        settings_.closes_on_send_timeout = value != 0;
        return 1;
      case Option::kDelaySend:
        settings_.delays_send = value != 0;
        return 1;
      case Option::kShowConnectionReset:
        settings_.shows_reset = value != 0;
        return 1;
      case Option::kReadAhead:
        settings_.reads_ahead = value != 0;
        return 1;
      default:
        return -1;
    }
  }

  bool set_other(Option option, std::int32_t value) {
    switch (option) {
      case Option::kActive:
        return set_active(static_cast<Active>(value));
      case Option::kLinger:
        return set_linger(value);
      case Option::kMulticastInterface: {
        const bool is_4 = socket_.family == AF_INET;
        if (!is_4 && socket_.family != AF_INET6) return false;
        const std::uint32_t in_network_order = htonl(static_cast<std::uint32_t>(value));
        set_value(is_4 ? int{IPPROTO_IP} : int{IPPROTO_IPV6},
                  is_4 ? IP_MULTICAST_IF : IPV6_MULTICAST_IF, &in_network_order, 4);
        return true;
      }
      case Option::kAddMembership:
      case Option::kDropMembership:
        return set_membership(option == Option::kAddMembership, value);
      case Option::kRaw: {
        const int name = reader_.i32();
        const std::string_view bytes = reader_.take(reader_.u32());
        if (!reader_.ok()) return false;
        set_value(value, name, bytes.data(), bytes.size());
        return true;
      }
      case Option::kBindToDevice: {
        const std::string_view name = reader_.take(static_cast<std::uint32_t>(value));
        if (!reader_.ok() || name.size() >= IFNAMSIZ) return false;
        char text[IFNAMSIZ] = {};
        std::memcpy(text, name.data(), name.size());
        return set_value(SOL_SOCKET, SO_BINDTODEVICE, text, sizeof text);
      }
      case Option::kNetworkNamespace: {
        const std::string_view name = reader_.take(static_cast<std::uint32_t>(value));
        if (reader_.ok()) socket_.network_namespace_ = std::string(name);
        return reader_.ok();
      }
      default:
        return false;
    }
  }

  /// Of setsockopt(). The system derives the priority from the type of service; as in OTP, an
  /// option changes no other one. A priority that only root may set stays as the system has it.
  bool set_value(int level, int name, const void* value, std::size_t size) const {
    int priority = 0;
    socklen_t priority_size = sizeof priority;
    const bool keeps_priority =
        level == IPPROTO_IP && name == IP_TOS &&
        ::getsockopt(socket_.fd, SOL_SOCKET, SO_PRIORITY, &priority, &priority_size) == 0;
    if (::setsockopt(socket_.fd, level, name, value, static_cast<socklen_t>(size)) != 0)
      return false;
    if (keeps_priority) ::setsockopt(socket_.fd, SOL_SOCKET, SO_PRIORITY, &priority, priority_size);
    return true;
  }

  bool set_system(const SystemOption& row, std::int32_t value) {
    if (row.option == Option::kReceiveBuffer && !settings_.is_buffer_set) {
      // What one read takes is at least what the system keeps; of a datagram no more than there
      // can be.
      constexpr Word kLargestDatagram = 65536;
      const Word bytes = static_cast<Word>(std::max(value, 0));
      if (!is_stream() && bytes > kLargestDatagram) {
        settings_.buffer_bytes = kLargestDatagram;
      } else {
        settings_.buffer_bytes = std::max(settings_.buffer_bytes, bytes);
      }
    }
    if (!set_value(row.level, row.name, &value, sizeof value)) return !row.reports_errors;
    const unsigned bit = ancillary_bit(row.option);
    socket_.ancillary_ = value != 0 ? socket_.ancillary_ | bit : socket_.ancillary_ & ~bit;
    return true;
  }

  bool set_linger(std::int32_t is_on) {
    const linger value{.l_onoff = is_on, .l_linger = reader_.i32()};
    if (!reader_.ok()) return false;
    if (is_tcp()) settings_.has_zero_linger = value.l_onoff != 0 && value.l_linger == 0;
    set_value(SOL_SOCKET, SO_LINGER, &value, sizeof value);
    return true;
  }

  bool set_membership(bool is_added, std::int32_t wanted_family) {
    const std::int32_t interface = reader_.i32();
    if (wanted_family == kInet && socket_.family == AF_INET) {
      ip_mreqn group{};
      group.imr_ifindex = interface;
      group.imr_multiaddr.s_addr = htonl(reader_.u32());
      group.imr_address.s_addr = htonl(reader_.u32());
      if (!reader_.ok()) return false;
      set_value(IPPROTO_IP, is_added ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP, &group,
                sizeof group);
      return true;
    }
    if (wanted_family != kInet6 || socket_.family != AF_INET6) return false;
    ipv6_mreq group{};
    const std::string_view address = reader_.take(sizeof group.ipv6mr_multiaddr);
    if (!reader_.ok()) return false;
    std::memcpy(&group.ipv6mr_multiaddr, address.data(), address.size());
    group.ipv6mr_interface = static_cast<unsigned>(interface);
    set_value(IPPROTO_IPV6, is_added ? IPV6_ADD_MEMBERSHIP : IPV6_DROP_MEMBERSHIP, &group,
              sizeof group);
    return true;
  }

  bool set_active(Active wanted) {
    socket_.active = wanted;
    if (wanted == Active::kMulti) {
      const auto more = static_cast<std::int16_t>(reader_.u16());
      const int count = socket_.active_count + more;
      constexpr int kMost = std::numeric_limits<std::int16_t>::max();
      if (!reader_.ok() || count > kMost || count < -kMost - 1) return false;
      socket_.active_count = std::max(count, 0);
      if (socket_.active_count == 0) {
        socket_.active = Active::kPassive;
        socket_.send_event(is_tcp() ? am::tcp_passive : am::udp_passive);
      }
    } else {
      socket_.active_count = 0;
    }
    if (is_stream() && socket_.active != Active::kPassive && socket_.state == 0)
      is_over_ = socket_.activated_when_closed();
    return true;
  }

  Socket& socket_;
  SocketSettings& settings_;
  ByteReader reader_;
  bool is_over_ = false;
};

std::string Socket::set_options(Bytes data) {
  const Active old_active = active;
  const Packet old_packet = settings.packet;
  bool is_over = false;
  OptionSetter setter(*this, data);
  if (!setter.set_all(&is_over)) return error(EINVAL);
  if (!is_over && is_open()) options_changed(old_active, old_packet);
  return ok();
}

// --- getting ---

namespace {

/// The sockets that have a setting.
enum class Sockets { kAll, kTcp, kStreams, kDatagrams };

/// A setting of the port that is read as a number; left out for sockets that do not have it.
struct ReadableSetting {
  Option option;
  Sockets sockets;
  SWord (*value)(const SocketSettings&);
};

template <auto kMember>
SWord value_of(const SocketSettings& settings) {
  return static_cast<SWord>(settings.*kMember);
}
SWord zero(const SocketSettings&) { return 0; }

using S = SocketSettings;
constexpr ReadableSetting kReadableSettings[] = {
    {Option::kBuffer, Sockets::kAll, value_of<&S::buffer_bytes>},
    {Option::kHeader, Sockets::kAll, value_of<&S::header_bytes>},
    {Option::kMode, Sockets::kAll, value_of<&S::mode>},
    {Option::kDeliver, Sockets::kAll, value_of<&S::deliver>},
    {Option::kPacket, Sockets::kAll, value_of<&S::packet>},
    {Option::kPacketSize, Sockets::kAll, value_of<&S::packet_size>},
    {Option::kExitOnClose, Sockets::kAll, value_of<&S::exits_on_close>},
    {Option::kHighQueueWatermark, Sockets::kAll, value_of<&S::high_queue_watermark>},
    {Option::kLowQueueWatermark, Sockets::kAll, value_of<&S::low_queue_watermark>},
    {Option::kExclusiveAddress, Sockets::kAll, zero},
    {Option::kNonBlockSend, Sockets::kAll, zero},
    {Option::kDebug, Sockets::kAll, zero},
    {Option::kShowConnectionReset, Sockets::kTcp, value_of<&S::shows_reset>},
    {Option::kReadAhead, Sockets::kTcp, value_of<&S::reads_ahead>},
    {Option::kHighWatermark, Sockets::kStreams, value_of<&S::high_watermark>},
    {Option::kLowWatermark, Sockets::kStreams, value_of<&S::low_watermark>},
    {Option::kSendTimeout, Sockets::kStreams, value_of<&S::send_timeout_ms>},
    {Option::kSendTimeoutClose, Sockets::kStreams, value_of<&S::closes_on_send_timeout>},
    {Option::kDelaySend, Sockets::kStreams, value_of<&S::delays_send>},
    {Option::kReadPackets, Sockets::kDatagrams, value_of<&S::read_packets>},
};

}  // namespace

class OptionGetter {
 public:
  OptionGetter(const Socket& socket, std::string_view wanted)
      : socket_(socket), settings_(socket.settings), reader_(wanted) {}

  /// All that have a value; nothing: one is not known.
  std::optional<std::string> get_all() {
    while (reader_.size() > 0) {
      const auto option = static_cast<Option>(reader_.u8());
      if (!get(option) || writer_.size() > kMaxReply) return std::nullopt;
    }
    return writer_.take();
  }

 private:
  bool is_stream() const { return socket_.type_ == SOCK_STREAM; }

  void put(Option option, SWord value) {
    writer_.u8(static_cast<Byte>(option));
    writer_.i32(static_cast<int>(value));
  }
  void put_if(bool has_it, Option option, SWord value) {
    if (has_it) put(option, value);
  }

  bool get(Option option) {
    if (const SystemOption* row = system_option(option)) {
      int value = 0;
      socklen_t size = sizeof value;
      const int result = ::getsockopt(socket_.fd, row->level, row->name, &value, &size);
      put_if(result == 0, option, value);
      return true;
    }
    return get_setting(option) || get_other(option);
  }

  bool get_setting(Option option) {
    const auto* row = std::ranges::find(kReadableSettings, option, &ReadableSetting::option);
    if (row == std::end(kReadableSettings)) return false;
    put_if(has(row->sockets), option, row->value(settings_));
    return true;
  }

  bool has(Sockets sockets) const {
    switch (sockets) {
      case Sockets::kAll:
        return true;
      case Sockets::kTcp:
        return socket_.protocol_ == IPPROTO_TCP;
      case Sockets::kStreams:
        return is_stream();
      case Sockets::kDatagrams:
        return !is_stream();
    }
    VM_UNREACHABLE();
  }

  bool get_other(Option option) {
    switch (option) {
      case Option::kActive:
        put(option, static_cast<int>(socket_.active));
        if (socket_.active == Active::kMulti)
          writer_.u16(static_cast<Word>(static_cast<std::uint16_t>(socket_.active_count)));
        return true;
      case Option::kLinger: {
        linger value{};
        socklen_t size = sizeof value;
        if (::getsockopt(socket_.fd, SOL_SOCKET, SO_LINGER, &value, &size) != 0) return true;
        put(option, value.l_onoff);
        writer_.i32(value.l_linger);
        return true;
      }
      case Option::kNetworkNamespace:
        if (!socket_.network_namespace_) return true;
        put(option, static_cast<SWord>(socket_.network_namespace_->size()));
        writer_.append(*socket_.network_namespace_);
        return true;
      case Option::kMulticastInterface:
        return get_multicast_interface();
      case Option::kBindToDevice: {
        char name[IFNAMSIZ] = {};
        socklen_t size = sizeof name;
        if (::getsockopt(socket_.fd, SOL_SOCKET, SO_BINDTODEVICE, name, &size) != 0) return true;
        const std::string_view text(name, ::strnlen(name, size));
        put(option, static_cast<SWord>(text.size()));
        writer_.append(text);
        return true;
      }
      case Option::kRaw:
        return get_raw();
      case Option::kPacketOptions:
        return get_packet_options();
      default:
        return false;
    }
  }

  /// As prim_inet reads it: the address or index, as the system has it, and the family behind it.
  bool get_multicast_interface() {
    const bool is_4 = socket_.family == AF_INET;
    if (!is_4 && socket_.family != AF_INET6) return false;
    std::uint32_t value = 0;
    socklen_t size = sizeof value;
    const int result = ::getsockopt(socket_.fd, is_4 ? int{IPPROTO_IP} : int{IPPROTO_IPV6},
                                    is_4 ? IP_MULTICAST_IF : IPV6_MULTICAST_IF, &value, &size);
    if (result != 0) return true;
    writer_.u8(static_cast<Byte>(Option::kMulticastInterface));
    writer_.u32(is_4 ? ntohl(value) : value);
    writer_.u32(is_4 ? kInet : kInet6);
    return true;
  }

  bool get_raw() {
    const int level = reader_.i32();
    const int name = reader_.i32();
    const bool has_value = reader_.u8() != 0;
    const std::uint32_t wanted = reader_.u32();
    constexpr Word kHeaderBytes = 13;  // option, level, name, size
    if (!reader_.ok() || writer_.size() + kHeaderBytes + wanted > kMaxReply) return false;
    std::string value(wanted, '\0');
    if (has_value) value = reader_.take(wanted);
    if (!reader_.ok()) return false;
    auto size = static_cast<socklen_t>(wanted);
    if (::getsockopt(socket_.fd, level, name, value.data(), &size) != 0) return true;
    put(Option::kRaw, level);
    writer_.i32(name);
    writer_.u32(size);
    writer_.append(std::string_view(value).substr(0, size));
    return true;
  }

  /// What came with the packets of a stream (IP_PKTOPTIONS): a list of options in the option.
  bool get_packet_options() {
    const bool is_4 = socket_.family == AF_INET;
    if (!is_4 && socket_.family != AF_INET6) return false;
    constexpr int kIp4PacketOptions = 9;  // IP_PKTOPTIONS of linux/in.h
    alignas(cmsghdr) char buffer[2 * CMSG_SPACE(sizeof(int))];
    socklen_t size = sizeof buffer;
    if (::getsockopt(socket_.fd, is_4 ? int{IPPROTO_IP} : int{IPPROTO_IPV6},
                     is_4 ? kIp4PacketOptions : IPV6_2292PKTOPTIONS, buffer, &size) != 0)
      return true;
    msghdr message{};
    message.msg_control = buffer;
    message.msg_controllen = size;
    ByteWriter options;
    for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr;
         each = CMSG_NXTHDR(&message, each)) {
      Option option = Option::kPacketOptions;  // none of these
      if (each->cmsg_level == IPPROTO_IP && each->cmsg_type == IP_TOS) option = Option::kTos;
      if (each->cmsg_level == IPPROTO_IP && each->cmsg_type == IP_TTL) option = Option::kTtl;
      if (each->cmsg_level == IPPROTO_IPV6 && each->cmsg_type == IPV6_TCLASS)
        option = Option::kTrafficClass;
      if (option == Option::kPacketOptions) continue;
      int value = 0;
      std::memcpy(&value, CMSG_DATA(each),
                  std::min<std::size_t>(sizeof value, each->cmsg_len - CMSG_LEN(0)));
      options.u8(static_cast<Byte>(option));
      options.i32(value);
    }
    put(Option::kPacketOptions, static_cast<SWord>(options.size()));
    writer_.append(options.take());
    return true;
  }

  const Socket& socket_;
  const SocketSettings& settings_;
  ByteReader reader_;
  ByteWriter writer_;
};

std::optional<std::string> Socket::get_options(Bytes wanted) const {
  return OptionGetter(*this, wanted).get_all();
}

}  // namespace vm::inet
