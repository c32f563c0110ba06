// Which process runs next.
#include "tests/unit/vm/proc/fake_engine.h"
#include "vm/sched/hastened_processes.h"
#include "vm/sched/multi_scheduling.h"

namespace vm {
namespace {

class RunQueueTest : public testing::Test {
 protected:
  void SetUp() override {
    VmOptions options;
    options.schedulers = 1;
    vm = std::make_unique<Vm>(options);
    ThreadProgress::Visit visit(*vm->progress);
    for (int i = 0; i < 40; ++i) processes.push_back(vm->processes->create());
  }
  Process& process(int i, Priority priority) {
    processes[static_cast<std::size_t>(i)]->flags.priority = priority;
    return *processes[static_cast<std::size_t>(i)];
  }
  std::unique_ptr<Vm> vm;
  std::vector<std::unique_ptr<Process>> processes;
  void TearDown() override { processes.clear(); }
};

TEST_F(RunQueueTest, TakesMaxThenHighThenNormalInOrder) {
  RunQueue queue;
  Process& normal = process(0, Priority::kNormal);
  Process& second = process(1, Priority::kNormal);
  Process& high = process(2, Priority::kHigh);
  Process& max = process(3, Priority::kMax);
  for (Process* p : {&normal, &second, &high, &max}) queue.push(*p);
  EXPECT_EQ(queue.pop(), &max);
  EXPECT_EQ(queue.pop(), &high);
  EXPECT_EQ(queue.pop(), &normal);
  EXPECT_EQ(queue.pop(), &second);
  EXPECT_EQ(queue.pop(), nullptr);
}

TEST_F(RunQueueTest, RunsLowEveryEighthRound) {
  RunQueue queue;
  queue.push(process(0, Priority::kNormal));
  queue.push(process(1, Priority::kNormal));
  queue.push(process(2, Priority::kLow));
  queue.push(process(3, Priority::kLow));
  int low = 0;
  for (int turn = 0; turn < 900; ++turn) {
    Process* p = queue.pop();
    if (p->flags.priority == Priority::kLow) ++low;
    queue.push(*p);
  }
  // Two of each: eight turns of a normal one for each of a low one.
  EXPECT_NEAR(low, 100, 3);
}

TEST_F(RunQueueTest, RunsLowProcessesAtOnceWhereThereAreNoOthers) {
  RunQueue queue;
  queue.push(process(0, Priority::kLow));
  queue.push(process(1, Priority::kLow));
  EXPECT_EQ(queue.pop(), processes[0].get());
  EXPECT_EQ(queue.pop(), processes[1].get());
}

TEST_F(RunQueueTest, MovesForwardAProcessThatAnotherWaitsFor) {
  RunQueue queue;
  HastenedProcesses& hastened = vm->multi_scheduling->hastened();
  Process& high = process(0, Priority::kHigh);
  Process& low = process(1, Priority::kLow);
  Process& later = process(2, Priority::kLow);
  queue.push(high);
  queue.push(low);
  hastened.add(low.pid, Priority::kMax);
  EXPECT_TRUE(queue.raise(low));
  EXPECT_EQ(queue.top(), RunQueue::Top::kMax);
  EXPECT_EQ(queue.pop(), &low);
  EXPECT_EQ(queue.length(), 1u);
  EXPECT_FALSE(queue.raise(low));
  hastened.add(later.pid, Priority::kMax);  // before it is in a queue
  queue.push(later);
  EXPECT_EQ(queue.pop(), &later);
  EXPECT_EQ(queue.pop(), &high);
  EXPECT_EQ(queue.top(), RunQueue::Top::kNone);
  hastened.remove(later.pid);
  queue.push(later);
  EXPECT_EQ(queue.top(), RunQueue::Top::kOrdinary);
  EXPECT_EQ(queue.pop(), &later);
}

TEST_F(RunQueueTest, LetsAThiefTakeHalf) {
  RunQueue queue;
  for (int i = 0; i < 9; ++i) queue.push(process(i, Priority::kNormal));
  Word count = 0;
  Process* first = queue.steal(&count);
  EXPECT_EQ(count, 5u);
  EXPECT_EQ(queue.length(), 4u);
  RunQueue other;
  other.push_chain(first);
  EXPECT_EQ(other.length(), 5u);
  EXPECT_EQ(other.pop(), processes[0].get());
  EXPECT_EQ(queue.pop(), processes[5].get());
}

TEST_F(RunQueueTest, LetsAThiefTakeTheLastOfFew) {
  RunQueue queue;
  for (int i = 0; i < 4; ++i) queue.push(process(i, Priority::kNormal));
  Word count = 0;
  RunQueue other;
  other.push_chain(queue.steal(&count));
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(queue.length(), 2u);
  EXPECT_EQ(other.pop(), processes[2].get());
  EXPECT_EQ(queue.pop(), processes[0].get());
  queue.push(process(4, Priority::kNormal));  // behind the one that was left
  EXPECT_EQ(queue.pop(), processes[1].get());
  EXPECT_EQ(queue.pop(), processes[4].get());
}

TEST_F(RunQueueTest, LetsAThiefTakeHalfOfEachPriority) {
  RunQueue queue;
  for (int i = 0; i < 10; ++i) queue.push(process(i, Priority::kNormal));
  for (int i = 10; i < 30; ++i) queue.push(process(i, Priority::kLow));
  Word count = 0;
  RunQueue other;
  other.push_chain(queue.steal(&count));
  EXPECT_EQ(count, 15u);
  constexpr auto kNormal = static_cast<unsigned>(Priority::kNormal);
  constexpr auto kLow = static_cast<unsigned>(Priority::kLow);
  EXPECT_EQ(other.load().waiting[kNormal], 5u);
  EXPECT_EQ(other.load().waiting[kLow], 10u);
  EXPECT_EQ(queue.load().waiting[kLow], 10u);
}

TEST_F(RunQueueTest, CountsTurnsOfTwoPeriods) {
  RunQueue queue;
  constexpr auto kNormal = static_cast<unsigned>(Priority::kNormal);
  queue.push(process(0, Priority::kNormal));
  queue.pop();
  EXPECT_EQ(queue.load().turns[kNormal], 1u);
  queue.begin_period();
  EXPECT_EQ(queue.load().turns[kNormal], 1u);
  queue.begin_period();
  EXPECT_EQ(queue.load().turns[kNormal], 0u);
}

class BalanceTest : public RunQueueTest {
 protected:
  void SetUp() override {
    VmOptions options;
    options.schedulers = 2;
    vm = std::make_unique<Vm>(options);
    ThreadProgress::Visit visit(*vm->progress);
    for (int i = 0; i < 40; ++i) processes.push_back(vm->processes->create());
  }
  Scheduler& scheduler(unsigned i) { return (*vm->schedulers)[i]; }
  /// Runs `count` turns of a queue whose processes never wait.
  void run(RunQueue& queue, int count) {
    for (int i = 0; i < count; ++i) queue.push(*queue.pop());
  }
};

TEST_F(BalanceTest, TakesHalfOfTheDifferenceByPriority) {
  for (int i = 0; i < 10; ++i) scheduler(0).queue.push(process(i, Priority::kNormal));
  for (int i = 10; i < 14; ++i) scheduler(0).queue.push(process(i, Priority::kLow));
  for (int i = 14; i < 20; ++i) scheduler(1).queue.push(process(i, Priority::kNormal));
  run(scheduler(0).queue, 100);
  run(scheduler(1).queue, 100);
  vm->schedulers->balance(scheduler(1));
  EXPECT_EQ(scheduler(0).queue.length(), 8u + 2u);
  EXPECT_EQ(scheduler(1).queue.length(), 8u + 2u);
  vm->schedulers->balance(scheduler(0));
  EXPECT_EQ(scheduler(0).queue.length(), 8u + 2u);
  while (scheduler(0).queue.pop() != nullptr) {
  }
  while (scheduler(1).queue.pop() != nullptr) {
  }
}

TEST_F(BalanceTest, TakesAllThatWaitBehindMoreUrgentOnes) {
  scheduler(0).queue.push(process(0, Priority::kHigh));
  for (int i = 1; i < 7; ++i) scheduler(0).queue.push(process(i, Priority::kNormal));
  for (int i = 7; i < 17; ++i) scheduler(1).queue.push(process(i, Priority::kNormal));
  run(scheduler(0).queue, 100);
  run(scheduler(1).queue, 100);
  // The one where they starve takes nothing.
  vm->schedulers->balance(scheduler(0));
  EXPECT_EQ(scheduler(0).queue.length(), 7u);
  vm->schedulers->balance(scheduler(1));
  EXPECT_EQ(scheduler(0).queue.length(), 1u);
  EXPECT_EQ(scheduler(1).queue.length(), 16u);
  while (scheduler(0).queue.pop() != nullptr) {
  }
  while (scheduler(1).queue.pop() != nullptr) {
  }
}

TEST_F(RunQueueTest, TakesEachOnceInRandomOrderUnderStress) {
  RunQueue queue(99);
  for (int i = 0; i < 40; ++i) queue.push(process(i, Priority::kNormal));
  std::vector<Process*> taken;
  while (Process* p = queue.pop()) taken.push_back(p);
  EXPECT_NE(taken[0], processes[0].get());
  std::sort(taken.begin(), taken.end());
  EXPECT_EQ(std::unique(taken.begin(), taken.end()) - taken.begin(), 40);
}

}  // namespace
}  // namespace vm
