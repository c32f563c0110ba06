// file:sendfile/2 to a TCP port: the system copies from the file to the socket. Output that was
// queued before goes first, later output waits.
#include "vm/io/posix.h"
#include "vm/net/tcp_socket.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

namespace vm::inet {
namespace {
constexpr std::int64_t kMostAtOnce = 1 << 20;
}

std::string TcpSocket::send_file(Bytes data) {
  int source;
  if (data.size() != sizeof source + 16) return error(EINVAL);
  if (!is_connected()) return error(ENOTCONN);
  if (is_sending_file()) return error(EINVAL);
  std::memcpy(&source, data.data(), sizeof source);
  ByteReader reader(data.substr(sizeof source));
  const int copy = ::fcntl(source, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return error(errno);
  file_ = {.fd = copy,
           .offset = static_cast<std::int64_t>(reader.u64()),
           .length = static_cast<std::int64_t>(reader.u64()),
           .sent = 0,
           .queued_before = queued_};
  if (queued_ == 0) continue_file();
  return ok();
}

/// Sends as much as the system takes; false: the connection is over.
bool TcpSocket::continue_file() {
  while (file_.length > 0) {
    off_t offset = file_.offset;
    const auto most = static_cast<std::size_t>(std::min(file_.length, kMostAtOnce));
    const ssize_t sent = ::sendfile(fd, file_.fd, &offset, most);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (sent < 0) {
      const int why = errno;
      // An error of the file leaves the connection as it is.
      if (why == EPIPE || why == ECONNRESET || why == ENOTCONN) {
        Sender nobody;
        send_failed(nobody, why);
        return false;
      }
      file_failed(why);
      return true;
    }
    if (sent == 0) break;  // the end of the file
    file_.offset += sent;
    file_.length -= sent;
    file_.sent += static_cast<Word>(sent);
  }
  file_done();
  return write_queue();
}

void TcpSocket::file_done() {
  ::close(std::exchange(file_.fd, -1));
  count_sent(file_.sent);
  HeapBuilder builder(Word{32});
  const Term result =
      builder.tuple(Term(am::ok), Term::small(static_cast<SWord>(file_.sent & 0xFFFFFFFF)),
                    Term::small(static_cast<SWord>(file_.sent >> 32)));
  send_to_owner(builder, builder.tuple(am::sendfile, port().id, result));
}

void TcpSocket::file_failed(int error_number) {
  ::close(std::exchange(file_.fd, -1));
  HeapBuilder builder(Word{32});
  const bool is_closed = error_number == EPIPE || error_number == ECONNRESET;
  const Term reason = is_closed ? Term(am::closed) : posix_error(error_number);
  const Term result = builder.tuple(Term(am::error), reason);
  send_to_owner(builder, builder.tuple(am::sendfile, port().id, result));
}

}  // namespace vm::inet
