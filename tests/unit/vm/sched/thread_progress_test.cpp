// When actions of thread progress run, and that nothing is freed before.
#include "vm/sched/thread_progress.h"

#include <gtest/gtest.h>

#include <thread>

namespace vm {
namespace {

void report_often(ThreadProgress::Participant& p) {
  for (int i = 0; i < 100; ++i) p.report();
}

// proves B10
TEST(ThreadProgress, RunsActionsOnlyAfterEveryAwakeParticipantHasReported) {
  ThreadProgress progress;
  ThreadProgress::Participant here(progress);
  here.wake();
  Atomic<int> phase{0};
  std::thread other([&] {
    ThreadProgress::Participant there(progress);
    there.wake();
    phase.store(1, kSeqCst);
    while (phase.load(kSeqCst) == 1) std::this_thread::yield();
    for (int i = 0; i < 10000 && phase.load(kSeqCst) != 3; ++i) {
      there.report();
      std::this_thread::yield();
    }
    there.sleep();
  });
  while (phase.load(kSeqCst) == 0) std::this_thread::yield();
  bool ran = false;
  progress.later([&] { ran = true; });
  report_often(here);
  EXPECT_FALSE(ran);
  phase.store(2, kSeqCst);
  while (!ran) here.report();
  phase.store(3, kSeqCst);
  other.join();
  here.sleep();
  EXPECT_TRUE(ran);
}

TEST(ThreadProgress, CountsSleepersAsPassedAndDoesTheRestWhenTheLastOneSleeps) {
  ThreadProgress progress;
  ThreadProgress::Participant asleep(progress);
  ThreadProgress::Participant here(progress);
  here.wake();
  int ran = 0;
  progress.later([&] {
    ++ran;
    progress.later([&] { ++ran; });
  });
  here.sleep();
  EXPECT_EQ(ran, 2);
}

TEST(ThreadProgress, RunsActionsOfForeignThreadsToo) {
  ThreadProgress progress;
  ThreadProgress::Participant here(progress);
  bool ran = false;
  progress.later([&] { ran = true; });
  EXPECT_FALSE(ran);
  here.wake();
  here.sleep();
  EXPECT_TRUE(ran);
}

// proves B10
TEST(ThreadProgress, WaitsForNobodyWhoRests) {
  ThreadProgress progress;
  ThreadProgress::Participant resting(progress);
  int ran = 0;
  // Another thread's action, which runs while that thread reports, unless somebody holds it up.
  const auto register_elsewhere = [&] {
    std::thread([&] {
      ThreadProgress::Participant there(progress);
      there.wake();
      progress.later([&] { ++ran; });
      report_often(there);
      EXPECT_EQ(ran, 1);
      there.sleep();
    }).join();
  };
  resting.wake();
  {
    ThreadProgress::Quiescent waiting(progress);
    EXPECT_FALSE(progress.is_awake_here());
    {
      // A second one holds nothing up that the first one did not, and ends nothing.
      ThreadProgress::Quiescent again(progress);
    }
    EXPECT_FALSE(progress.is_awake_here());
    register_elsewhere();
  }
  EXPECT_TRUE(progress.is_awake_here());
  // Awake again: nothing runs before it reports.
  register_elsewhere();
  while (ran == 1) resting.report();
  resting.sleep();
}

TEST(ThreadProgress, PassesActionsOnWhileTheirThreadRests) {
  ThreadProgress progress;
  ThreadProgress::Participant here(progress);
  here.wake();
  bool ran = false;
  progress.later([&] { ran = true; });
  {
    ThreadProgress::Quiescent waiting(progress);
    std::thread([&] {
      ThreadProgress::Participant there(progress);
      there.wake();
      report_often(there);
      there.sleep();
    }).join();
    EXPECT_TRUE(ran);
  }
  here.sleep();
}

// An attempt to end the epoch fails while the other thread has not reported, and that thread does
// not try when it sleeps.
TEST(ThreadProgress, TriesAgainSoonAfterTheThreadThatHeldItUpSleeps) {
  ThreadProgress progress;
  ThreadProgress::Participant here(progress);
  Atomic<int> phase{0};
  std::thread other([&] {
    ThreadProgress::Participant there(progress);
    there.wake();
    phase.store(1, kSeqCst);
    while (phase.load(kSeqCst) == 1) std::this_thread::yield();
    there.sleep();
    phase.store(3, kSeqCst);
  });
  while (phase.load(kSeqCst) == 0) std::this_thread::yield();
  here.wake();
  bool ran = false;
  progress.later([&] { ran = true; });
  for (int i = 0; i < 10; ++i) report_often(here);
  EXPECT_FALSE(ran);
  phase.store(2, kSeqCst);
  while (phase.load(kSeqCst) == 2) std::this_thread::yield();
  for (int i = 0; i < 20; ++i) here.report();
  EXPECT_TRUE(ran);
  other.join();
  here.sleep();
}

TEST(ThreadProgress, LeavesTheEpochWhereNoActionWaits) {
  ThreadProgress progress;
  ThreadProgress::Participant here(progress);
  here.wake();
  int ran = 0;
  for (int i = 0; i < 3; ++i) progress.later([&] { ++ran; });
  report_often(here);
  EXPECT_EQ(ran, 3);
  const Word epoch = progress.epoch();
  report_often(here);
  EXPECT_EQ(progress.epoch(), epoch);
  here.sleep();
  EXPECT_EQ(progress.epoch(), epoch);
}

/// Readers follow a pointer that a writer replaces and deletes; a sanitizer sees any use after the
/// deletion.
void replace_under_readers(bool stress) {
  ThreadProgress progress(stress);
  Atomic<int*> shared{new int(0)};
  Atomic<bool> stop{false};
  std::vector<std::thread> readers;
  for (int r = 0; r < 3; ++r) {
    readers.emplace_back([&, r] {
      ThreadProgress::Participant me(progress);
      me.wake();
      long sum = 0;
      for (int i = 0; !stop.load(kRelaxed); ++i) {
        int* p = shared.load(kAcquire);
        sum += *p;
        me.report();
        if (i % (50 + r) == 0) {
          me.sleep();
          me.wake();
        }
      }
      me.sleep();
      EXPECT_GE(sum, 0);
    });
  }
  {
    ThreadProgress::Participant me(progress);
    me.wake();
    for (int i = 1; i <= 3000; ++i) {
      progress.delete_later(shared.exchange(new int(i), kAcqRel));
      me.report();
      if (i % 100 == 0) std::this_thread::yield();
    }
    me.sleep();
  }
  stop.store(true, kRelaxed);
  for (auto& reader : readers) reader.join();
  delete shared.load(kRelaxed);
}

TEST(ThreadProgress, FreesNothingThatAReaderMayHold) { replace_under_readers(false); }
TEST(ThreadProgress, FreesNothingThatAReaderMayHoldWhenDelayed) { replace_under_readers(true); }

}  // namespace
}  // namespace vm
