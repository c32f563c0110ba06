// Both of the operating system's clocks, read once at start and related by a fixed offset.
#include "vm/sched/clock.h"

#include <chrono>

namespace vm {

SWord Clock::os_system_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

SWord Clock::os_monotonic_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

Clock::Clock() {
  // Monotonic time starts far below zero, as OTP's does: programs must not take it for a time of
  // day.
  start_ns_ = -(SWord{1} << 59);
  zero_ns_ = os_monotonic_ns() - start_ns_;
  offset_ns_ = os_system_ns() - start_ns_;
}

SWord Clock::monotonic_ns() const { return os_monotonic_ns() - zero_ns_; }

}  // namespace vm
