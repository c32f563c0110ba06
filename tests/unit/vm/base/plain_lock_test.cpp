// PlainLock: one holder, and no thread waits for ever.
#include "vm/base/plain_lock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace {

using vm::PlainLock;

TEST(PlainLock, HasOneHolder) {
  PlainLock lock;
  ASSERT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  lock.lock();
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
}

/// Threads that now and then hold the lock for so long that others sleep.
TEST(PlainLock, EachThreadGetsItsTurn) {
  constexpr int kThreads = 6, kRounds = 5000;
  PlainLock lock;
  long count = 0;  // guarded by the lock
  const auto work = [&](int number) {
    for (int i = 0; i < kRounds; ++i) {
      lock.lock();
      const long before = count;
      if (i % 64 == number) std::this_thread::sleep_for(std::chrono::microseconds(50));
      count = before + 1;
      lock.unlock();
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, long{kThreads} * kRounds);
}

}  // namespace
