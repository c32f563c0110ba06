// TickClock: measures durations at a cost of a few cycles. It reads the processor's counter if that
// is synchronised across all cores; otherwise it reads the system's monotonic clock, whose ticks
// are nanoseconds.
// Invariants: between two cores, ticks go backwards by at most the skew of the cores' counters.
// Threads: any, after construction.
#pragma once

#include "vm/base/types.h"

namespace vm {

class TickClock {
 public:
  /// Uses the processor's counter if the system reports it as synchronised.
  TickClock();
  /// Uses the processor's counter or the monotonic clock, as given. For tests.
  explicit TickClock(bool use_counter);

  /// Returns the current tick count. Only differences of two counts are meaningful.
  Word ticks() const { return uses_counter_ ? counter() : system_ns(); }
  /// Converts a difference of ticks to nanoseconds, by the rate of both clocks since construction.
  Word to_ns(Word ticks) const;
  /// True if ticks are those of the processor's counter.
  bool uses_counter() const { return uses_counter_; }

 private:
  static Word system_ns();
  static Word counter() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    Word value;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#else
    return system_ns();
#endif
  }

  const bool uses_counter_;
  const Word start_ticks_;
  const Word start_ns_;
};

}  // namespace vm
