// Socket: what the ports `tcp_inet` and `udp_inet` have in common: the descriptor, its options and
// statistics, requests of prim_inet that answer at once, and the messages of those that do not.
// Invariants: the descriptor does not block. arm() is called after everything that may change what
// the socket waits for.
// Ownership: the port. Threads: under the port's lock (PortEntry): processes make requests, the I/O
// thread reports readiness and deadlines.
#pragma once

#include "vm/net/address.h"
#include "vm/net/inet_protocol.h"
#include "vm/net/socket_poll.h"
#include "vm/port/packet_length.h"
#include "vm/port/port.h"

#include <list>

namespace vm::inet {

/// Settings that prim_inet reads and writes as options, and that an accepted socket inherits.
struct SocketSettings {
  Mode mode = Mode::kList;
  Deliver deliver = Deliver::kTerm;
  Packet packet = Packet::kRaw;
  Word packet_size = 0;  // longer packets are errors; 0: no limit
  Word header_bytes = 0;
  Word buffer_bytes = 1460;
  bool is_buffer_set = false;
  bool exits_on_close = true;
  char line_delimiter = '\n';
  // TCP
  Word high_watermark = 8192;
  Word low_watermark = 4096;
  SWord send_timeout_ms = -1;  // -1: infinity
  bool closes_on_send_timeout = false;
  bool delays_send = false;
  bool shows_reset = false;
  bool reads_ahead = true;
  bool has_zero_linger = false;
  // UDP
  int read_packets = 5;
  int high_queue_watermark = 8192;
  int low_queue_watermark = 4096;
};

/// A timeout of a request that never ends.
inline constexpr std::uint32_t kInfinity = ~std::uint32_t{0};

/// A request whose result comes as {inet_async, Port, Id, Result}.
struct AsyncRequest {
  std::uint16_t id;
  Term caller;
  SWord deadline_ms = SocketPoll::kNever;
};

/// A process that has sent, and awaits {inet_reply, Port, Result} or {inet_reply, Port, Result,
/// Tag}.
struct Sender {
  Term pid = Term::none();  // none(): no process awaits a reply
  std::string tag;          // in the external format; empty: without a tag
};

class Socket : public PortDriver, public PolledSocket {
 public:
  /// `protocol` is IPPROTO_TCP or IPPROTO_UDP.
  Socket(Port& port, int protocol);
  ~Socket() override;

  /// A connected stream of `family`; `descriptor` is the socket's own from now on. Before start.
  void adopt(int descriptor, int address_family);

  // --- PortDriver ---
  Word write(std::string bytes, bool is_first) final;
  Output output_kind() const final { return Output::kBytes; }
  void output(Term caller, PortData& data) final;
  std::optional<ControlResult> control(Term caller, Word operation, std::string_view data) final;
  void close() final;
  Word os_pid() const final { return 0; }

  // --- PolledSocket ---
  void ready(unsigned events) final;
  void deadline_passed() final;

 protected:
  using Bytes = std::string_view;
  /// A reply of port_control/3: the first byte says which kind it is.
  static std::string ok(Bytes bytes = {});
  /// With the name of an errno value, or another name that prim_inet knows.
  static std::string error(int error_number);
  static std::string error(const char* name);
  /// The reply to a request whose result comes later.
  static std::string ok(const AsyncRequest& request);

  /// Requests of the kind of socket; nothing: one that all sockets have.
  virtual std::optional<std::string> request(Term caller, Request operation, Bytes data) = 0;
  /// One message of `sender`, behind the first `begin` bytes; its reply is up to the socket.
  virtual void send_data(Sender sender, PortData data, Word begin) = 0;
  /// The port closes: pending requests are answered. False: output is still to be written, and the
  /// socket calls release() itself.
  virtual bool finish() = 0;
  /// The descriptor is ready: some of wanted_events(). SocketPoll.
  virtual void serve(unsigned events) = 0;
  /// Ends the requests whose deadline has passed. SocketPoll.
  virtual void serve_deadlines(SWord now_ms) = 0;
  /// EPOLLIN, EPOLLOUT.
  virtual unsigned wanted_events() const = 0;
  /// The earliest deadline of a pending request; SocketPoll::kNever: there is none.
  virtual SWord next_deadline_ms() const = 0;
  /// Input may be delivered at once, or in another form, after a change of options.
  virtual void options_changed(Active old_active, Packet old_packet) = 0;
  /// {active, _} was set on a socket that its peer has closed. True: the port ends.
  virtual bool activated_when_closed() { return false; }

  /// Has SocketPoll wait for what the socket wants.
  void arm();
  /// Closes the descriptor, unless it was given. The socket is as before open().
  void release();
  bool is_open() const { return (state & kIsOpen) != 0; }
  bool is_connected() const { return (state & kIsActive) != 0; }

  // --- messages ---
  /// A request of `caller` with a new number; it ends after `timeout_ms`.
  AsyncRequest new_request(Term caller, std::uint32_t timeout_ms = kInfinity);
  /// `message` is a term of `builder`, whose fragments it takes.
  void send(HeapBuilder& builder, Term to, Term message);
  /// The same to the process that owns the port.
  void send_to_owner(HeapBuilder& builder, Term message);
  /// {inet_async, Port, Id, Result}; `result` is a term of `builder`.
  void send_async(HeapBuilder& builder, const AsyncRequest& request, Term result);
  /// The same with the results `ok` and {error, Reason}.
  void send_async_ok(const AsyncRequest& request);
  void send_async_error(const AsyncRequest& request, Term reason);
  /// Answers the pending receive, if there is one, with {error, Reason}.
  void fail_receive(Term reason);
  /// {inet_reply, Port, ok} to a sender, which then awaits nothing more.
  void reply_ok(Sender& sender);
  /// The same with {error, Reason}.
  void reply_error(Sender& sender, Term reason);
  /// {Tag, Port}
  void send_event(Term tag);
  /// {Tag, Port, Reason}
  void send_event(Term tag, Term reason);
  /// [H1, H2 ... | Data], as the mode and the header size want it.
  Term data_term(HeapBuilder& builder, Bytes bytes) const;
  /// As many words as data_term() takes at the most.
  Word data_words(Bytes bytes) const { return 2 * bytes.size() + 64; }
  /// A message was delivered: `once` and counted activity end.
  void count_delivery();
  /// For the statistics: a packet or datagram of `bytes`.
  void count_received(Word bytes);
  void count_sent(Word bytes);
  /// Sends {empty_out_q, Port} to the processes that have subscribed to it.
  void notify_empty_queue();
  Port& port() const { return port_; }

  SocketSettings settings;
  Active active = Active::kPassive;
  int active_count = 0;  // of kMulti
  unsigned state = 0;
  int fd = -1;
  int family = AF_UNSPEC;
  bool is_ignored = false;  // inet:ignorefd: others use the descriptor
  bool wants_ancillary() const { return ancillary_ != 0; }
  std::optional<AsyncRequest> receiving;  // the pending receive

 private:
  struct Statistics {
    Word count = 0;
    Word maximum = 0;
    double average = 0;
    double deviation = 0;
    Word bytes = 0;
    void add(Word size);
  };
  /// A number of getstat/2; nothing: it is not known.
  std::optional<Word> statistic(Statistic which) const;
  std::string open(Bytes data);
  std::string fd_open(Bytes data);
  std::string bind(Bytes data);
  std::optional<std::string> general_request(Term caller, Request operation, Bytes data);
  std::string peer_name() const;
  std::string own_name() const;
  std::string addresses(Request operation, Bytes data) const;
  std::string set_name(Bytes data, std::unique_ptr<SocketAddress>* name);
  std::string type_and_family() const;
  std::string statistics(Bytes wanted) const;
  std::string subscribe(Term caller, Bytes wanted);
  std::string ignore_fd(Bytes data);

  // socket_options.cpp
  friend class OptionSetter;
  friend class OptionGetter;
  std::string set_options(Bytes data);
  std::optional<std::string> get_options(Bytes wanted) const;

  Port& port_;  // its owner
  const int protocol_;
  const int system_type_;                         // SOCK_STREAM or SOCK_DGRAM
  const bool has_tags_;                           // commands start with the sender's tag
  int type_ = 0;                                  // system_type_ from the first open on, 0 before
  bool is_given_ = false;                         // fdopen: not ours to close
  unsigned armed_ = 0;                            // what SocketPoll reports
  unsigned ancillary_ = 0;                        // kinds of ancillary data asked for, a bit each
  std::optional<std::string> network_namespace_;  // nothing: that of the thread
  std::unique_ptr<SocketAddress> fake_peer_;      // null: what the system says
  std::unique_ptr<SocketAddress> fake_name_;
  std::uint16_t next_async_id_ = 0;
  Statistics received_;
  Statistics sent_;
  std::vector<Term> empty_queue_subscribers_;
};

}  // namespace vm::inet
