// HostLink: the program that a machine is part of, as the machine sees it: something that takes
// packets. sonde_host (bif/erl) sends them; tools/libsonde implements it.
// Ownership: the terms that refer to it, and the program. Threads: deliver() on any scheduler.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/magic_ref.h"
#include "vm/vm.h"

#include <cstdint>
#include <string>

namespace bif {

class HostLink : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }

  /// What a packet is; its number says which.
  enum class Channel : std::uint8_t {
    kReady,    // the sender takes requests from now on
    kAnswer,   // to the request of this number
    kMessage,  // a message to the program
    kEvent,    // of the subscription of this number
    kOutput,   // text that Erlang code prints
  };
  static constexpr int kChannels = 5;

  /// Takes a packet of the process `sender`. It must not wait for the machine. True: too much waits
  /// for the program already, and the sender is to wait until it gets {sonde_host, <<>>}.
  virtual bool deliver(vm::Term sender, Channel channel, std::uint64_t number,
                       std::string packet) = 0;
};

/// A reference to `link` for sonde_native:to_host/4.
vm::Term make_host_link(vm::Vm& vm, vm::HeapBuilder& builder, HostLink& link);

/// Sends {sonde_host, Packet} to a process. Any thread, while the machine exists; no effect where
/// the process has ended.
void send_from_host(vm::Vm& vm, vm::Term pid, std::string_view packet);

}  // namespace bif
