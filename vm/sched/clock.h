// Time as programs see it. Erlang monotonic time starts near the machine's start and never jumps;
// system time is it plus an offset that is fixed at start (OTP's no_time_warp without corrections).
// Threads: any; constants after construction, but for the two counters and the stepped clock.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

namespace vm {

class Clock {
 public:
  Clock();
  /// Nanoseconds since the machine's own zero; may be negative for programs, as OTP's is.
  SWord monotonic_ns() const;
  SWord monotonic_ms() const { return floor_div(monotonic_ns(), 1'000'000); }
  /// system time - monotonic time.
  SWord offset_ns() const { return offset_ns_; }
  SWord system_ns() const { return monotonic_ns() + offset_ns_; }
  /// erlang:system_info(start_time).
  SWord start_ns() const { return start_ns_; }
  /// System time in microseconds, or one more than the value returned last if that is later:
  /// erlang:now/0 and time stamps of traces. Returns each value once.
  SWord next_now_us() const;
  /// The number of calls before this one: unique_integer([monotonic]) and time stamps of traces.
  Word next_ordered() const {
    return ordered_.fetch_add(1, kSeqCst);
  }  // seq_cst: all processes see the values returned in the order of the values
  /// A monotonic time that goes in steps, and costs nothing to read: that of the last
  /// advance_steps(). For what asks for the time far more often than it needs to know it.
  SWord stepped_ns() const { return stepped_ns_.load(kRelaxed); }  // relaxed: the value alone
  void advance_steps() const { stepped_ns_.store(monotonic_ns(), kRelaxed); }  // relaxed: likewise
  /// The operating system's clocks; the last two are the processor time of the whole program and of
  /// this thread.
  static SWord os_system_ns();
  static SWord os_monotonic_ns();
  static SWord os_processor_ns();
  static SWord os_thread_ns();

  static constexpr SWord floor_div(SWord a, SWord b) { return a / b - (a % b < 0 ? 1 : 0); }

 private:
  SWord zero_ns_;  // os_monotonic_ns() at Erlang monotonic time 0
  SWord offset_ns_;
  SWord start_ns_;
  mutable Atomic<SWord> last_now_us_{0};
  mutable Atomic<Word> ordered_{0};
  mutable Atomic<SWord> stepped_ns_{0};
};

}  // namespace vm
