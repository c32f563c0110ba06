// Receiving. A stream's receive of N bytes keeps what has come so far with the socket until all of
// it is there. Small receives go through a buffer of the thread, so that a socket that waits holds
// no memory. Two forms of answers: until OTP 25 a receive that waits answers what has come so far.
// Source: socket(3), prim_socket.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/net/control_messages.h"
#include "bif/net/socket_counts.h"
#include "bif/net/socket_handle.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/binary_view.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace bif {

using namespace net;

namespace {

constexpr Word kScratchBytes = 65536;

/// Where small receives go first.
Byte* scratch() {
  thread_local const auto bytes = std::make_unique_for_overwrite<Byte[]>(kScratchBytes);
  return bytes.get();
}

/// A request to receive: `handle` is `zero` where the caller does not wait.
struct Receive {
  Process& p;
  Term handle;
  Word wanted;  // 0: what is there
  int flags;
  bool waits() const { return handle != names().zero; }
  /// Whether all of `wanted` is to come.
  bool is_for_all(const SocketHandle& socket) const { return wanted != 0 && socket.is_stream(); }
};

/// How receives answer that do not get all that they want.
bool has_old_forms(Process& p) { return SocketCounts::of(p.vm).has_old_forms; }

/// What makes a receive impossible at present.
std::optional<BifResult> refuse_to_receive(const Receive& r, SocketHandle& socket)
    VM_REQUIRES(socket.mutex) {
  if (!socket.can_read()) return closed(r.p);
  if (socket.acceptors.current != nullptr) return error_invalid(r.p, names().state);
  Requests& readers = socket.readers;
  if (readers.current == nullptr || readers.current->pid == r.p.pid) return std::nullopt;
  if (SocketHandle::is_in_line(readers, r.p.pid)) return raise_invalid(r.p, names().state);
  if (!r.waits()) return std::nullopt;
  socket.join_line(readers, r.p.pid, r.handle);
  return am::select;
}

void count_received(SocketHandle& socket, Word bytes) VM_REQUIRES(socket.mutex) {
  socket.counters.read_byte += bytes;
  socket.received_of_message += bytes;
}

void count_message(SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  ++socket.counters.read_pkg;
  socket.counters.read_pkg_max = std::max(socket.counters.read_pkg_max, socket.received_of_message);
  socket.received_of_message = 0;
  socket.full_buffers = 0;
}

BifResult wait_to_receive(const Receive& r, SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  socket.set_current(socket.readers, r.p.pid, r.handle);
  if (socket.select(Direction::kRead, r.p.pid, r.handle)) return am::select;
  socket.end_current(socket.readers, Direction::kRead);
  return error(r.p, names().select_failed);
}

/// The system has no data: `failed` is errno.
BifResult receive_failed(const Receive& r, SocketHandle& socket, int failed)
    VM_REQUIRES(socket.mutex) {
  socket.full_buffers = 0;
  if (failed != EAGAIN) {
    ++socket.counters.read_fails;
    socket.fail_all(socket.readers, vm::posix_error(failed));
    return error(r.p, failed);
  }
  if (r.waits()) return wait_to_receive(r, socket);
  return has_old_forms(r.p) ? am::ok : am::timeout;
}

/// Takes the first `size` of the bytes that were received so far, as a binary.
Term take_buffered(HeapBuilder& builder, SocketHandle& socket, Word size)
    VM_REQUIRES(socket.mutex) {
  if (size == socket.buffered) {
    vm::SharedRef<vm::Binary> whole = std::move(socket.buffer);
    socket.buffered = 0;
    if (size > vm::kMaxHeapBinaryBytes) {
      if (whole->size() != size) whole = vm::Binary::resize(std::move(whole), size);
      return vm::make_counted_binary(builder, std::move(whole), size);
    }
    return vm::make_binary(builder, whole->bytes(), size);
  }
  const Term result = vm::make_binary(builder, socket.buffer->bytes(), size);
  socket.buffered -= size;
  std::memmove(socket.buffer->bytes(), socket.buffer->bytes() + size, socket.buffered);
  return result;
}

/// {Tag, Data} with `size` of the bytes that were received; the message is complete.
BifResult received(const Receive& r, SocketHandle& socket, Term tag, Word size)
    VM_REQUIRES(socket.mutex) {
  count_message(socket);
  socket.end_current(socket.readers, Direction::kRead);
  HeapBuilder builder(r.p);
  return builder.tuple(tag, take_buffered(builder, socket, size));
}

/// The same with bytes that are nowhere else.
BifResult received(const Receive& r, SocketHandle& socket, Term tag, const Byte* data, Word size)
    VM_REQUIRES(socket.mutex) {
  count_message(socket);
  socket.end_current(socket.readers, Direction::kRead);
  HeapBuilder builder(r.p);
  return builder.tuple(tag, vm::make_binary(builder, data, size));
}

/// The peer has closed its side. What had come of a larger request goes with the error.
BifResult stream_ended(const Receive& r, SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  const Word size = socket.buffered;
  socket.fail_all(socket.readers, am::closed);
  HeapBuilder builder(r.p);
  if (size == 0) return builder.tuple(am::error, am::closed);
  const Term data = take_buffered(builder, socket, size);
  return builder.tuple(am::error, builder.tuple(am::closed, data));
}

/// A buffer was filled, and its size was not the caller's choice: there may be more.
BifResult full_buffer(const Receive& r, SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  const Word size = socket.buffered;
  if (++socket.full_buffers >= socket.options.receive_times)
    return received(r, socket, am::ok, size);
  if (r.waits()) socket.set_current(socket.readers, r.p.pid, r.handle);
  HeapBuilder builder(r.p);
  return builder.tuple(names().more, take_buffered(builder, socket, size));
}

/// Less than all of what is wanted has come.
BifResult partly_received(const Receive& r, SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  socket.full_buffers = 0;
  const Word size = socket.buffered;
  const bool is_old = has_old_forms(r.p);
  if (!r.waits()) return received(r, socket, is_old ? am::ok : am::timeout, size);
  const BifResult waits = wait_to_receive(r, socket);
  if (waits != am::select || !is_old) return waits;
  HeapBuilder builder(r.p);
  return builder.tuple(am::select, take_buffered(builder, socket, size));
}

/// Receives behind what has come before, into memory that stays if not all comes.
BifResult receive_more(const Receive& r, SocketHandle& socket, Word wanted)
    VM_REQUIRES(socket.mutex) {
  if (!socket.buffer) {
    socket.buffer = vm::Binary::make(wanted);
  } else if (socket.buffer->size() < wanted) {
    socket.buffer = vm::Binary::resize(std::move(socket.buffer), wanted);
  }
  const ssize_t size = ::recv(socket.fd, socket.buffer->bytes() + socket.buffered,
                              wanted - socket.buffered, r.flags);
  const int failed = errno;
  if (size <= 0 && socket.buffered == 0) socket.buffer = {};
  if (size < 0) return receive_failed(r, socket, failed);
  if (size == 0 && socket.is_stream()) return stream_ended(r, socket);
  socket.buffered += static_cast<Word>(size);
  count_received(socket, static_cast<Word>(size));
  if (socket.buffered < wanted && r.is_for_all(socket)) return partly_received(r, socket);
  if (socket.buffered == wanted && r.wanted == 0 && socket.is_stream())
    return full_buffer(r, socket);
  return received(r, socket, am::ok, socket.buffered);
}

BifResult receive_small(const Receive& r, SocketHandle& socket, Word wanted)
    VM_REQUIRES(socket.mutex) {
  const ssize_t answer = ::recv(socket.fd, scratch(), wanted, r.flags);
  if (answer < 0) return receive_failed(r, socket, errno);
  if (answer == 0 && socket.is_stream()) return stream_ended(r, socket);
  const Word size = static_cast<Word>(answer);
  count_received(socket, size);
  const bool is_full = size == wanted;
  if (is_full ? r.wanted != 0 || !socket.is_stream() || socket.options.receive_times == 0
              : !r.is_for_all(socket))
    return received(r, socket, am::ok, scratch(), size);
  socket.buffer = vm::Binary::make(wanted);
  std::memcpy(socket.buffer->bytes(), scratch(), size);
  socket.buffered = size;
  return is_full ? full_buffer(r, socket) : partly_received(r, socket);
}

BifResult receive(const Receive& r, SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  if (socket.buffered != 0 && (r.wanted == 0 || r.wanted <= socket.buffered)) {
    const Word size = r.wanted == 0 ? socket.buffered : r.wanted;
    return received(r, socket, am::ok, size);
  }
  ++socket.counters.read_tries;
  const Word wanted = r.wanted == 0 ? socket.options.receive_buffer_bytes : r.wanted;
  return socket.buffered == 0 && wanted <= kScratchBytes ? receive_small(r, socket, wanted)
                                                         : receive_more(r, socket, wanted);
}

/// Reads the arguments that all natives of this file have. False: `*answer` is what they answer.
bool read_arguments(Process& p, Term ref, Term length, Term flags_term, Term handle, Word* wanted,
                    int* flags, BifResult* answer) {
  const bool is_handle = handle.is_ref() || handle == names().zero;
  if (SocketHandle::of(ref) == nullptr || !is_handle || !length.is_integer() ||
      !flags_term.is_integer()) {
    *answer = p.badarg();
    return false;
  }
  SWord checked;
  if (!to_signed(length, &checked) || checked < 0) {
    *answer = bad_integer(p, length);
    return false;
  }
  *wanted = static_cast<Word>(checked);
  if (to_int(flags_term, flags)) return true;
  *answer = bad_integer(p, flags_term);
  return false;
}

/// Memory for one datagram: of the thread, or larger.
class DatagramBuffer {
 public:
  explicit DatagramBuffer(Word size)
      : large_(size > kScratchBytes ? std::make_unique_for_overwrite<Byte[]>(size) : nullptr) {}
  Byte* bytes() { return large_ != nullptr ? large_.get() : scratch(); }

 private:
  const std::unique_ptr<Byte[]> large_;
};

/// What recvmsg(2) fills: data, the address of the sender, control messages.
struct IncomingMessage {
  IncomingMessage(Word size, Word control_size)
      : buffer(size),
        control(control_size != 0 ? std::make_unique_for_overwrite<Byte[]>(control_size) : nullptr),
        part{buffer.bytes(), size} {
    from.storage = {};
    header.msg_name = &from.any;
    header.msg_namelen = from.length;
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.get();
    header.msg_controllen = control_size;
  }
  IncomingMessage(const IncomingMessage&) = delete;  // the parts point to each other
  IncomingMessage& operator=(const IncomingMessage&) = delete;

  Term sender(HeapBuilder& builder) {
    from.length = header.msg_namelen;
    return socket_address_term(builder, from);
  }
  bool has_sender() const { return header.msg_namelen != 0; }
  Term data(HeapBuilder& builder, Word size) {
    return vm::make_binary(builder, buffer.bytes(), size);
  }

  DatagramBuffer buffer;
  const std::unique_ptr<Byte[]> control;
  SocketAddress from;
  iovec part;
  msghdr header{};
};

/// A datagram, or a part of a stream, was received into `message`; `make` makes the result.
template <class Make>
BifResult receive_message(const Receive& r, SocketHandle& socket, IncomingMessage& message,
                          Make make) {
  const vm::MutexLock lock(socket.mutex);
  if (const auto refusal = refuse_to_receive(r, socket)) return *refusal;
  ++socket.counters.read_tries;
  const ssize_t answer = ::recvmsg(socket.fd, &message.header, r.flags);
  if (answer < 0) return receive_failed(r, socket, errno);
  if (answer == 0 && socket.is_stream()) {
    ++socket.counters.read_fails;
    return closed(r.p);
  }
  const Word size = static_cast<Word>(answer);
  count_received(socket, size);
  count_message(socket);
  socket.end_current(socket.readers, Direction::kRead);
  HeapBuilder builder(r.p);
  const Term result = make(builder, size);
  return builder.tuple(am::ok, result);
}

}  // namespace

BifResult socket_recv_4(Process& p, const Args<4>& a) {
  Word wanted;
  int flags;
  BifResult answer;
  if (!read_arguments(p, a[0], a[1], a[2], a[3], &wanted, &flags, &answer)) return answer;
  SocketHandle& socket = *SocketHandle::of(a[0]);
  const Receive r{p, a[3], wanted, flags};
  const vm::MutexLock lock(socket.mutex);
  if (const auto refusal = refuse_to_receive(r, socket)) return *refusal;
  return receive(r, socket);
}

BifResult socket_recvfrom_4(Process& p, const Args<4>& a) {
  Word wanted;
  int flags;
  BifResult answer;
  if (!read_arguments(p, a[0], a[1], a[2], a[3], &wanted, &flags, &answer)) return answer;
  SocketHandle& socket = *SocketHandle::of(a[0]);
  const Receive r{p, a[3], wanted, flags};
  if (wanted == 0) {
    const vm::MutexLock lock(socket.mutex);
    wanted = socket.options.receive_buffer_bytes;
  }
  IncomingMessage message(wanted, 0);
  return receive_message(r, socket, message, [&](HeapBuilder& builder, Word size) {
    const Term address = message.sender(builder);
    const Term data = message.data(builder, size);
    return builder.tuple(address, data);
  });
}

BifResult socket_recvmsg_5(Process& p, const Args<5>& a) {
  Word wanted;
  Word control_wanted;
  int flags;
  BifResult answer;
  if (!read_arguments(p, a[0], a[1], a[3], a[4], &wanted, &flags, &answer) ||
      !read_arguments(p, a[0], a[2], a[3], a[4], &control_wanted, &flags, &answer))
    return answer;
  SocketHandle& socket = *SocketHandle::of(a[0]);
  const Receive r{p, a[4], wanted, flags};
  {
    const vm::MutexLock lock(socket.mutex);
    if (wanted == 0) wanted = socket.options.receive_buffer_bytes;
    if (control_wanted == 0) control_wanted = socket.options.receive_control_bytes;
  }
  IncomingMessage message(wanted, control_wanted);
  return receive_message(r, socket, message, [&](HeapBuilder& builder, Word size) {
    const Term data = builder.cons(message.data(builder, size), Term::nil());
    const bool has_sender = message.has_sender();
    const Term address = has_sender ? message.sender(builder) : Term::nil();
    vm::MapPair pairs[] = {{names().iov, data},
                           {names().ctrl, control_messages_term(builder, message.header)},
                           {am::flags, message_flags_term(builder, message.header.msg_flags)},
                           {names().addr, address}};
    return vm::map_from_pairs(builder, std::span(pairs, has_sender ? 4 : 3));
  });
}

}  // namespace bif
