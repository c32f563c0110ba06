// TcpSocket: the port `tcp_inet`: a stream, or a listening socket. tcp_socket.cpp has the requests
// and deadlines, tcp_accept.cpp, tcp_input.cpp, tcp_output.cpp and tcp_sendfile.cpp the rest.
// Invariants: input_ holds what was read and not delivered yet. At most one receive is pending.
// Output is queued only while the system takes no more, or is to be sent a moment later
// (delay_send). A port is busy from the high watermark of the queue to the low one; the send that
// made it busy is answered then.
// Ownership and threads: as Socket.
#pragma once

#include "vm/base/byte_buffer.h"
#include "vm/net/socket.h"
#include "vm/port/packet_terms.h"

#include <sys/uio.h>

namespace vm::inet {

class TcpSocket final : public Socket {
 public:
  explicit TcpSocket(Port& port);
  ~TcpSocket() override;

  Word queued_bytes() const override { return queued_; }
  void hold_output(bool on) override;
  void hold_input(bool on) override;

 private:
  struct SendFile {
    int fd = -1;  // a duplicate, -1: no file is being sent
    std::int64_t offset = 0;
    std::int64_t length = 0;
    Word sent = 0;
    Word queued_before = 0;  // output that goes first
  };

  // --- Socket ---
  std::optional<std::string> request(Term caller, Request operation, Bytes data) override;
  void send_data(Sender sender, PortData data, Word begin) override;
  bool finish() override;
  void serve(unsigned events) override;
  void serve_deadlines(SWord now_ms) override;
  unsigned wanted_events() const override;
  SWord next_deadline_ms() const override;
  void options_changed(Active old_active, Packet old_packet) override;
  bool activated_when_closed() override;

  // --- requests ---
  std::string connect(Term caller, Bytes data);
  std::string listen(Bytes data);
  std::string receive(Term caller, Bytes data);
  std::string unreceive(Bytes data);
  std::string shutdown(Bytes data);
  std::string accept(Term caller, Bytes data);
  std::string send_file(Bytes data);
  /// Answers pending requests with {error, closed}.
  void cancel_requests();
  /// Drops input and output and closes the descriptor; the port goes on without.
  void close_descriptor();

  // --- accepting ---
  void accept_pending();
  void accept_for(const AsyncRequest& request, int accepted);
  void drop_dead_acceptors();

  // --- input ---
  /// What is known of the packet at the start of the input.
  struct Remaining {
    enum class Kind { kComplete, kMore, kInvalid };
    Kind kind;
    Word packet_bytes = 0;  // of the whole packet; 0: not known yet
    Word bytes_to_read = 0;
  };
  /// Whether the socket is still in a state to read from.
  enum class Input { kNothing, kDelivered, kOver };
  Remaining remaining();
  Word header_bytes_wanted() const;
  /// Reads and delivers. `wanted`: so many bytes of a raw stream, 0 for a packet.
  Input read_input(Word wanted);
  std::optional<Word> bytes_to_read(Word wanted, Input* result);
  Input read_more(Word bytes);
  /// Delivers the packet of `bytes` and, while the socket is active, those behind it. 0: looks for
  /// a complete packet first.
  Input deliver(Word bytes);
  void deliver_packet(Bytes packet);
  void compact_input();
  void clear_input();
  Word unread() const { return input_.size() - input_begin_; }
  Input input_closed();
  Input input_failed(int error_number);
  void stop_reading();
  void send_closed_message();

  // --- output ---
  /// Output: from `begin` on, `bytes` or a part of a binary.
  struct Output {
    std::string bytes;
    Word begin = 0;
    SharedRef<Binary> binary = {};
    Word end = 0;  // in the binary
    iovec unwritten() const;
  };
  /// The head, the bytes and the part of a binary that are a packet; some may be empty.
  using PacketOutput = std::array<Output, 3>;
  PacketOutput make_packet(PortData data, Word begin) const;
  /// Writes what the system takes and queues the rest; false: the connection is over.
  bool write_packet(Sender& sender, PacketOutput packet);
  /// A packet of which `written` bytes have gone.
  void enqueue(PacketOutput packet, Word written = 0);
  /// Writes queued output; false: the connection is over.
  bool write_queue();
  /// The bytes that the system took, or -1 with errno.
  ssize_t write_some();
  void dequeue(Word bytes);
  void queue_is_low();
  void clear_queue();
  void fail_busy_sender();
  void send_failed(Sender& sender, int error_number);
  void shutdown_when_written();
  void serve_connect();
  bool serve_output();
  std::string pack_head(Word size) const;

  // --- sendfile ---
  bool continue_file();
  void file_done();
  void file_failed(int error_number);
  bool is_sending_file() const { return file_.fd >= 0; }

  // What is pending besides `receiving`: at most one connect; any number of accepts, in order.
  // Lists, as queue_ is: an empty std::deque has more than 500 bytes.
  std::optional<AsyncRequest> connecting_;
  std::list<AsyncRequest> accepting_;

  ByteBuffer input_;
  Word input_begin_ = 0;
  Word input_capacity_ = 0;          // how much is read ahead at the most; 0: nothing is in input_
  Word missing_ = 0;                 // known number of bytes to the end of the packet; 0: unknown
  bool is_reading_headers_ = false;  // of HTTP
  bool is_input_held_ = false;       // nothing is read for now

  std::list<Output> queue_;
  Word queued_ = 0;            // bytes
  bool holds_output_ = false;  // more is to come: kHeldBytes may wait
  Sender busy_sender_;         // whose send made the port busy
  SWord busy_deadline_ms_ = SocketPoll::kNever;
  SWord delayed_send_ms_ = SocketPoll::kNever;
  int pending_shutdown_ = -1;  // SHUT_WR, SHUT_RDWR: when the queue is empty
  bool is_write_shut_down_ = false;
  // The next send or receive is answered `closed` and not `enotconn`.
  bool send_is_closed_ = false;
  bool receive_is_closed_ = false;
  bool is_reset_ = false;  // ... and econnreset instead
  bool has_sent_closed_ = false;
  bool is_read_closed_ = false;  // the peer has closed; the port goes on (exit_on_close false)
  bool is_finishing_ = false;    // the port has ended; output is still being written
  SendFile file_;
};

}  // namespace vm::inet
