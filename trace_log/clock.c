// The time of events: see clock.h.
#include "trace_log/clock.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

// Whether ticks() reads the processor's counter.
static bool is_counter;

static bool has_even_counter(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1U << 8)) != 0;  // invariant TSC
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

void clock_choose(void) { is_counter = has_even_counter(); }

uint64_t system_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

uint64_t ticks(void) {
#if defined(__x86_64__)
  if (is_counter) return __rdtsc();
#elif defined(__aarch64__)
  if (is_counter) {
    uint64_t count;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
  }
#endif
  return system_nanoseconds();
}

// The thread may lose its processor between the two clocks: the best of some tries counts.
static struct clock_point present(void) {
  struct clock_point best = {0, 0, 1};
  uint64_t smallest = UINT64_MAX;
  for (int tries = 0; tries < 4; ++tries) {
    const uint64_t before = ticks();
    const uint64_t ns = system_nanoseconds();
    const uint64_t between = ticks() - before;
    if (between >= smallest) continue;
    smallest = between;
    best = (struct clock_point){before + between / 2, ns, 1};
  }
  return best;
}

void clock_add_point(struct clock_curve* curve) {
  if (curve->count == CLOCK_POINTS) {
    curve->count /= 2;
    memmove(curve->points, curve->points + CLOCK_POINTS - curve->count,
            curve->count * sizeof(struct clock_point));
  }
  struct clock_point* to = &curve->points[curve->count++];
  *to = present();
  if (curve->count == 1 || to->ticks == to[-1].ticks) return;
  to[-1].ns_per_tick = (double)(to->ns - to[-1].ns) / (double)(to->ticks - to[-1].ticks);
}

uint64_t nanoseconds_at(const struct clock_curve* curve, uint64_t at) {
  if (curve->count == 1) return curve->points[0].ns;
  // The line that begins at the last point before `at`: one of the last, mostly.
  unsigned begin = curve->count - 2;
  while (begin > 0 && curve->points[begin].ticks > at) --begin;
  const struct clock_point* from = &curve->points[begin];
  const double distance = (double)(int64_t)(at - from->ticks) * from->ns_per_tick;
  return from->ns + (uint64_t)(int64_t)distance;
}
