// A message and its terms are one block of memory, with an extra part only where there is more to
// say; taken out of a queue, the block becomes a fragment.
#include "tests/unit/vm/proc/fake_engine.h"
#include "vm/heap/binary.h"

#include <string>

namespace vm {
namespace {

class MessageTest : public ProcessTest {
 protected:
  void SetUp() override { make(options(1)); }
  std::unique_ptr<Message> message_of(Term value, Term token = Term::nil()) {
    return make_message(*vm, Term::none(), value, token);
  }
  static Term small(SWord n) { return Term::small(n); }
};

class CountingReceipt final : public MessageReceipt {
 public:
  void gone() override { ++count; }
  int count = 0;
};

TEST_F(MessageTest, APairTakesSevenWords) {
  HeapBuilder builder(Word{8});
  const auto message = message_of(builder.tuple(Term(am::ok), small(1)));
  EXPECT_FALSE(message->has_extra);
  EXPECT_EQ(message->block_bytes(), 7 * kWordBytes);
  EXPECT_EQ(message->value.boxed_words(), reinterpret_cast<Word*>(message->terms().data()));
  EXPECT_EQ(message->token(), Term::nil());
}

TEST_F(MessageTest, TheBlockBecomesAFragment) {
  HeapBuilder builder(Word{8});
  auto message = message_of(builder.tuple(Term(am::ok), small(1)));
  const Term value = message->value;
  HeapFragment* fragment = Message::to_fragments(std::move(message));
  ASSERT_NE(fragment, nullptr);
  EXPECT_EQ(fragment->used, 3u);
  EXPECT_EQ(fragment->next, nullptr);
  EXPECT_TRUE(fragment->contains(value.boxed_words()));
  EXPECT_EQ(value.as_tuple().elements[1], small(1));
  HeapFragment::free_chain(fragment);
}

TEST_F(MessageTest, WithoutTermsThereIsNoFragment) {
  EXPECT_EQ(Message::to_fragments(message_of(small(7))), nullptr);
  EXPECT_EQ(Message::to_fragments(message_of(small(7), am::undefined)), nullptr);
}

TEST_F(MessageTest, OwnersAreReleasedWithItsTerms) {
  HeapBuilder builder(Word{16});
  const std::string bytes(1000, 'x');
  const Term value =
      make_binary(builder, reinterpret_cast<const Byte*>(bytes.data()), bytes.size());
  Binary* binary = value.as_boxed<SubBinary>().original.as_boxed<RefBinary>().binary;
  ASSERT_EQ(binary->count(), 1u);
  auto thrown_away = message_of(value);
  EXPECT_TRUE(thrown_away->has_extra);
  EXPECT_EQ(binary->count(), 2u);
  thrown_away.reset();
  EXPECT_EQ(binary->count(), 1u);
  HeapFragment* fragment = Message::to_fragments(message_of(value));
  EXPECT_EQ(binary->count(), 2u);
  EXPECT_EQ(fragment->off_heap.overhead_bytes(), bytes.size());
  HeapFragment::free_chain(fragment);
  EXPECT_EQ(binary->count(), 1u);
  HeapFragment::free_chain(builder.take_fragments());
}

TEST_F(MessageTest, ATokenLiesInTheBlock) {
  HeapBuilder builder(Word{16});
  const Term token = builder.tuple(small(1), small(2));
  const auto message = message_of(builder.cons(small(3), Term::nil()), token);
  EXPECT_EQ(message->token().as_tuple().elements[1], small(2));
  EXPECT_EQ(message->terms().size(), 5u);
  EXPECT_EQ(message_of(small(1), am::undefined)->token(), Term(am::undefined));
}

TEST_F(MessageTest, AReceiptIsToldOnce) {
  CountingReceipt receipt;
  make_message_of(Term::none(), am::ok, nullptr, am::undefined, &receipt).reset();
  EXPECT_EQ(receipt.count, 1);
  HeapFragment* const none = Message::to_fragments(
      make_message_of(Term::none(), am::ok, nullptr, am::undefined, &receipt));
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(receipt.count, 2);
}

TEST_F(MessageTest, WhatFindsNoRoomGoesToFragments) {
  for (const Word room : {2, 3, 4, 100}) {
    auto message = Message::make(room, Message::Extra::kYes);
    HeapBuilder builder(message->room(), message->extra().off_heap,
                        HeapBuilder::WhenFull::kFragment);
    message->value = builder.cons(builder.tuple(small(1), small(2)), Term::nil());
    message->extra().fragments = builder.take_fragments();
    message->unused_words =
        static_cast<std::uint16_t>(message->room().data() + room - builder.memory_end());
    Word used = message->terms().size();
    for (HeapFragment* f = message->more_fragments(); f != nullptr; f = f->next) used += f->used;
    EXPECT_EQ(used, 5u);
    EXPECT_EQ(message->more_fragments() == nullptr, room >= 5);
    const Term value = message->value;
    HeapFragment* chain = Message::to_fragments(std::move(message));
    EXPECT_EQ(value.as_cons().head.as_tuple().elements[1], small(2));
    HeapFragment::free_chain(chain);
  }
}

TEST_F(MessageTest, DeletingASignalEndsWhatItIs) {
  struct Counted final : CallSignal {
    explicit Counted(int& n) : CallSignal([](Process&, CallSignal&) {}), number(n) {}
    ~Counted() override { ++number; }
    int& number;
  };
  int ended = 0;
  std::unique_ptr<Signal>{std::make_unique<Counted>(ended)};
  EXPECT_EQ(ended, 1);
  CountingReceipt receipt;
  std::unique_ptr<Signal>{make_message_of(Term::none(), am::ok, nullptr, Term::nil(), &receipt)};
  EXPECT_EQ(receipt.count, 1);
}

TEST_F(MessageTest, AReplacedMessageKeepsItsPlace) {
  std::vector<Term> received;
  run_main([&](Process& p) {
    for (const SWord n : {1, 2}) append_message(p, message_of(small(n)));
    skip_message(p);  // the receive in progress is behind the first
    skip_message(p);
    const Term marker = reserve_receive_marker(p);
    const Term ref = make_ref(p);
    bind_receive_marker(p, marker, ref);
    Message** const second = MessageQueue::link_behind(*p.messages.first());
    EXPECT_EQ(p.messages.replace(second, message_of(small(20)))->value, small(2));
    append_message(p, message_of(small(3)));
    EXPECT_EQ(peek_message(p)->value, small(3));
    p.messages.restart();
    use_receive_marker(p, ref);
    EXPECT_EQ(peek_message(p)->value, small(3));
    p.messages.restart();
    for (int i = 0; i < 3; ++i) received.push_back(receive(p));
    done(p);
  });
  EXPECT_EQ(received, (std::vector<Term>{small(1), small(20), small(3)}));
}

}  // namespace
}  // namespace vm
