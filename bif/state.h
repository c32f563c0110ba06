// BifState: state that BIFs keep between calls. One object per Vm, so that several machines in one
// program are independent. Ownership: Vm::bifs. Threads: each part documents its own.
#pragma once

#include "bif/bif.h"
#include "bif/boot_state.h"

#include <memory>

namespace bif {

namespace net {
struct SocketCounts;
}  // namespace net
class DriverState;
struct InternalState;
class NifState;
class Processors;
class RePatterns;

struct BifState {
  explicit BifState(Vm& vm);
  ~BifState();
  static BifState& of(Vm& vm) { return *vm.bifs; }
  static BifState& of(Process& p) { return of(p.vm); }

  BootState boot;                                 // the code path, where libraries are
  std::unique_ptr<NifState> nifs;                 // C libraries
  std::unique_ptr<InternalState> internal_state;  // of erts_debug:set_internal_state/2
  std::unique_ptr<DriverState> drivers;           // C code behind ports
  std::unique_ptr<RePatterns> patterns;           // regular expressions
  std::shared_ptr<net::SocketCounts> sockets;     // of module `socket`; each open one has a count
  std::unique_ptr<Processors> processors;         // of the computer
};

}  // namespace bif
