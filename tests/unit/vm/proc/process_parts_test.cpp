// Parts of a process by themselves: the state word, suspending, the message queue, parked
// registers.
#include "vm/base/random_numbers.h"
#include "vm/proc/message_queue.h"
#include "vm/proc/parked_registers.h"
#include "vm/proc/scheduling.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <vector>

namespace vm {
namespace {

TEST(RunState, IsQueuedByOneThreadOnly) {
  RunState state;
  EXPECT_TRUE(state.try_queue());
  EXPECT_FALSE(state.try_queue());
  state.begin_running();
  EXPECT_FALSE(state.try_queue());
  state.requeue();
  EXPECT_FALSE(state.try_queue());
  state.begin_running();
  state.end_running();
  EXPECT_TRUE(state.try_queue());
}

TEST(RunState, IsNeverQueuedAfterTheEnd) {
  RunState state;
  state.set_exiting();
  EXPECT_TRUE(state.is_exiting());
  EXPECT_TRUE(state.try_queue());  // its signals are still to be handled
  state.begin_running();
  state.set_ended();
  state.end_running();
  EXPECT_FALSE(state.try_queue());
  EXPECT_TRUE(state.is_exiting_or_ended(kSeqCst));
}

TEST(Scheduling, ResumesAfterAsManyResumesAsSuspends) {
  Scheduling sched;
  sched.suspend();
  sched.suspend();
  EXPECT_FALSE(sched.resume());
  EXPECT_TRUE(sched.state.is_suspended());
  EXPECT_TRUE(sched.resume());
  EXPECT_FALSE(sched.state.is_suspended());
  EXPECT_FALSE(sched.resume());
}

TEST(Scheduling, EndsAWaitForTheEventThatItWaitsFor) {
  Scheduling sched;
  sched.waiting = Waiting::kOperation;
  sched.end_wait(Waiting::kMessage);
  EXPECT_EQ(sched.waiting, Waiting::kOperation);
  sched.end_wait(Waiting::kOperation);
  EXPECT_EQ(sched.waiting, Waiting::kNothing);
}

class MessageQueueTest : public testing::Test {
 protected:
  static std::unique_ptr<Message> message_of(Term value) {
    auto message = Message::make(0, Message::Extra::kNone);
    message->value = value;
    return message;
  }
  Message& append(SWord value) {
    Message* const message = message_of(Term::small(value)).release();  // owner: the queue
    queue.append(message);
    return *message;
  }
  std::vector<Term> values() const {
    std::vector<Term> result;
    for (Message* m = queue.first(); m != nullptr; m = MessageQueue::next_of(*m))
      result.push_back(m->value);
    return result;
  }
  static std::vector<Term> numbers(std::initializer_list<SWord> all) {
    std::vector<Term> result;
    for (const SWord n : all) result.push_back(Term::small(n));
    return result;
  }

  MessageQueue queue;
};

TEST_F(MessageQueueTest, KeepsThePlaceOfTheReceiveWhenTheMessageBeforeItGoes) {
  for (const SWord n : {1, 2, 3}) append(n);
  queue.skip();
  queue.skip();
  EXPECT_EQ(queue.take(MessageQueue::link_behind(*queue.first()))->value, Term::small(2));
  EXPECT_EQ(queue.current()->value, Term::small(3));
  EXPECT_EQ(values(), numbers({1, 3}));
  EXPECT_EQ(queue.length(), 2u);
}

TEST_F(MessageQueueTest, AppendsBehindTheLastMessageThatIsLeft) {
  append(1);
  queue.skip();
  EXPECT_EQ(queue.take(queue.first_link())->value, Term::small(1));
  EXPECT_EQ(queue.current(), nullptr);
  append(2);
  EXPECT_EQ(queue.current()->value, Term::small(2));
  EXPECT_EQ(values(), numbers({2}));
}

TEST_F(MessageQueueTest, BeginsAtAMarkerWhoseMessagesBeforeItAreGone) {
  append(1);
  const RefNumber ref{17, 4};
  queue.bind_marker(queue.reserve_marker(), ref);
  append(2);
  EXPECT_EQ(queue.take(queue.first_link())->value, Term::small(1));
  queue.restart_at_marker(ref);
  EXPECT_EQ(queue.current()->value, Term::small(2));
  queue.drop_marker(ref);
  queue.skip();
  queue.restart_at_marker(ref);  // no effect
  EXPECT_EQ(queue.current(), nullptr);
}

TEST_F(MessageQueueTest, GivesUpTheOldestMarker) {
  std::vector<Word> ids;
  for (Word n = 1; n <= 5; ++n) {
    append(static_cast<SWord>(n));
    ids.push_back(queue.reserve_marker());
  }
  for (Word n = 0; n < 5; ++n) queue.bind_marker(ids[n], RefNumber{n, 0});
  append(6);
  queue.restart_at_marker(RefNumber{0, 0});
  EXPECT_EQ(queue.current()->value, Term::small(1));  // as without a marker
  queue.restart_at_marker(RefNumber{1, 0});
  EXPECT_EQ(queue.current()->value, Term::small(3));
}

// later() is never that of a message before it, and mostly known; it may be of one that is gone.
TEST_F(MessageQueueTest, MessagesKnowOneFurtherBehind) {
  RandomNumbers random(5);
  std::map<Word, SWord> values_of;  // by the address of each message there has been
  SWord next = 0;
  const auto append_noted = [&] {
    Message& last = append(++next);
    last.from = Term(am::ok);
    queue.note_appended(last);
    values_of[reinterpret_cast<Word>(&last)] = next;
  };
  std::vector<std::unique_ptr<Message>> taken;  // kept, so that no address is used again
  for (int round = 0; round < 300; ++round) {
    for (auto n = random.below(12); n > 0; --n) append_noted();
    for (auto n = random.below(6); n > 0; --n) {
      Message** link = queue.first_link();
      for (auto skip = random.below(20); skip > 0 && *link != nullptr; --skip)
        link = MessageQueue::link_behind(**link);
      if (*link == nullptr) continue;
      if (n == 2) {
        auto renewed = message_of((*link)->value);
        values_of[reinterpret_cast<Word>(renewed.get())] = renewed->value.as_small();
        taken.push_back(queue.replace(link, std::move(renewed)));
      } else {
        taken.push_back(queue.take(link));
      }
    }
    Word known = 0;
    for (Message* m = queue.first(); m != nullptr; m = MessageQueue::next_of(*m)) {
      if (m->later() == 0) continue;
      ++known;
      ASSERT_TRUE(values_of.contains(m->later()));
      const SWord distance = values_of[m->later()] - m->value.as_small();
      ASSERT_EQ(distance, 8);
    }
    ASSERT_GE(known + 8, queue.length());
  }
}

TEST(ParkedRegisters, HasRoomForFewAndForMany) {
  ParkedRegisters parked;
  Term* few = parked.room(6);
  few[5] = Term::small(5);
  Term* many = parked.room(7);
  EXPECT_NE(few, many);
  many[6] = Term::small(6);
  EXPECT_EQ(parked.room(7), many);
}

}  // namespace
}  // namespace vm
