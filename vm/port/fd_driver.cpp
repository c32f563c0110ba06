// Requests to the I/O thread whose answers go to the port. Each keeps the port until it is
// answered.
#include "vm/port/fd_driver.h"

#include "vm/io/posix.h"

#include <cerrno>
#include <unistd.h>

namespace vm {
namespace {

constexpr std::size_t kReadBytes = 65536;

}  // namespace

void FdDriver::start_reading(Io& io, SharedRef<Port> port, int fd, Whose whose) {
  if (whose == Whose::kPorts) {
    read_own(io, std::move(port), fd);
  } else {
    read_given(io, std::move(port), fd);
  }
}

/// Read under the port's lock: bytes are either the port's, or are still in the descriptor.
void FdDriver::read_given(Io& io, SharedRef<Port> port, int fd) {
  IoThread::Take take = [&io, port, fd](int error) {
    if (error == ECANCELED) return true;
    const auto count = port->take_input([fd, &error](std::string* bytes) -> ssize_t {
      bytes->resize(kReadBytes);
      const ssize_t got = IoThread::read_now(fd, bytes->data(), kReadBytes);
      error = got < 0 ? errno : 0;
      bytes->resize(got < 0 ? 0 : static_cast<std::size_t>(got));
      return got;
    });
    if (error == EINTR || error == EAGAIN) return false;
    if (!count) return true;
    if (*count < 0) {
      port->failed(posix_error(error));
    } else if (*count == 0) {
      port->input_ended();
    } else {
      read_given(io, port, fd);
    }
    return true;
  };
  port->if_open([&] { io.read_by(fd, port.get(), std::move(take)); });
}

void FdDriver::read_own(Io& io, SharedRef<Port> port, int fd) {
  IoThread::Read got = [&io, port, fd](int error, std::string bytes) {
    if (error == ECANCELED || !port->is_open()) return;
    if (error != 0) {
      port->failed(posix_error(error));
    } else if (bytes.empty()) {
      port->input_ended();
    } else {
      port->received(bytes);
      read_own(io, port, fd);
    }
  };
  // Not once the descriptor's end has been asked for: its number may be another port's by then.
  port->if_open([&] { io.thread.read(fd, std::move(got)); });
}

Word FdDriver::write(std::string bytes, bool is_first) {
  Word done_now = 0;
  if (is_first && descriptors_.are_owned) {
    const ssize_t count = ::write(descriptors_.write_fd, bytes.data(), bytes.size());
    // Errors are met again, and told, by the I/O thread.
    if (count > 0) done_now = static_cast<Word>(count);
    if (done_now == bytes.size()) return done_now;
    bytes.erase(0, done_now);
  }
  const Word size = bytes.size();
  auto done = [port = SharedRef<Port>(&port_), size](int error) {
    if (error == ECANCELED) return;
    if (error != 0) {
      port->failed(posix_error(error));
    } else {
      port->written(size);
    }
  };
  if (descriptors_.are_owned) {
    io_.write_to_port(descriptors_.write_fd, std::move(bytes), std::move(done));
  } else {
    io_.write(descriptors_.write_fd, std::move(bytes), std::move(done));
  }
  return done_now;
}

void FdDriver::close() {
  if (!descriptors_.are_owned) {
    if (descriptors_.read_fd >= 0) io_.forget(descriptors_.read_fd, &port_);
    return;
  }
  if (descriptors_.read_fd >= 0) io_.close(descriptors_.read_fd, IoThread::End::kRead);
  if (descriptors_.write_fd >= 0) io_.close(descriptors_.write_fd, IoThread::End::kWrite);
}

}  // namespace vm
