// Counts of locks: taken, waited for, held.
#include "vm/base/lock_counts.h"

#include "vm/base/mutex.h"
#include "vm/base/shared_mutex.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace {

using vm::LockCounts;
using vm::LockRank;
using vm::LockUse;
using vm::Word;

/// What was counted until now of one rank. Other tests of the program may have counted, too.
LockCounts counts_of(LockRank rank, LockUse use) {
  for (const LockCounts& counts : vm::lock_counts()) {
    if (counts.rank == rank && counts.use == use) return counts;
  }
  return {rank, use};
}

TEST(LockCounts, AreKeptWhileCountingIsOn) {
  vm::Mutex mutex(LockRank::kNifSelect);
  const LockCounts before = counts_of(LockRank::kNifSelect, LockUse::kExclusive);
  {
    vm::MutexLock lock(mutex);
  }
  vm::count_locks(true);
  for (int i = 0; i < 3; i++) vm::MutexLock lock(mutex);
  if (!mutex.try_lock()) GTEST_FAIL() << "the lock is free";
  mutex.unlock();
  vm::count_locks(false);
  {
    vm::MutexLock lock(mutex);
  }
  const LockCounts after = counts_of(LockRank::kNifSelect, LockUse::kExclusive);
  EXPECT_EQ(after.taken - before.taken, 4u);
  EXPECT_EQ(after.held - before.held, 4u);
  EXPECT_EQ(after.waited, before.waited);
}

TEST(LockCounts, DistinguishReadersFromWriters) {
  vm::SharedMutex mutex(LockRank::kNifResource);
  const LockCounts readers = counts_of(LockRank::kNifResource, LockUse::kShared);
  const LockCounts writers = counts_of(LockRank::kNifResource, LockUse::kExclusive);
  vm::count_locks(true);
  {
    vm::ReadLock lock(mutex);
  }
  {
    vm::ReadLock lock(mutex);
  }
  {
    vm::WriteLock lock(mutex);
  }
  vm::count_locks(false);
  EXPECT_EQ(counts_of(LockRank::kNifResource, LockUse::kShared).taken - readers.taken, 2u);
  EXPECT_EQ(counts_of(LockRank::kNifResource, LockUse::kExclusive).taken - writers.taken, 1u);
}

TEST(LockCounts, CountAThreadThatWaits) {
  vm::Mutex mutex(LockRank::kNifResourceTypes);
  const LockCounts before = counts_of(LockRank::kNifResourceTypes, LockUse::kExclusive);
  vm::count_locks(true);
  // The other thread may come after the lock was released, and then does not wait.
  const auto has_waited = [&] {
    return counts_of(LockRank::kNifResourceTypes, LockUse::kExclusive).waited > before.waited;
  };
  for (int round = 0; round < 10'000 && !has_waited(); round++) {
    vm::Atomic<bool> is_there{false};
    vm::MutexLock lock(mutex);
    std::thread other([&] {
      is_there.store(true, vm::kRelease);
      vm::MutexLock inner(mutex);
    });
    while (!is_there.load(vm::kAcquire)) {
    }
    for (int spin = 0; spin < 10 * round; spin++) std::this_thread::yield();
    lock.unlock();
    other.join();
  }
  vm::count_locks(false);
  const LockCounts after = counts_of(LockRank::kNifResourceTypes, LockUse::kExclusive);
  EXPECT_GT(after.waited, before.waited);
  EXPECT_GT(after.waited_ns, before.waited_ns);
  EXPECT_GE(after.longest_wait_ns, 1u);
}

TEST(LockCounts, LeaveOutTheWaitOfACondVar) {
  using Clock = std::chrono::steady_clock;
  vm::Mutex mutex(LockRank::kNodeTable);
  vm::CondVar never;
  const LockCounts before = counts_of(LockRank::kNodeTable, LockUse::kExclusive);
  vm::count_locks(true);
  const Clock::time_point start = Clock::now();
  Word waits = 0;
  {
    vm::MutexLock lock(mutex);
    for (bool in_time = true; in_time; waits++)  // a wait may end early
      in_time = never.wait_until(mutex, start + std::chrono::milliseconds(20));
  }
  const std::chrono::nanoseconds all = Clock::now() - start;
  vm::count_locks(false);
  const LockCounts after = counts_of(LockRank::kNodeTable, LockUse::kExclusive);
  EXPECT_EQ(after.taken - before.taken, 1u);
  EXPECT_EQ(after.held - before.held, waits + 1);
  // A fifth of the wait for the clocks' difference.
  EXPECT_LT(after.held_ns - before.held_ns + 16'000'000, static_cast<Word>(all.count()));
}

}  // namespace
