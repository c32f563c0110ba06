// What certainly does not block is written at once, by the scheduler; the rest, and reading, is the
// I/O thread's.
#include "vm/io/program_io.h"

#include "vm/heap/binary_view.h"
#include "vm/io/io.h"
#include "vm/io/posix.h"
#include "vm/proc/send.h"

#include <cerrno>
#include <memory>
#include <poll.h>
#include <unistd.h>

namespace vm {
namespace {

constexpr std::size_t kStandardInputBytes = 65536;

}  // namespace

int write_without_waiting(int fd, std::string& bytes) {
  while (!bytes.empty()) {
    pollfd ready{fd, POLLOUT, 0};
    if (poll(&ready, 1, 0) == 0) return -1;
    const ssize_t count =
        ::write(fd, bytes.data(), std::min(bytes.size(), IoThread::kSafeWriteBytes));
    if (count < 0) {
      if (errno == EINTR) continue;
      return errno == EAGAIN ? -1 : errno;
    }
    bytes.erase(0, static_cast<std::size_t>(count));
  }
  return 0;
}

/// The I/O thread writes.
Operation write_and_wait(Process& p, int fd, std::string bytes) {
  struct Shared {
    Atomic<int> error{-1};
  };
  auto shared = std::make_shared<Shared>();
  Vm& vm = p.vm;
  const Term pid = p.pid;
  const Word wait = next_operation_wait(p);
  p.vm.io->thread.write(fd, std::move(bytes), [&vm, pid, wait, shared](int error) {
    // release: pairs with the acquire below; the process learns the result it is woken for.
    shared->error.store(error, std::memory_order_release);
    wake_operation(vm, pid, wait);
  });
  co_await woken(p);
  const int error = shared->error.load(std::memory_order_acquire);
  if (error != 0) {
    HeapBuilder builder(p);
    co_return builder.tuple(am::error, posix_error(error));
  }
  co_return am::ok;
}

void send_input(Vm& vm, Term pid, int fd) {
  vm.io->read_by(fd, vm.io.get(), [&vm, pid, fd](int error) {
    if (error == ECANCELED) return true;  // the machine ends
    std::string bytes(kStandardInputBytes, '\0');
    const ssize_t count = ::read(fd, bytes.data(), bytes.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    HeapBuilder builder(Word{32});
    Term result;
    if (count < 0) {
      result = builder.tuple(am::error, posix_error(errno));
    } else if (count == 0) {
      result = am::eof;
    } else {
      bytes.resize(static_cast<std::size_t>(count));
      result = builder.tuple(am::data, make_binary_term(builder, bytes));
    }
    const Term message = builder.tuple(am::sonde_input, result);
    send_from_machine(vm, Term::none(), pid, message, builder.take_fragments());
    return true;
  });
}

}  // namespace vm
