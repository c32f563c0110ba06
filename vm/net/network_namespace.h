// NetworkNamespace: the calling thread is in another network namespace (option `netns`) while this
// object exists. Threads: the one that makes it.
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <sched.h>
#include <string>
#include <unistd.h>

namespace vm::inet {

class NetworkNamespace {
 public:
  /// Enters the namespace of the file `name`; an empty one is the thread's own.
  explicit NetworkNamespace(const std::string& name) {
    if (name.empty()) return;
    before_ = ::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    if (before_ < 0) {
      error_ = errno;
      return;
    }
    const int wanted = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (wanted < 0 || ::setns(wanted, CLONE_NEWNET) != 0) error_ = errno;
    if (wanted >= 0) ::close(wanted);
  }
  ~NetworkNamespace() {
    if (before_ < 0) return;
    if (error_ == 0) ::setns(before_, CLONE_NEWNET);
    ::close(before_);
  }
  NetworkNamespace(const NetworkNamespace&) = delete;

  /// errno, 0: it is entered.
  int error() const { return error_; }

 private:
  int before_ = -1;
  int error_ = 0;
};

}  // namespace vm::inet
