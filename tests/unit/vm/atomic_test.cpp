// Atomic and the accesses to shared plain words.
#include "vm/base/atomic.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

namespace {

using vm::Atomic;

TEST(Atomic, ReturnsTheValueBeforeAChange) {
  Atomic<std::uint64_t> n{5};
  EXPECT_EQ(n.fetch_add(2, vm::kRelaxed), 5u);
  EXPECT_EQ(n.fetch_sub(1, vm::kRelaxed), 7u);
  EXPECT_EQ(n.fetch_or(9, vm::kRelaxed), 6u);
  EXPECT_EQ(n.fetch_and(3, vm::kRelaxed), 15u);
  EXPECT_EQ(n.exchange(1, vm::kRelaxed), 3u);
  std::uint64_t expected = 2;
  EXPECT_FALSE(n.compare_exchange_strong(expected, 8, vm::kRelaxed, vm::kRelaxed));
  EXPECT_EQ(expected, 1u);
  EXPECT_TRUE(n.compare_exchange_strong(expected, 8, vm::kRelaxed, vm::kRelaxed));
  EXPECT_EQ(n.load(vm::kRelaxed), 8u);
}

TEST(Atomic, StepsAPointerByElements) {
  int cells[4] = {};
  Atomic<int*> p{cells};
  p.fetch_add(3, vm::kRelaxed);
  EXPECT_EQ(p.load(vm::kRelaxed), cells + 3);
}

TEST(Atomic, SharedWordPublishesWhatWasWrittenBefore) {
  std::uint64_t data = 0;
  std::uint64_t flag = 0;
  std::thread writer([&] {
    data = 42;
    vm::store_shared(flag, 1, vm::kRelease);  // pairs with the acquire below
  });
  while (vm::load_shared(flag, vm::kAcquire) == 0) vm::cpu_pause();  // pairs with the release above
  EXPECT_EQ(data, 42u);
  writer.join();
}

}  // namespace
