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
