// Mutex, its ranks, and CondVar.
#include "vm/base/mutex.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace {

using vm::CondVar;
using vm::LockRank;
using vm::Mutex;
using vm::MutexLock;

TEST(Mutex, GuardsAgainstOtherThreads) {
  Mutex mutex(LockRank::kRegistry);
  long counter = 0;
  auto count = [&] {
    for (int i = 0; i < 20000; i++) {
      MutexLock lock(mutex);
      counter++;
    }
  };
  std::thread other(count);
  count();
  other.join();
  EXPECT_EQ(counter, 40000);
}

TEST(Mutex, IsTakenInTheOrderOfTheTable) {
  Mutex outer(LockRank::kExportTable);
  Mutex inner(LockRank::kAtomTable);
  {
    MutexLock a(outer);
    MutexLock b(inner);
  }
  MutexLock again(inner);
  vm::LockRank rank = inner.rank();
  EXPECT_STREQ(vm::lock_rank_name(rank), "kAtomTable");
}

TEST(Mutex, TryLockMayGoAgainstTheOrder) {
  Mutex outer(LockRank::kExportTable);
  Mutex inner(LockRank::kAtomTable);
  MutexLock lock(inner);
  if (!outer.try_lock()) GTEST_FAIL() << "the lock is free";
  outer.unlock();
}

TEST(Mutex, MayBeReleasedBeforeAnOlderOne) {
  Mutex outer(LockRank::kExportTable);
  Mutex inner(LockRank::kAtomTable);
  MutexLock a(outer);
  MutexLock b(inner);
  a.unlock();
  b.unlock();
  MutexLock c(outer);
}

TEST(MutexDeathTest, WrongOrderStopsInBuildsWithAsserts) {
  if (!vm::kAsserts) GTEST_SKIP() << "asserts are off";
  Mutex outer(LockRank::kExportTable);
  Mutex inner(LockRank::kAtomTable);
  EXPECT_DEATH(
      {
        MutexLock a(inner);
        MutexLock b(outer);
      },
      "kExportTable is taken while kAtomTable is held");
}

TEST(MutexDeathTest, NoLockIsHeldWhereNoneMayBe) {
  if (!vm::kAsserts) GTEST_SKIP() << "asserts are off";
  vm::assert_no_locks_held("nothing is held yet");
  Mutex mutex(LockRank::kRegistry);
  EXPECT_DEATH(
      {
        MutexLock lock(mutex);
        vm::assert_no_locks_held("calling a tracer");
      },
      "kRegistry is held in a place that may hold none: calling a tracer");
}

TEST(CondVar, WakesTheWaiter) {
  Mutex mutex(LockRank::kRegistry);
  CondVar changed;
  bool ready = false;
  std::thread other([&] {
    MutexLock lock(mutex);
    ready = true;
    changed.notify_one();
  });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  {
    MutexLock lock(mutex);
    while (!ready) ASSERT_TRUE(changed.wait_until(mutex, deadline));
  }
  other.join();
}

TEST(CondVar, GivesUpAtTheDeadline) {
  Mutex mutex(LockRank::kRegistry);
  CondVar never;
  MutexLock lock(mutex);
  EXPECT_FALSE(never.wait_until(mutex, std::chrono::steady_clock::now()));
}

}  // namespace
