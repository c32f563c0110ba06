// SharedLock: who may hold it together, and that no thread waits for ever.
#include "vm/base/shared_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace {

using vm::SharedLock;

TEST(SharedLock, HasManyReadersOrOneWriter) {
  SharedLock lock;
  lock.lock_shared();
  EXPECT_TRUE(lock.try_lock_shared());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock_shared();
  EXPECT_FALSE(lock.try_lock());
  lock.unlock_shared();
  ASSERT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock_shared());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock_shared());
  lock.unlock_shared();
}

TEST(SharedLock, LetsAWriterThatWaitsGoBeforeNewReaders) {
  SharedLock lock;
  lock.lock_shared();
  std::thread writer([&] {
    lock.lock();
    lock.unlock();
  });
  while (lock.try_lock_shared()) {
    lock.unlock_shared();
    std::this_thread::yield();
  }
  lock.unlock_shared();
  writer.join();
  EXPECT_TRUE(lock.try_lock());
  lock.unlock();
}

/// Threads that now and then hold the lock for so long that others sleep.
TEST(SharedLock, EachThreadGetsItsTurn) {
  constexpr int kThreads = 6, kRounds = 4000;
  SharedLock lock;
  std::atomic<int> readers{0}, writers{0};
  long both[2] = {0, 0};  // guarded by the lock; always equal
  std::atomic<long> wrong{0};
  const auto work = [&](int number) {
    for (int i = 0; i < kRounds; ++i) {
      const bool writes = (i + number) % 3 == 0;
      if (writes) {
        lock.lock();
        wrong += writers.fetch_add(1) != 0 || readers.load() != 0;
        ++both[0];
      } else {
        lock.lock_shared();
        readers.fetch_add(1);
        wrong += writers.load() != 0;
        wrong += both[0] != both[1];
      }
      if (i % 64 == number) std::this_thread::sleep_for(std::chrono::microseconds(50));
      if (writes) {
        ++both[1];
        writers.fetch_sub(1);
        lock.unlock();
      } else {
        readers.fetch_sub(1);
        lock.unlock_shared();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(both[0], both[1]);
  EXPECT_EQ(both[0], long{kThreads} * kRounds / 3);
}

}  // namespace
