// One thread without the lock, then all with it: never two at once, at whatever moment the others
// come.
#include "vm/base/thread_bias.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace vm {
namespace {

/// What is guarded: two plain numbers that are the same outside.
struct Guarded {
  ThreadBias bias;
  std::mutex mutex;
  Word first = 0;
  Word second = 0;

  /// The right is given under the lock.
  void give() {
    const std::lock_guard lock(mutex);
    if (bias.is_taken_away()) bias.give();
  }
  /// True if it was done without the lock.
  bool add(unsigned pause) {
    bool has_right = true;
    while (!bias.enter()) {
      mutex.lock();
      has_right = false;
      if (bias.is_taken_away()) break;
      mutex.unlock();
      has_right = true;
    }
    EXPECT_EQ(first, second);
    ++first;
    for (unsigned i = 0; i < pause; ++i) cpu_pause();
    ++second;
    if (has_right) {
      bias.leave();
    } else {
      mutex.unlock();
      if (bias.is_due()) give();
    }
    return has_right;
  }
};

TEST(ThreadBias, IsOfTheThreadThatMadeIt) {
  if (!ThreadBias::announce()) GTEST_SKIP() << "the system has no membarrier";
  std::thread([] {
    Guarded not_allowed;
    EXPECT_FALSE(not_allowed.bias.enter());
    ThreadBias::allow_for_this_thread();
    Guarded guarded;
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guarded.add(0));
    std::thread([&] { EXPECT_FALSE(guarded.add(0)); }).join();
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(guarded.add(0));
    EXPECT_EQ(guarded.first, 21u);
    // Not for good.
    int more = 0;
    while (!guarded.add(0) && more < 100'000) ++more;
    EXPECT_GT(more, 10'000);
    EXPECT_LT(more, 100'000);
    EXPECT_TRUE(guarded.add(0));
  }).join();
}

TEST(ThreadBias, LetsNoTwoThreadsIn) {
  if (!ThreadBias::announce()) GTEST_SKIP() << "the system has no membarrier";
  constexpr Word kOthers = 3, kTimes = 200;
  Word without_lock = 0;
  std::thread owner([&] {
    ThreadBias::allow_for_this_thread();
    std::mt19937 random(1);
    constexpr unsigned kGivesEvery = 50;  // not only where it is due
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (std::chrono::steady_clock::now() < end) {
      const auto guarded = std::make_unique<Guarded>();
      std::vector<std::thread> others;
      Word own = 0;
      for (Word n = 0; n < kOthers; ++n) {
        const unsigned pause = random() % 3000;
        others.emplace_back([&guarded, pause] {
          ThreadBias::allow_for_this_thread();
          for (unsigned i = 0; i < pause; ++i) cpu_pause();
          for (unsigned i = 0; i < kTimes; ++i) {
            if (!guarded->add(i % 7) && i % kGivesEvery == pause % kGivesEvery) guarded->give();
          }
        });
        for (unsigned i = random() % 500; i-- > 0; ++own) {
          without_lock += guarded->add(random() % 5) ? 1 : 0;
          if (i % kGivesEvery == 0) guarded->give();
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

}  // namespace
}  // namespace vm
