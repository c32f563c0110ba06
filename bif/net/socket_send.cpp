// Sending. What the system does not take at once waits for the socket to be writable, and the
// caller tries again with the rest. Source: socket(3), prim_socket.
#include "bif/data/numbers.h"
#include "bif/io/file_handle.h"
#include "bif/natives.h"
#include "bif/net/control_messages.h"
#include "bif/net/socket_handle.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/binary_view.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <optional>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

namespace bif {

using namespace net;

namespace {

constexpr std::size_t kMostParts = IOV_MAX;

/// Parts of binaries, as the system takes them.
struct Parts {
  std::vector<vm::BinaryBytes> binaries = {};
  std::vector<iovec> parts = {};
  Word size = 0;
  bool has_more = false;  // the list goes on
};

/// Reads a list of binaries. A stream takes the first kMostParts of a longer one. False: something
/// else.
bool read_parts(Term list, bool is_stream, Parts* result) {
  for (; list.is_cons() && result->parts.size() < kMostParts; list = list.as_cons().tail) {
    const Term part = list.as_cons().head;
    if (!part.is_binary()) return false;
    const vm::BinaryBytes& bytes = result->binaries.emplace_back(part);
    if (bytes.size() == 0) {
      result->binaries.pop_back();
      continue;
    }
    result->parts.push_back({const_cast<Byte*>(bytes.data()), bytes.size()});
    result->size += bytes.size();
  }
  // Empty binaries are no more data.
  while (list.is_cons() && list.as_cons().head.is_binary() &&
         vm::BinaryBytes(list.as_cons().head).size() == 0)
    list = list.as_cons().tail;
  result->has_more = list.is_cons();
  return (list.is_nil() || list.is_cons()) && (is_stream || !result->has_more);
}

/// What makes a send impossible at present.
std::optional<BifResult> refuse_to_send(Process& p, SocketHandle& socket, Term handle)
    VM_REQUIRES(socket.mutex) {
  if (!socket.can_write()) return closed(p);
  if (socket.connector != nullptr) return error_invalid(p, names().state);
  Requests& writers = socket.writers;
  if (writers.current == nullptr || writers.current->pid == p.pid) return std::nullopt;
  if (SocketHandle::is_in_line(writers, p.pid)) return raise_invalid(p, names().state);
  socket.join_line(writers, p.pid, handle);
  return am::select;
}

void count_message(SocketHandle& socket, Word bytes) VM_REQUIRES(socket.mutex) {
  SocketCounters& counters = socket.counters;
  counters.write_pkg_max = std::max(counters.write_pkg_max, socket.sent_of_message + bytes);
  socket.sent_of_message = 0;
  ++counters.write_pkg;
  counters.write_byte += bytes;
}

/// {Tag, Sent}
BifResult with_count(Process& p, Term tag, Word sent) {
  return HeapBuilder(p).tuple(tag, number(sent));
}

BifResult wait_to_send(Process& p, SocketHandle& socket, Term handle) VM_REQUIRES(socket.mutex) {
  socket.set_current(socket.writers, p.pid, handle);
  if (!socket.select(Direction::kWrite, p.pid, handle)) {
    socket.fail_all(socket.writers, names().select_failed);
    return error(p, names().select_failed);
  }
  ++socket.counters.write_waits;
  return am::select;
}

/// What a send of `size` bytes answers: `sent` is the system's answer, with errno.
BifResult sent(Process& p, SocketHandle& socket, ssize_t sent, Word size, bool has_more,
               Term handle) VM_REQUIRES(socket.mutex) {
  const int failed = sent < 0 ? errno : 0;
  if (failed != 0 && failed != EAGAIN && failed != EINTR) {
    ++socket.counters.write_fails;
    if (failed != EINVAL) socket.fail_all(socket.writers, vm::posix_error(failed));
    return error(p, failed);
  }
  if (failed != 0) return wait_to_send(p, socket, handle);
  const Word bytes = static_cast<Word>(sent);
  p.use_reductions(static_cast<SWord>(bytes / 1024));
  if (bytes == size && !has_more) {
    count_message(socket, bytes);
    socket.end_current(socket.writers, Direction::kWrite);
    return am::ok;
  }
  if (!socket.is_stream()) {
    count_message(socket, bytes);
    socket.end_current(socket.writers, Direction::kWrite);
    return with_count(p, am::ok, bytes);
  }
  socket.sent_of_message += bytes;
  if (bytes == size) {
    // All of these parts: the caller comes back with the next ones.
    socket.set_current(socket.writers, p.pid, names().iov);
    return with_count(p, names().iov, bytes);
  }
  const BifResult waits = wait_to_send(p, socket, handle);
  return waits == am::select ? with_count(p, am::select, bytes) : waits;
}

/// The common part of the natives: `call(fd)` is the system call for `size` bytes.
template <class Call>
BifResult send_by(Process& p, SocketHandle& socket, Term handle, Word size, bool has_more,
                  Call call) {
  const vm::MutexLock lock(socket.mutex);
  if (const auto refusal = refuse_to_send(p, socket, handle)) return *refusal;
  ++socket.counters.write_tries;
  return sent(p, socket, call(socket.fd), size, has_more, handle);
}

}  // namespace

BifResult socket_send_4(Process& p, const Args<4>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  int flags;
  if (socket == nullptr || !a[1].is_binary() || !a[3].is_ref()) return p.badarg();
  if (!to_int(a[2], &flags)) return bad_integer(p, a[2]);
  const vm::BinaryBytes bytes(a[1]);
  return send_by(p, *socket, a[3], bytes.size(), false, [&](int fd) {
    return ::send(fd, bytes.data(), bytes.size(), flags | MSG_NOSIGNAL);
  });
}

BifResult socket_sendto_5(Process& p, const Args<5>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  int flags;
  if (socket == nullptr || !a[1].is_binary() || !a[4].is_ref()) return p.badarg();
  if (!to_int(a[3], &flags)) return bad_integer(p, a[3]);
  SocketAddress to;
  if (!to_socket_address(a[2], &to)) return invalid(p, names().sockaddr);
  const vm::BinaryBytes bytes(a[1]);
  return send_by(p, *socket, a[4], bytes.size(), false, [&](int fd) {
    return ::sendto(fd, bytes.data(), bytes.size(), flags | MSG_NOSIGNAL, &to.any, to.length);
  });
}

BifResult socket_sendmsg_5(Process& p, const Args<5>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  int flags;
  if (socket == nullptr || !a[1].is_map() || !a[3].is_ref()) return p.badarg();
  if (!to_int(a[2], &flags)) return bad_integer(p, a[2]);
  msghdr message{};
  SocketAddress to;
  if (const Term address = field(a[1], names().addr); !address.is_none()) {
    if (!to_socket_address(address, &to)) return invalid(p, names().addr);
    message.msg_name = &to.any;
    message.msg_namelen = to.length;
  }
  Parts data;
  if (!read_parts(a[4], socket->is_stream(), &data)) return invalid(p, names().iov);
  message.msg_iov = data.parts.data();
  message.msg_iovlen = data.parts.size();
  std::string control;
  if (const Term list = field(a[1], names().ctrl); !list.is_none()) {
    Word capacity;
    {
      const vm::MutexLock lock(socket->mutex);
      capacity = socket->options.send_control_bytes;
    }
    if (!to_control_messages(list, capacity, &control)) return invalid(p, names().ctrl);
    message.msg_control = control.data();
    message.msg_controllen = control.size();
  }
  return send_by(p, *socket, a[3], data.size, data.has_more,
                 [&](int fd) { return ::sendmsg(fd, &message, flags | MSG_NOSIGNAL); });
}

BifResult socket_sendv_3(Process& p, const Args<3>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr || !a[2].is_ref()) return p.badarg();
  Parts data;
  if (!read_parts(a[1], socket->is_stream(), &data)) return invalid(p, names().iov);
  msghdr message{};
  message.msg_iov = data.parts.data();
  message.msg_iovlen = data.parts.size();
  return send_by(p, *socket, a[2], data.size, data.has_more,
                 [&](int fd) { return ::sendmsg(fd, &message, MSG_NOSIGNAL); });
}

// --- files ---

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

struct FileResult {
  Word sent = 0;
  int failed = 0;
  bool must_wait = false;
};

/// Sends `count` bytes of the file from `offset` on; 0: all of it.
FileResult send_file(SocketHandle& socket, off_t offset, Word count) VM_REQUIRES(socket.mutex) {
  SendfileCounters& counters = *socket.sendfile_counters;
  FileResult result;
  while (count == 0 || result.sent < count) {
    const Word left = count == 0 ? kChunkBytes : std::min<Word>(count - result.sent, kChunkBytes);
    const ssize_t sent = ::sendfile(socket.fd, socket.file, &offset, left);
    ++counters.calls;
    if (sent < 0 && errno == EINTR) continue;
    result.must_wait = sent < 0 && errno == EAGAIN;
    if (sent < 0 && !result.must_wait) result.failed = errno;
    if (sent <= 0) break;
    result.sent += static_cast<Word>(sent);
    ++counters.pkg;
    counters.byte += static_cast<Word>(sent);
    counters.max = std::max(counters.max, static_cast<Word>(sent));
    counters.pkg_max = std::max(counters.pkg_max, result.sent);
  }
  return result;
}

void close_file(SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  ::close(std::exchange(socket.file, -1));
}

BifResult send_open_file(Process& p, SocketHandle& socket, Term handle, off_t offset, Word count)
    VM_REQUIRES(socket.mutex) {
  ++socket.sendfile_counters->tries;
  const FileResult result = send_file(socket, offset, count);
  if (result.failed != 0) {
    ++socket.sendfile_counters->fails;
    socket.fail_all(socket.writers, vm::posix_error(result.failed));
    close_file(socket);
    return error(p, result.failed);
  }
  if (result.must_wait) {
    const BifResult waits = wait_to_send(p, socket, handle);
    if (waits != am::select) return waits;
    ++socket.sendfile_counters->waits;
    return with_count(p, am::select, result.sent);
  }
  socket.end_current(socket.writers, Direction::kWrite);
  close_file(socket);
  return with_count(p, am::ok, result.sent);
}

bool to_range(Term offset_term, Term count_term, off_t* offset, Word* count) {
  return to_signed(offset_term, offset) && to_unsigned(count_term, count);
}

}  // namespace

BifResult socket_sendfile_5(Process& p, const Args<5>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr || !a[1].is_ref() || !a[4].is_ref()) return p.badarg();
  off_t offset;
  Word count;
  if (!to_range(a[2], a[3], &offset, &count)) return p.badarg();
  const vm::MutexLock lock(socket->mutex);
  if (const auto refusal = refuse_to_send(p, *socket, a[1])) return *refusal;
  if (socket->sendfile_counters == nullptr)
    socket->sendfile_counters = std::make_unique<SendfileCounters>();
  const FileHandle* source = open_file(a[4]);
  if (source == nullptr || socket->file >= 0) return error_invalid(p, names().state);
  // A descriptor of its own: the file may be closed while the rest waits.
  socket->file = ::fcntl(source->fd, F_DUPFD_CLOEXEC, 0);
  if (socket->file < 0) return error(p, errno);
  return send_open_file(p, *socket, a[1], offset, count);
}

BifResult socket_sendfile_4(Process& p, const Args<4>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr || !a[1].is_ref()) return p.badarg();
  off_t offset;
  Word count;
  if (!to_range(a[2], a[3], &offset, &count)) return p.badarg();
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_write()) return closed(p);
  if (socket->file < 0 || socket->writers.current == nullptr ||
      socket->writers.current->pid != p.pid)
    return raise_invalid(p, names().state);
  return send_open_file(p, *socket, a[1], offset, count);
}

/// The file of a socket that was closed while it was being sent.
BifResult socket_sendfile_1(Process& p, const Args<1>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr) return p.badarg();
  const vm::MutexLock lock(socket->mutex);
  if (socket->file < 0) return error_invalid(p, names().state);
  close_file(*socket);
  return am::ok;
}

}  // namespace bif
