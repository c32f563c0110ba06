// Chooses the counter and converts ticks to nanoseconds.
#include "vm/base/tick_clock.h"

#include <ctime>
#include <fstream>
#include <string>

namespace vm {

namespace {

/// True if the processor's counter is constant-rate and synchronised across all cores. On x86-64
/// Linux checks this itself and uses the counter as its clock source only then.
bool is_counter_shared() {
#if defined(__x86_64__)
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string name;
  return static_cast<bool>(file >> name) && name == "tsc";
#elif defined(__aarch64__)
  return true;  // guaranteed by the architecture
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
  const Word elapsed_ticks = counter() - start_ticks_;
  const Word elapsed_ns = system_ns() - start_ns_;
  if (elapsed_ticks == 0) return 0;
  return static_cast<Word>(static_cast<double>(ticks) * static_cast<double>(elapsed_ns) /
                           static_cast<double>(elapsed_ticks));
}

}  // namespace vm
