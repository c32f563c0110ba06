// Ticks against the system's clock.
#include "vm/base/tick_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace {

using vm::TickClock;
using vm::Word;

Word system_ns() {
  return static_cast<Word>(std::chrono::steady_clock::now().time_since_epoch() /
                           std::chrono::nanoseconds(1));
}

/// How much ticks and the system's clock differ over some milliseconds, in parts of a hundred.
double difference(const TickClock& clock) {
  const Word before_ns = system_ns();
  const Word before = clock.ticks();
  while (system_ns() - before_ns < 5'000'000) {
  }
  const double told = static_cast<double>(clock.to_ns(clock.ticks() - before));
  const double real = static_cast<double>(system_ns() - before_ns);
  return std::abs(told - real) / real * 100;
}

TEST(TickClock, AgreesWithTheSystemsClock) {
  // A thread that does not run for a while between two of its readings says nothing.
  const TickClock clock;
  double best = 100;
  for (int n = 0; n < 20 && best > 1; ++n) best = std::min(best, difference(clock));
  EXPECT_LE(best, 1);
}

TEST(TickClock, IsTheSystemsClockWithoutACounter) {
  const TickClock clock(false);
  EXPECT_FALSE(clock.uses_counter());
  EXPECT_EQ(clock.to_ns(12345), 12345u);
  const Word before = clock.ticks();
  EXPECT_GE(clock.ticks(), before);
}

}  // namespace
