// Both of the operating system's clocks, read once at start and related by a fixed offset.
#include "vm/sched/clock.h"

#include <chrono>
#include <ctime>

namespace vm {

SWord Clock::os_system_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

SWord Clock::os_monotonic_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

namespace {
SWord read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return SWord{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}
}  // namespace

SWord Clock::os_processor_ns() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
SWord Clock::os_thread_ns() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

SWord Clock::next_now_us() const {
  const SWord us = system_ns() / 1000;
  // relaxed: the value alone matters, and each is returned once.
  SWord last = last_now_us_.load(kRelaxed);
  SWord next;
  do {
    next = us > last ? us : last + 1;
  } while (!last_now_us_.compare_exchange_weak(last, next, kRelaxed, kRelaxed));
  return next;
}

Clock::Clock() {
  // Monotonic time starts far below zero, as OTP's does, so that no program mistakes it for a time
  // of day.
  start_ns_ = -(SWord{1} << 59);
  zero_ns_ = os_monotonic_ns() - start_ns_;
  offset_ns_ = os_system_ns() - start_ns_;
}

SWord Clock::monotonic_ns() const { return os_monotonic_ns() - zero_ns_; }

}  // namespace vm
