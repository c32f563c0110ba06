// UdpSocket: the port `udp_inet`: datagrams over IP, or of a local socket.
// Ownership and threads: as Socket.
#pragma once

#include "vm/net/socket.h"

namespace vm::inet {

class UdpSocket final : public Socket {
 public:
  explicit UdpSocket(Port& port);

 private:
  std::optional<std::string> request(Term caller, Request operation, Bytes data) override;
  void send_data(Sender sender, PortData data, Word begin) override;
  bool finish() override;
  void serve(unsigned events) override;
  void serve_deadlines(SWord now_ms) override;
  unsigned wanted_events() const override;
  SWord next_deadline_ms() const override;
  void options_changed(Active old_active, Packet old_packet) override;

  struct Datagram {
    SocketAddress from;
    std::string_view bytes;
    const msghdr* header;
  };
  std::string connect(Term caller, Bytes data);
  std::string receive(Term caller, Bytes data);
  void read_datagrams();
  void deliver(const Datagram& datagram);
  /// [{tos, _} | {tclass, _} | {ttl, _}] of what came with a datagram.
  static Term ancillary_term(HeapBuilder& builder, const msghdr& header);
  /// 0, or an errno value.
  int transmit(const SocketAddress& to, std::string_view ancillary, std::string_view bytes);
};

}  // namespace vm::inet
