// TraceClock: the clocks of tracing: which one time stamps are taken from (P12 to P16), and the one
// that call_time measures with. Threads: any.
#pragma once

#include "vm/base/tick_clock.h"
#include "vm/heap/heap_builder.h"
#include "vm/vm.h"

namespace tracing {

class TraceClock {
 public:
  /// cpu_timestamp (P13): whether time stamps of the flag `timestamp` are processor time, for all
  /// processes and sessions.
  bool stamps_processor_time() const {
    return processor_time_.load(vm::kRelaxed);  // relaxed: a value of its own
  }
  void stamp_processor_time(bool on) {
    processor_time_.store(on, vm::kRelaxed);  // relaxed: as above
  }
  /// What call_time measures with; the amounts of its accounts are ticks of this.
  const vm::TickClock& ticks() const { return ticks_; }

 private:
  const vm::TickClock ticks_;
  vm::Atomic<bool> processor_time_{false};
};

/// Whether messages with these flags carry a time stamp.
bool has_timestamp(std::uint32_t flags);
/// The time stamp that the strongest of `flags` asks for (P16); has_timestamp(flags) holds.
vm::Term make_timestamp(vm::HeapBuilder& builder, vm::Vm& vm, std::uint32_t flags);

}  // namespace tracing
