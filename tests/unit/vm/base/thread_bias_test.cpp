// One thread without the lock, then all with it: never two at once, at whatever moment the others
// come. Readers without it beside each other, but never beside one that writes.
#include "vm/base/thread_bias.h"

#include "vm/base/random_numbers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace vm {
namespace {

using Gift = ThreadBias::Gift;

/// What is guarded: two plain numbers that are the same outside.
struct Guarded {
  ThreadBias bias;
  std::shared_mutex mutex;
  Word first = 0;
  Word second = 0;

  /// The right is given under the lock.
  void give(Gift gift) {
    if (gift == Gift::kNone) return;
    const std::lock_guard lock(mutex);
    if (bias.is_open(LockMode::kWrite)) bias.give(gift);
  }
  /// Calls `f`. True if that was without the lock.
  template <class F>
  bool with(LockMode mode, F&& f) {
    const auto lock = [&] { mode == LockMode::kWrite ? mutex.lock() : mutex.lock_shared(); };
    const auto unlock = [&] { mode == LockMode::kWrite ? mutex.unlock() : mutex.unlock_shared(); };
    while (!bias.enter(mode)) {
      lock();
      if (!bias.is_open(mode)) {
        unlock();
        continue;
      }
      f();
      unlock();
      give(bias.due(mode));
      return false;
    }
    f();
    bias.leave();
    return true;
  }
  bool add(unsigned pause) {
    return with(LockMode::kWrite, [&] {
      EXPECT_EQ(first, second);
      ++first;
      for (unsigned i = 0; i < pause; ++i) cpu_pause();
      ++second;
    });
  }
  bool read(unsigned pause) {
    return with(LockMode::kRead, [&] {
      const Word seen = first;
      for (unsigned i = 0; i < pause; ++i) cpu_pause();
      EXPECT_EQ(seen, second);
    });
  }
};

/// Calls `f` in a thread that may have the right.
template <class F>
std::thread allowed(F&& f) {
  return std::thread([f = std::forward<F>(f)] {
    ThreadBias::allow_for_this_thread();
    f();
  });
}

constexpr int kManyUses = 100'000;
/// How many uses it takes until one is without the lock; kManyUses: more.
template <class F>
int uses_until_right(F&& use) {
  int uses = 0;
  while (!use() && uses < kManyUses) ++uses;
  return uses;
}

TEST(ThreadBias, IsOfTheThreadThatMadeIt) {
  if (!ThreadBias::announce()) GTEST_SKIP() << "the system has no membarrier";
  std::thread([] {
    Guarded not_allowed;
    EXPECT_FALSE(not_allowed.bias.enter(LockMode::kWrite));
    EXPECT_FALSE(not_allowed.bias.enter(LockMode::kRead));
    ThreadBias::allow_for_this_thread();
    Guarded guarded;
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guarded.add(0));
    std::thread([&] { EXPECT_FALSE(guarded.add(0)); }).join();
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(guarded.add(0));
    EXPECT_EQ(guarded.first, 21u);
    // Not for good.
    const int more = uses_until_right([&] { return guarded.add(0); });
    EXPECT_GT(more, 10'000);
    EXPECT_LT(more, kManyUses);
    EXPECT_TRUE(guarded.add(0));
  }).join();
}

TEST(ThreadBias, LetsNoTwoThreadsIn) {
  if (!ThreadBias::announce()) GTEST_SKIP() << "the system has no membarrier";
  constexpr Word kOthers = 3, kTimes = 200;
  Word without_lock = 0;
  std::thread owner = allowed([&] {
    RandomNumbers random(1);
    constexpr unsigned kGivesEvery = 50;  // not only where it is due
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (std::chrono::steady_clock::now() < end) {
      const auto guarded = std::make_unique<Guarded>();
      std::vector<std::thread> others;
      Word own = 0;
      for (Word n = 0; n < kOthers; ++n) {
        const auto pause = static_cast<unsigned>(random.below(3000));
        others.push_back(allowed([&guarded, pause] {
          for (unsigned i = 0; i < pause; ++i) cpu_pause();
          for (unsigned i = 0; i < kTimes; ++i) {
            if (!guarded->add(i % 7) && i % kGivesEvery == pause % kGivesEvery)
              guarded->give(Gift::kToMe);
          }
        }));
        for (Word i = random.below(500); i-- > 0; ++own) {
          without_lock += guarded->add(static_cast<unsigned>(random.below(5))) ? 1 : 0;
          if (i % kGivesEvery == 0) guarded->give(Gift::kToMe);
        }
      }
      for (Word i = 0; i < kTimes; ++i, ++own) without_lock += guarded->add(0) ? 1 : 0;
      for (std::thread& other : others) other.join();
      ASSERT_EQ(guarded->first, kOthers * kTimes + own);
      ASSERT_EQ(guarded->second, guarded->first);
    }
  });
  owner.join();
  EXPECT_GT(without_lock, 500u);
}

TEST(ThreadBias, IsOfAllWhoRead) {
  if (!ThreadBias::announce()) GTEST_SKIP() << "the system has no membarrier";
  allowed([] {
    Guarded guarded;
    // Takes it from the thread that made it.
    std::thread([&] { EXPECT_FALSE(guarded.read(0)); }).join();
    guarded.give(Gift::kToReaders);
    EXPECT_TRUE(guarded.read(0));
    allowed([&] { EXPECT_TRUE(guarded.read(0)); }).join();
    // One that may not have it reads beside them.
    std::thread([&] { EXPECT_FALSE(guarded.read(0)); }).join();
    EXPECT_TRUE(guarded.read(0));
    // A thread that writes takes it away.
    EXPECT_FALSE(guarded.add(0));
    EXPECT_FALSE(guarded.read(0));
  }).join();
}

TEST(ThreadBias, IsGivenToReadersWhereNobodyWrites) {
  if (!ThreadBias::announce()) GTEST_SKIP() << "the system has no membarrier";
  allowed([] {
    Guarded guarded;
    std::thread([&] { guarded.add(0); }).join();
    // Each of two threads reads a part of the time.
    const auto read_in_turn = [&](bool also_write) {
      bool has_right = false;
      for (int i = 0; i < 200 && !has_right; ++i) {
        const auto part = [&] {
          for (int n = 0; n < 256; ++n) has_right = guarded.read(0) || has_right;
        };
        part();
        std::thread other = allowed(part);
        other.join();
        if (also_write) guarded.add(0);
      }
      return has_right;
    };
    EXPECT_FALSE(read_in_turn(true));
    EXPECT_TRUE(read_in_turn(false));
    EXPECT_TRUE(guarded.read(0));
    EXPECT_FALSE(guarded.add(0));
    const int more = uses_until_right([&] { return guarded.read(0); });
    EXPECT_GT(more, 10'000);
    EXPECT_LT(more, kManyUses);
  }).join();
}

TEST(ThreadBias, LetsNoWriterInBesideReaders) {
  if (!ThreadBias::announce()) GTEST_SKIP() << "the system has no membarrier";
  constexpr unsigned kReaders = 3, kWrites = 400;
  Atomic<Word> without_lock{0};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  for (Word round = 0; std::chrono::steady_clock::now() < end; ++round) {
    Guarded guarded;
    Atomic<bool> is_done{false};
    std::vector<std::thread> readers;
    for (unsigned n = 0; n < kReaders; ++n) {
      readers.push_back(allowed([&, n] {
        Word count = 0;
        for (unsigned i = 0; !is_done.load(kRelaxed); ++i)
          count += guarded.read((i + n) % 5) ? 1 : 0;
        without_lock.fetch_add(count, kRelaxed);
      }));
    }
    allowed([&] {
      RandomNumbers random(round);
      for (unsigned i = 0; i < kWrites; ++i) {
        guarded.add(static_cast<unsigned>(random.below(4)));
        if (random.below(2) == 0)
          guarded.give(random.below(8) == 0 ? Gift::kToMe : Gift::kToReaders);
        for (Word pause = random.below(2000); pause > 0; --pause) cpu_pause();
      }
    }).join();
    is_done.store(true, kRelaxed);
    for (std::thread& reader : readers) reader.join();
    ASSERT_EQ(guarded.first, kWrites);
  }
  EXPECT_GT(without_lock.load(kRelaxed), 10'000u);
}

}  // namespace
}  // namespace vm
