// Sleeping on a word: what ends it.
#include "vm/base/futex.h"

#include <gtest/gtest.h>

#include <thread>

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(Futex, DoesNotSleepWhereTheWordIsAnother) {
  const vm::FutexWord word{1};
  EXPECT_TRUE(vm::futex_wait(word, 2));
  EXPECT_TRUE(vm::futex_wait(word, 2, steady_clock::now() + milliseconds(10000)));
}

TEST(Futex, SleepsUntilTheDeadline) {
  const vm::FutexWord word{1};
  const auto deadline = steady_clock::now() + milliseconds(20);
  while (vm::futex_wait(word, 1, deadline)) {
  }
  EXPECT_GE(steady_clock::now(), deadline);
  EXPECT_FALSE(vm::futex_wait(word, 1, steady_clock::time_point()));  // long ago
}

TEST(Futex, IsWoken) {
  vm::FutexWord word{0};
  std::thread sleeper([&] {
    while (word.load() == 0) vm::futex_wait(word, 0, steady_clock::time_point::max());
  });
  word.store(1);
  vm::futex_wake_one(word);
  sleeper.join();
}

}  // namespace
