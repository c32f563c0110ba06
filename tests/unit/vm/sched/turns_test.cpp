// One thread at a time works while turns are on.
#include "vm/sched/turns.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace vm {
namespace {

using Begin = Turns::Begin;
using Who = Turns::Who;

TEST(TurnsTest, LetsAllWorkFreelyWhileOff) {
  Turns turns;
  EXPECT_EQ(turns.begin(Who::kDirty), Begin::kFree);
  EXPECT_EQ(turns.begin(Who::kScheduler), Begin::kFree);
  turns.end(Who::kScheduler, Begin::kFree);
  turns.end(Who::kDirty, Begin::kFree);
}

TEST(TurnsTest, LetsOneWorkAtATime) {
  Turns turns;
  turns.set(true);
  Atomic<int> working{0};
  Atomic<int> most{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, who = i == 0 ? Who::kScheduler : Who::kDirty] {
      for (int round = 0; round < 50; ++round) {
        const Begin begin = turns.begin(who);
        const int now = working.fetch_add(1, kSeqCst) + 1;  // seq_cst: the strictest, for a test
        if (now > most.load(kSeqCst)) most.store(now, kSeqCst);
        std::this_thread::yield();
        working.fetch_sub(1, kSeqCst);
        turns.end(who, begin);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most.load(kSeqCst), 1);
}

TEST(TurnsTest, WaitsForDirtyCallsThatBeganBefore) {
  Turns turns;
  const Begin before = turns.begin(Who::kDirty);
  turns.set(true);
  bool is_alone = false;
  turns.when_alone([&] { is_alone = true; });
  // The scheduler works beside it.
  const Begin begin = turns.begin(Who::kScheduler);
  EXPECT_EQ(begin, Begin::kTurn);
  turns.end(Who::kScheduler, begin);
  EXPECT_FALSE(is_alone);
  turns.end(Who::kDirty, before);
  EXPECT_TRUE(is_alone);
  const Begin after = turns.begin(Who::kDirty);
  EXPECT_EQ(after, Begin::kTurn);
  turns.end(Who::kDirty, after);
}

TEST(TurnsTest, NobodyWaitsWhenTheMachineEndsOrTurnsAreOff) {
  Turns turns;
  turns.set(true);
  const Begin first = turns.begin(Who::kDirty);
  std::thread freed([&] { EXPECT_EQ(turns.begin(Who::kScheduler), Begin::kFree); });
  turns.set(false);
  freed.join();
  turns.set(true);
  std::thread ended([&] { EXPECT_EQ(turns.begin(Who::kScheduler), Begin::kEnded); });
  turns.stop();
  ended.join();
  turns.end(Who::kDirty, first);
}

}  // namespace
}  // namespace vm
