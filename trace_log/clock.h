// The time of events: a counter of the processor that costs some nanoseconds to read, or
// nanoseconds of the system's clock where there is none that runs evenly on all cores. The thread
// that writes the file converts ticks to nanoseconds (struct clock_curve).
#pragma once

#include <stdint.h>

// Chooses the clock; called once, when the library is loaded.
void clock_choose(void);

// The time of an event. Any thread.
uint64_t ticks(void);

// The system's clock, CLOCK_MONOTONIC. Any thread.
uint64_t system_nanoseconds(void);

// A moment on both clocks.
struct clock_point {
  uint64_t ticks, ns;
  double ns_per_tick;  // until the next point, once there is one
};

// The system's clock as a function of ticks: lines through points, in their order. It is the same
// for a moment whenever it is asked, so events that are written in different rounds keep their
// order; only what is older than all points lies on a line that may change.
enum { CLOCK_POINTS = 1024 };
struct clock_curve {
  unsigned count;
  struct clock_point points[CLOCK_POINTS];
};

// Adds the present moment; the older half of the points goes when there are too many. Times after
// the last point are only known once the next one is added. One thread at a time.
void clock_add_point(struct clock_curve* curve);

// The time of `at` on the system's clock. There is a point at least.
uint64_t nanoseconds_at(const struct clock_curve* curve, uint64_t at);
