// The time of events: see clock.h.
#include "trace_log/clock.h"

#include <stdbool.h>
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
