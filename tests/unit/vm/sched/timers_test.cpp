// The wheels of timers against a sorted list.
#include "vm/sched/timers.h"

#include "tests/unit/vm/proc/fake_engine.h"

#include <random>

namespace vm {
namespace {

class TimersTest : public testing::Test {
 protected:
  void SetUp() override {
    VmOptions options;
    options.schedulers = 1;
    vm = std::make_unique<Vm>(options);
    visit.emplace(*vm->progress);
    process = &vm->processes->publish(vm->processes->create());
    process->sched.state.try_queue();  // no other thread puts it in a run queue
    timers.emplace(*vm, start);
  }
  void TearDown() override {
    timers.reset();
    visit.reset();
  }
  RefNumber set(SWord deadline_ms) {
    auto timer = std::make_unique<MessageTimer>();
    timer->ref = RefNumber{++refs, 0};
    timer->target = process->pid;
    timer->value = Term::small(deadline_ms);
    timer->deadline_ms = deadline_ms;
    const RefNumber ref = timer->ref;
    timers->set(std::move(timer));
    return ref;
  }
  /// Deadlines of the timers that have expired since the last call.
  std::vector<SWord> expired() {
    handle_signals(*process);
    std::vector<SWord> result;
    while (Message* message = peek_message(*process)) {
      result.push_back(message->value.as_small());
      remove_message(*process);
    }
    return result;
  }
  static constexpr SWord start = -577'000'000'123;
  std::unique_ptr<Vm> vm;
  std::optional<ThreadProgress::Visit> visit;
  std::optional<Timers> timers;
  Process* process = nullptr;
  Word refs = 0;
};

TEST_F(TimersTest, ExpiresInOrderAndNotBefore) {
  set(start + 5);
  set(start + 70);
  set(start + 69);
  set(start + 100'000);
  EXPECT_EQ(timers->next_ms(), start + 5);
  timers->expire(start + 4);
  EXPECT_EQ(expired(), std::vector<SWord>{});
  timers->expire(start + 69);
  EXPECT_EQ(expired(), (std::vector<SWord>{start + 5, start + 69}));
  timers->expire(start + 200'000);
  EXPECT_EQ(expired(), (std::vector<SWord>{start + 70, start + 100'000}));
  EXPECT_EQ(timers->next_ms(), Timers::kNever);
}

TEST_F(TimersTest, CancelsOnceAndTellsWhatWasLeft) {
  const RefNumber ref = set(start + 1000);
  EXPECT_EQ(timers->read_message(ref, start + 400), 600);
  EXPECT_EQ(timers->cancel_message(ref, start + 400), 600);
  EXPECT_EQ(timers->cancel_message(ref, start + 400), -1);
  timers->expire(start + 2000);
  EXPECT_EQ(expired(), std::vector<SWord>{});
}

TEST_F(TimersTest, AgreesWithASortedListOverManySteps) {
  std::mt19937 random(7);
  SWord now = start;
  std::multimap<SWord, RefNumber> model;
  for (int step = 0; step < 3000; ++step) {
    const SWord reach = SWord{1} << (random() % 24);
    for (int i = 0; i < 3; ++i) {
      const SWord deadline = now + 1 + static_cast<SWord>(random()) % reach;
      model.emplace(deadline, set(deadline));
    }
    if (!model.empty() && random() % 2 == 0) {
      auto victim = std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
      EXPECT_EQ(timers->cancel_message(victim->second, now), victim->first - now);
      model.erase(victim);
    }
    now += 1 + static_cast<SWord>(random() % (SWord{1} << (random() % 16)));
    timers->expire(now);
    std::vector<SWord> expected;
    while (!model.empty() && model.begin()->first <= now) {
      expected.push_back(model.begin()->first);
      model.erase(model.begin());
    }
    ASSERT_EQ(expired(), expected) << "step " << step;
    ASSERT_LE(timers->next_ms(), model.empty() ? Timers::kNever : model.begin()->first);
  }
}

TEST_F(TimersTest, TellsAProcessOfItsReceiveTimeoutUnlessItWasCancelled) {
  ReceiveTimer timer;
  timer.pid = process->pid;
  timers->set(timer, start + 10);
  timers->cancel(timer);
  timers->expire(start + 20);
  EXPECT_TRUE(process->in_queue.is_empty());
  timers->set(timer, start + 30);
  timers->expire(start + 30);
  EXPECT_FALSE(process->in_queue.is_empty());
  timers->cancel(timer);
}

}  // namespace
}  // namespace vm
