// Copies: equal, in one block, sharing only what is meant to be shared.
#include "vm/term/copy.h"

#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/compare.h"

#include <gtest/gtest.h>

namespace vm {
namespace {

TEST(Copy, IsEqualAndLiesInTheTarget) {
  TermArena t(3);
  for (int i = 0; i < 2000; ++i) {
    const Term term = t.random(4);
    const Word words = size_of_term(term, nullptr).words;
    HeapBuilder builder(words);
    const Term copy = copy_term(builder, term, nullptr);
    EXPECT_TRUE(exactly_equal(copy, term));
    HeapFragment* fragment = builder.take_fragments();
    EXPECT_EQ(term.is_pointer(), copy != term);
    if (term.is_pointer()) {
      EXPECT_EQ(fragment->next, nullptr);
      EXPECT_EQ(fragment->used, words);
    }
    HeapFragment::free_chain(fragment);
  }
}

TEST(Copy, SharesLargeBinaries) {
  TermArena t;
  const Term original = t.binary(std::string(1000, 'x'));
  Binary* binary = original.as_boxed<SubBinary>().original.as_boxed<RefBinary>().binary;
  EXPECT_EQ(binary->count(), 1u);
  HeapBuilder builder(100);
  const Term copy = copy_term(builder, original, nullptr);
  EXPECT_EQ(bits_of(copy).bytes, bits_of(original).bytes);
  EXPECT_EQ(binary->count(), 2u);
  HeapFragment::free_chain(builder.take_fragments());
  EXPECT_EQ(binary->count(), 1u);
}

TEST(Copy, TakesOnlyThePartOfASmallBinary) {
  TermArena t;
  const Term whole = t.binary("abcdefghijklmnopqrstuvwxyz");
  Term* words = t.builder.alloc(kSubBinaryWords);
  auto& sub = *reinterpret_cast<SubBinary*>(words);
  sub = {make_header(Subtag::kSubBinary, kSubBinaryWords - 1),
         whole.as_boxed<HeapBinary>().bytes,
         4,
         23,
         whole,
         0};
  const Term part = Term::boxed(words);
  EXPECT_EQ(size_of_term(part, nullptr).words, HeapBinary::words_for(3));
  const Term copy = copy_term(t.builder, part, nullptr);
  EXPECT_TRUE(copy.is_boxed_as(Subtag::kHeapBinary));
  EXPECT_TRUE(exactly_equal(copy, part));
}

TEST(Copy, LeavesLiteralsWhereTheyAre) {
  LiteralMemory literals;
  Term* area = literals.allocate(3);
  area[0] = Term::from_bits(make_header(Subtag::kTuple, 2));
  area[1] = Term::small(1);
  area[2] = Term::nil();
  const Term literal = Term::boxed(area);
  TermArena t;
  const Term outer = t.list({literal, literal, t.builder.tuple(literal)});
  EXPECT_EQ(size_of_term(outer, &literals).words, 8u);
  const Term copy = copy_term(t.builder, outer, &literals);
  EXPECT_NE(copy, outer);
  EXPECT_EQ(copy.as_cons().head, literal);
  EXPECT_EQ(size_of_term(outer, nullptr).words, 17u);
  EXPECT_NE(copy_term(t.builder, outer, nullptr).as_cons().head, literal);
  EXPECT_EQ(copy_term(t.builder, literal, &literals), literal);
}

TEST(Copy, KeepsSharingWhereItWouldTakeTheWholeMemory) {
  TermArena t;
  Term tuple = t.builder.tuple(Term::small(1)), list = tuple;
  constexpr Word kLevels = 60;
  for (Word i = 0; i < kLevels; ++i) {
    tuple = t.builder.tuple(tuple, tuple);
    list = t.builder.cons(list, list);
  }
  for (const Term term : {tuple, list}) {
    const Word words = 2 + kLevels * (term.is_tuple() ? 3 : 2);
    EXPECT_EQ(size_of_term(term, nullptr).words, words);
    HeapBuilder builder(words);
    const Term copy = copy_term(builder, term, nullptr);
    HeapFragment* fragment = builder.take_fragments();
    EXPECT_EQ(fragment->next, nullptr);
    EXPECT_EQ(fragment->used, words);
    EXPECT_NE(copy, term);
    EXPECT_EQ(size_of_term(copy, nullptr).words, words);
    HeapFragment::free_chain(fragment);
  }
  const Term small = t.builder.tuple(t.builder.tuple(Term::small(1)));
  EXPECT_EQ(size_of_term(t.builder.tuple(small, small), nullptr).words, 11u);
}

// Expectations: erts_debug:flat_size/1 of OTP 27.
TEST(Copy, KnowsTheSizesOfTheRealSystem) {
  TermArena t;
  std::vector<MapPair> pairs;
  for (SWord i = 1; i <= 33; ++i) pairs.push_back({Term::small(i), Term::small(i)});
  EXPECT_EQ(size_of_term_in_otp(map_from_pairs(t.builder, pairs)), 123u);
  EXPECT_EQ(size_of_term_in_otp(empty_map(t.builder)), 3u);
  EXPECT_EQ(size_of_term_in_otp(t.builder.tuple()), 0u);
  EXPECT_EQ(size_of_term_in_otp(t.builder.cons(t.builder.tuple(), t.builder.tuple())), 2u);
  EXPECT_EQ(size_of_term_in_otp(t.binary(std::string(100, 'x'))), 8u);
  EXPECT_EQ(size_of_term_in_otp(t.binary("x")), 3u);
  EXPECT_EQ(size_of_term_in_otp(t.ref(1, 2)), 3u);
}

TEST(Copy, NeedsNoNativeStack) {
  TermArena t;
  Term deep = Term::nil();
  for (int i = 0; i < 1000000; ++i) deep = t.builder.tuple(t.builder.cons(deep, Term::nil()));
  EXPECT_TRUE(exactly_equal(copy_term(t.builder, deep, nullptr), deep));
}

}  // namespace
}  // namespace vm
