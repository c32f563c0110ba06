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

TEST(Copy, IsEqualInParts) {
  TermArena t(5);
  std::vector<Term> terms;
  for (int i = 0; i < 3000; ++i) terms.push_back(t.random(4));
  terms.push_back(t.binary(std::string(1000, 'x')));
  for (Word count : {1, 10, 300, 3001}) {
    const Term term = t.builder.list_from(std::span(terms).last(count));
    const CopyInParts copy = copy_in_parts(term, nullptr);
    ASSERT_NE(copy.fragments, nullptr);
    EXPECT_TRUE(exactly_equal(copy.term, term));
    Word used = 0, capacity = 0;
    for (HeapFragment* f = copy.fragments; f != nullptr; f = f->next) {
      used += f->used;
      capacity += f->capacity;
    }
    const Word words = size_of_term(term, nullptr).words;
    EXPECT_EQ(used, words);
    EXPECT_LE(capacity, words + words / 4 + 512);
    const auto up_to = [&](Word most) { return size_and_owners_up_to(term, nullptr, most).words; };
    EXPECT_EQ(up_to(words), words);
    EXPECT_GT(up_to(words - 1), words - 1);
    HeapFragment::free_chain(copy.fragments);
  }
}

TEST(Copy, InPartsOwnsLargeBinaries) {
  TermArena t;
  const Term original = t.binary(std::string(1000, 'x'));
  Binary* binary = original.as_boxed<SubBinary>().original.as_boxed<RefBinary>().binary;
  const std::vector<Term> many(1000, original);
  const CopyInParts copy = copy_in_parts(t.builder.list_from(many), nullptr);
  ASSERT_NE(copy.fragments->next, nullptr);
  EXPECT_EQ(binary->count(), 1001u);
  HeapFragment::free_chain(copy.fragments);
  EXPECT_EQ(binary->count(), 1u);
}

TEST(Copy, InPartsEndsWhereSharingMayHaveToBeKept) {
  TermArena t;
  Term tuple = t.binary(std::string(1000, 'x')), list = tuple, deep = tuple;
  Binary* binary = tuple.as_boxed<SubBinary>().original.as_boxed<RefBinary>().binary;
  for (Word i = 0; i < 60; ++i) {
    tuple = t.builder.tuple(tuple, tuple);
    list = t.builder.cons(list, list);
  }
  for (Word i = 0; i < 3000000; ++i) deep = t.builder.cons(deep, Term::nil());
  for (const Term term : {tuple, list, deep})
    EXPECT_EQ(copy_in_parts(term, nullptr).fragments, nullptr);
  EXPECT_EQ(binary->count(), 1u);
}

TEST(Copy, NeedsNoNativeStack) {
  TermArena t;
  Term deep = Term::nil();
  for (int i = 0; i < 1000000; ++i) deep = t.builder.tuple(t.builder.cons(deep, Term::nil()));
  EXPECT_TRUE(exactly_equal(copy_term(t.builder, deep, nullptr), deep));
  deep = Term::nil();
  for (int i = 0; i < 500000; ++i) deep = t.builder.tuple(t.builder.cons(deep, Term::nil()));
  const CopyInParts in_parts = copy_in_parts(deep, nullptr);
  EXPECT_TRUE(exactly_equal(in_parts.term, deep));
  HeapFragment::free_chain(in_parts.fragments);
}

}  // namespace
}  // namespace vm
