// The time of events: a counter of the processor that costs some nanoseconds to read, or
// nanoseconds of the system's clock where there is none that runs evenly on all cores. The thread
// that writes the file converts ticks to nanoseconds (struct clock_line).
#pragma once

#include <stdint.h>

// Chooses the clock; called once, when the library is loaded.
void clock_choose(void);

// The time of an event. Any thread.
uint64_t ticks(void);

// The system's clock, CLOCK_MONOTONIC. Any thread.
uint64_t system_nanoseconds(void);

// Two points in time, each on both clocks, and the line through them.
struct clock_line {
  uint64_t from_ticks, to_ticks;
  uint64_t from_ns, to_ns;
};

// The time of `at` on the system's clock. Points in front of the line and behind it lie on it, too.
static inline uint64_t nanoseconds_at(const struct clock_line* line, uint64_t at) {
  const double ratio =
      line->to_ticks == line->from_ticks
          ? 1.0
          : (double)(line->to_ns - line->from_ns) / (double)(line->to_ticks - line->from_ticks);
  const double distance = (double)(int64_t)(at - line->from_ticks) * ratio;
  return line->from_ns + (uint64_t)(int64_t)distance;
}
