// Which counter is good enough, and what a tick is worth.
#include "vm/base/tick_clock.h"

#include <ctime>
#include <fstream>
#include <string>

namespace vm {

namespace {

/// Linux uses the time stamp counter only where it counts evenly and alike on all processors.
bool is_counter_shared() {
#if defined(__x86_64__)
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string name;
  return static_cast<bool>(file >> name) && name == "tsc";
#elif defined(__aarch64__)
  return true;  // the architecture says so
#else
  return false;
#endif
}

}  // namespace

TickClock::TickClock() : TickClock(is_counter_shared()) {}

TickClock::TickClock(bool use_counter)
    : uses_counter_(use_counter),
      start_ticks_(use_counter ? counter() : system_ns()),
      start_ns_(system_ns()) {}

Word TickClock::system_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<Word>(now.tv_sec) * 1'000'000'000 + static_cast<Word>(now.tv_nsec);
}

Word TickClock::to_ns(Word ticks) const {
  if (!uses_counter_) return ticks;
  const Word gone_ticks = counter() - start_ticks_;
  const Word gone_ns = system_ns() - start_ns_;
  if (gone_ticks == 0) return 0;
  return static_cast<Word>(static_cast<double>(ticks) * static_cast<double>(gone_ns) /
                           static_cast<double>(gone_ticks));
}

}  // namespace vm
