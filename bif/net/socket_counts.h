// SocketCounts: how many sockets of module `socket` are open, by kind, and the settings that new
// ones get. Ownership: BifState. Threads: any; each field is a value of its own.
#pragma once

#include "bif/state.h"
#include "vm/base/atomic.h"
#include "vm/net/libraries.h"

#include <netinet/in.h>
#include <sys/socket.h>

namespace bif::net {

// relaxed, all of them: counts and settings, which order nothing else
struct SocketCounts {
  explicit SocketCounts(const Vm& vm) : has_old_forms(!vm::inet::has_kernel_9(vm.options)) {}
  static SocketCounts& of(Vm& vm) { return *BifState::of(vm).sockets; }

#define SOCKETS_OPEN(name, is_counted) vm::Atomic<Word> name{0};
#include "bif/net/socket_counts.def"

  vm::Atomic<bool> debug{false};
  vm::Atomic<bool> socket_debug{false};
  vm::Atomic<bool> use_registry{true};
  /// Whether module socket is that of OTP 25: receives that wait answer what has come so far.
  const bool has_old_forms;

  void opened(int family, int type, int protocol) { add(family, type, protocol, 1); }
  void closed(int family, int type, int protocol) { add(family, type, protocol, ~Word{0}); }

 private:
  void add([[maybe_unused]] int family, [[maybe_unused]] int type, [[maybe_unused]] int protocol,
           Word difference) {
#define SOCKETS_OPEN(name, is_counted) \
  if (is_counted) name.fetch_add(difference, vm::kRelaxed);
#include "bif/net/socket_counts.def"
  }
};

}  // namespace bif::net
