// Which process runs next.
#include "tests/unit/vm/proc/fake_engine.h"

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

TEST_F(RunQueueTest, GivesLowEveryEighthTurn) {
  RunQueue queue;
  for (int i = 0; i < 20; ++i) queue.push(process(i, Priority::kNormal));
  queue.push(process(20, Priority::kLow));
  queue.push(process(21, Priority::kLow));
  std::vector<int> turns;
  for (int turn = 0; turn < 22; ++turn) {
    if (queue.pop()->flags.priority == Priority::kLow) turns.push_back(turn);
  }
  EXPECT_EQ(turns, (std::vector<int>{7, 15}));
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
