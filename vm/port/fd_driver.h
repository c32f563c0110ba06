// FdDriver: a port's traffic over descriptors: what a descriptor of ours takes at once is written
// at once, the rest and all reading is for the I/O thread. Ownership: the port. Threads: as
// PortDriver; start_reading() any.
#pragma once

#include "vm/io/io.h"
#include "vm/port/port.h"

namespace vm {

class FdDriver final : public PortDriver {
 public:
  struct Descriptors {
    int read_fd = -1;       // -1: there is no input
    int write_fd = -1;      // -1: there is no output
    bool are_owned = true;  // closed with the port, and not blocking
  };
  FdDriver(IoThread& io, Port& port, Descriptors descriptors, Word os_pid)
      : io_(io), port_(port), descriptors_(descriptors), os_pid_(os_pid) {}

  Word write(std::string bytes, bool is_first) override;
  void close() override;
  Word os_pid() const override { return os_pid_; }

  /// Reads `fd` for the port until it ends. With kGiven, what comes later is left for others.
  enum class Whose { kPorts, kGiven };
  static void start_reading(Io& io, SharedRef<Port> port, int fd, Whose whose);

 private:
  /// Reads a descriptor that is the port's own.
  static void read_own(Io& io, SharedRef<Port> port, int fd);
  static void read_given(Io& io, SharedRef<Port> port, int fd);

  IoThread& io_;
  Port& port_;  // its owner
  const Descriptors descriptors_;
  const Word os_pid_;
};

}  // namespace vm
