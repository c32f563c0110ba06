// TickClock: how long something took, for the price of a few cycles: the processor's own counter
// where all processors share one, as the system's clock says that it uses it itself; else the
// system's monotonic clock, whose ticks are nanoseconds.
// Invariants: ticks of one TickClock never go back by more than processors differ.
// Threads: any, after construction.
#pragma once

#include "vm/base/types.h"

namespace vm {

class TickClock {
 public:
  /// Asks the system which counter to use.
  TickClock();
  /// A clock with, or without, the processor's counter (if it has one that this build knows).
  explicit TickClock(bool use_counter);

  /// Only differences mean something.
  Word ticks() const { return uses_counter_ ? counter() : system_ns(); }
  /// A difference of ticks in nanoseconds, as both clocks have gone since construction.
  Word to_ns(Word ticks) const;
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
