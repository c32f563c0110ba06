// SocketHandle: an open socket of module `socket`. Erlang code holds it by a magic reference.
// System calls never block: what cannot be done at once answers `select`, and the process gets
// {'$socket', Socket, select, Handle} when it is worth another try.
// One process at a time waits for each of reading, writing and accepting (the current request); the
// others are in line, and a request that ends makes the next one current. A socket is closed when
// its owner ends.
// Invariants: `fd` is -1 from close_descriptor() on, and only then the states have kClosed. A
// descriptor is never closed while SelectedDescriptors knows it.
// Ownership: magic references; SelectedDescriptors has a count from the first wait to the close.
// Threads: any, under `mutex`. Source: socket(3), and what OTP's prim_socket answers.
#pragma once

#include "bif/bif.h"
#include "vm/heap/kept_term.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/object_monitors.h"

#include <deque>
#include <memory>
#include <optional>

namespace bif::net {

class SocketHandle;
struct SocketCounts;

/// The processes that a socket monitors.
class SocketMonitors final : public vm::ObjectMonitors {
 public:
  explicit SocketMonitors(SocketHandle& socket) : socket_(&socket) {}
  void process_down(Vm& vm, Term pid, vm::RefNumber monitor) override;
  Term to_term(HeapBuilder& builder) override;
  /// The socket is destroyed.
  void detach() VM_EXCLUDES(mutex_);

 private:
  vm::SharedRef<SocketHandle> socket() VM_REQUIRES(mutex_);
  SocketHandle* socket_ VM_GUARDED_BY(mutex_);
};

/// A process that waits.
struct Request {
  Term pid;
  vm::KeptTerm handle;    // the reference in the message
  vm::RefNumber monitor;  // none for the owner, whose end closes the socket anyway
};

/// The processes that wait for one thing.
struct Requests {
  std::unique_ptr<Request> current;
  std::deque<std::unique_ptr<Request>> line;
  Word count() const { return line.size() + (current != nullptr ? 1 : 0); }
};

/// What a socket waits for.
enum class Direction : std::uint8_t { kRead, kWrite };

/// The state of one direction, as info/1 lists it.
enum SocketState : unsigned {
  kBound = 1,
  kListening = 2,
  kAccepting = 4,
  kConnecting = 8,
  kConnected = 16,
  kSelected = 32,
  kClosing = 64,
  kClosed = 128,
};

/// One row of socket_counters.def each.
struct SocketCounters {
#define SOCKET_COUNTER(name) Word name = 0;
#include "bif/net/socket_counters.def"
};

struct SendfileCounters {
#define SENDFILE_COUNTER(name) Word name = 0;
#include "bif/net/socket_counters.def"
};

struct SocketOptions {
  Word receive_buffer_bytes = 8192;
  Word receive_times = 0;  // how often a buffer may be full before recv/2 answers
  Word receive_control_bytes = 1024;
  Word send_control_bytes = 1024;
  bool reports_wraps = false;
  bool debug = false;
  bool use_registry = true;
};

class SocketHandle final : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }

  /// Owns `descriptor`, which does not block.
  SocketHandle(Vm& vm, int descriptor, int family, int type, int protocol);
  ~SocketHandle() override;

  Vm& vm;
  const int family;
  const int type;
  const int protocol;
  const vm::RefNumber number;

  /// The socket behind a reference, or null.
  static SocketHandle* of(Term ref) { return vm::magic_object<SocketHandle>(ref); }
  Term make_ref(HeapBuilder& builder);
  /// {'$socket', Ref}
  Term make_socket(HeapBuilder& builder);
  bool is_stream() const;

  vm::Mutex mutex{vm::LockRank::kPort};
  int fd VM_GUARDED_BY(mutex);
  int given_fd VM_GUARDED_BY(mutex) = -1;  // of open/2
  bool closes_descriptor VM_GUARDED_BY(mutex) = true;
  unsigned read_state VM_GUARDED_BY(mutex) = 0;  // SocketState
  unsigned write_state VM_GUARDED_BY(mutex) = 0;
  Term owner VM_GUARDED_BY(mutex) = Term::none();
  Term closer VM_GUARDED_BY(mutex) = Term::none();  // who has called close/1
  Requests readers VM_GUARDED_BY(mutex);
  Requests writers VM_GUARDED_BY(mutex);
  Requests acceptors VM_GUARDED_BY(mutex);
  std::unique_ptr<Request> connector VM_GUARDED_BY(mutex);
  SocketOptions options VM_GUARDED_BY(mutex);
  vm::KeptTerm meta VM_GUARDED_BY(mutex);
  SocketCounters counters VM_GUARDED_BY(mutex);
  std::unique_ptr<SendfileCounters> sendfile_counters VM_GUARDED_BY(mutex);
  int file VM_GUARDED_BY(mutex) = -1;  // what sendfile is sending
  // Of a message in parts: what was sent of it, and received.
  Word sent_of_message VM_GUARDED_BY(mutex) = 0;
  Word received_of_message VM_GUARDED_BY(mutex) = 0;
  Word full_buffers VM_GUARDED_BY(mutex) = 0;
  // What was received of a request for more.
  vm::SharedRef<vm::Binary> buffer VM_GUARDED_BY(mutex);
  Word buffered VM_GUARDED_BY(mutex) = 0;

  bool can_read() const VM_REQUIRES(mutex) { return (read_state & (kClosing | kClosed)) == 0; }
  bool can_write() const VM_REQUIRES(mutex) { return (write_state & (kClosing | kClosed)) == 0; }

  // --- requests ---
  /// `pid` owns the socket from now on; false: there is no such process, and the socket is closed.
  bool set_owner(Term pid) VM_REQUIRES(mutex);
  static bool is_in_line(const Requests& requests, Term pid);
  /// `pid` waits behind the current request.
  void join_line(Requests& requests, Term pid, Term handle) VM_REQUIRES(mutex);
  /// The request of `pid` leaves the line; with a `handle` only if it has that. False: none did.
  bool leave_line(Requests& requests, Term pid, std::optional<Term> handle) VM_REQUIRES(mutex);
  /// The current request is that of `pid`, with this handle.
  void set_current(Requests& requests, Term pid, Term handle) VM_REQUIRES(mutex);
  /// The current request has ended; the next one gets its message when `direction` is ready.
  void end_current(Requests& requests, Direction direction) VM_REQUIRES(mutex);
  /// All requests end; those in line get {'$socket', S, abort, {Handle, Reason}}.
  void fail_all(Requests& requests, Term reason) VM_REQUIRES(mutex);
  void start_connecting(Term pid, Term handle) VM_REQUIRES(mutex);
  void end_connecting() VM_REQUIRES(mutex);
  /// `pid` gets a message when `direction` is ready. False: the descriptor cannot be watched.
  bool select(Direction direction, Term pid, Term handle) VM_REQUIRES(mutex);
  /// Undoes it: `ok`, or `select_sent`.
  Term cancel_select(Direction direction) VM_REQUIRES(mutex);
  /// {'$socket', S, abort, {Handle, Reason}}
  void send_abort(const Request& request, Term reason) VM_REQUIRES(mutex);

  // --- the end ---
  /// Nothing is waited for any more; the processes that wait are notified.
  void stop() VM_REQUIRES(mutex);
  /// Closes the descriptor where closes_descriptor says so. errno, or 0.
  int close_descriptor() VM_REQUIRES(mutex);
  /// The same without the system call: the descriptor that is to be closed, or -1.
  int take_descriptor() VM_REQUIRES(mutex);
  void process_down(Term pid, vm::RefNumber monitor) VM_EXCLUDES(mutex);

  /// Tells the registry of sockets: `what` is add or del.
  void tell_registry(Term what) VM_REQUIRES(mutex);

 private:
  std::unique_ptr<Request> make_request(Term pid, Term handle) VM_REQUIRES(mutex);
  void forget(Request& request) VM_REQUIRES(mutex);
  void stop(Requests& requests, bool was_selected) VM_REQUIRES(mutex);
  void watch_owners_requests(Term old_owner) VM_REQUIRES(mutex);
  template <class Build>
  void send_message(Term pid, Build build) VM_REQUIRES(mutex);

  const std::shared_ptr<SocketMonitors> monitors_;
  const std::shared_ptr<SocketCounts> counts_;
  vm::RefNumber owner_monitor_ VM_GUARDED_BY(mutex);
  vm::RefNumber closer_monitor_ VM_GUARDED_BY(mutex);

 public:
  /// `pid` is closing the socket: if it ends, the machine goes on with that.
  void set_closer(Term pid) VM_REQUIRES(mutex);
  void forget_processes() VM_REQUIRES(mutex);
};

}  // namespace bif::net
