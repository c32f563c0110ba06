// What is taken for true of a word follows from the kinds and bounds of the value, and from nothing
// less.
#include "jit/type_facts.h"

#include <gtest/gtest.h>

#include <vector>

using vm::Term;
using vm::TypeBit;
using vm::ValueType;

namespace {

ValueType of_kinds(unsigned kinds) { return {.kinds = static_cast<std::uint16_t>(kinds)}; }
ValueType integers(std::int64_t min, std::int64_t max) {
  return {.kinds = static_cast<std::uint16_t>(bit(TypeBit::kInteger)),
          .has_min = true,
          .has_max = true,
          .min = min,
          .max = max};
}
bool holds(const jit::TagFact& fact, Term term) { return (term.bits() & fact.mask) == fact.bits; }

TEST(TypeFacts, KnowsTheBoundsOfSmallIntegersOnly) {
  const auto range = jit::range_of(integers(-3, vm::kSmallMax));
  ASSERT_TRUE(range);
  EXPECT_EQ(Term::from_bits(static_cast<vm::Word>(range->min)), Term::small(-3));
  EXPECT_EQ(Term::from_bits(static_cast<vm::Word>(range->max)), Term::small(vm::kSmallMax));
  EXPECT_FALSE(jit::range_of(integers(0, vm::kSmallMax + 1)));
  EXPECT_FALSE(jit::range_of(integers(vm::kSmallMin - 1, 0)));
  ValueType half = integers(0, 1);
  half.has_max = false;
  EXPECT_FALSE(jit::range_of(half));
  ValueType number = integers(0, 1);
  number.kinds |= bit(TypeBit::kFloat);
  EXPECT_FALSE(jit::range_of(number));
}

TEST(TypeFacts, KnowsTheTagThatAllValuesHave) {
  vm::Word object[2] = {};
  const Term small = Term::small(7), atom = Term::atom(5), nil = Term::nil();
  const Term cons = Term::cons(reinterpret_cast<vm::Cons*>(object)), boxed = Term::boxed(object);
  struct Case {
    ValueType type;
    std::vector<Term> is;
    std::vector<Term> is_not;
  };
  const Case cases[] = {
      {integers(0, 9), {small}, {atom, nil, cons, boxed}},
      {of_kinds(bit(TypeBit::kAtom)), {atom}, {small, nil, cons, boxed}},
      {of_kinds(bit(TypeBit::kNil)), {nil}, {small, atom, cons, boxed}},
      {of_kinds(bit(TypeBit::kAtom) | bit(TypeBit::kNil)), {atom, nil}, {cons, boxed}},
      {of_kinds(bit(TypeBit::kCons)), {cons}, {small, atom, nil, boxed}},
      {of_kinds(bit(TypeBit::kTuple) | bit(TypeBit::kMap)), {boxed}, {small, atom, nil, cons}},
  };
  for (const Case& c : cases) {
    const auto fact = jit::tag_of(c.type);
    ASSERT_TRUE(fact);
    for (Term term : c.is) EXPECT_TRUE(holds(*fact, term));
    for (Term term : c.is_not) EXPECT_FALSE(holds(*fact, term));
  }
}

TEST(TypeFacts, KnowsNothingOfWhatMayBeOfSeveralTags) {
  const unsigned kinds[] = {0,
                            UINT16_MAX,
                            bit(TypeBit::kInteger),
                            bit(TypeBit::kPid),
                            bit(TypeBit::kPort),
                            bit(TypeBit::kCons) | bit(TypeBit::kNil),
                            bit(TypeBit::kTuple) | bit(TypeBit::kAtom)};
  for (unsigned kind : kinds) EXPECT_FALSE(jit::tag_of(of_kinds(kind)));
}

TEST(TypeFacts, KnowsTheHeaderOfFloatsOnly) {
  const auto header = jit::header_of(of_kinds(bit(TypeBit::kFloat)));
  ASSERT_TRUE(header);
  EXPECT_EQ(vm::make_header(vm::Subtag::kFloat, 1) & header->mask, header->bits);
  EXPECT_NE(vm::make_header(vm::Subtag::kTuple, 1) & header->mask, header->bits);
  EXPECT_NE(vm::make_header(vm::Subtag::kBigPositive, 1) & header->mask, header->bits);
  EXPECT_FALSE(jit::header_of(of_kinds(bit(TypeBit::kFloat) | bit(TypeBit::kInteger))));
  EXPECT_FALSE(jit::header_of(of_kinds(bit(TypeBit::kTuple))));
}

}  // namespace
