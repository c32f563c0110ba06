// order_prefix() against compare(), of terms that are near each other.
#include "vm/term/order_prefix.h"

#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/compare.h"
#include "vm/term/print.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vm {
namespace {

std::string text_of(Term t) { return term_to_text(t, PrintStyle::kDisplay, 200); }

void check(Term a, Term b) {
  const int order = compare(a, b);
  const Word x = order_prefix(a), y = order_prefix(b);
  if (order == 0) {
    EXPECT_EQ(x, y) << text_of(a) << " and " << text_of(b);
  } else if (order < 0) {
    EXPECT_LE(x, y) << text_of(a) << " and " << text_of(b);
  } else {
    EXPECT_GE(x, y) << text_of(a) << " and " << text_of(b);
  }
}

/// What differs where a prefix is made of it.
std::vector<Term> leaves(TermArena& t) {
  std::vector<Term> all;
  for (const SWord value : {kSmallMin, -(SWord{1} << 50) - 1, -(SWord{1} << 41), SWord{-2},
                            SWord{-1}, SWord{0}, SWord{1}, SWord{2}, SWord{252}, SWord{253},
                            SWord{254}, SWord{255}, SWord{1} << 41, SWord{1} << 50, kSmallMax})
    all.push_back(Term::small(value));
  for (const double value :
       {-1e300, -0x1p59, -1.5,  -1.0,  -0.5,  -0.0,  0.0,    0.5,    1.0,    1.5,
        2.0,    252.5,   253.0, 253.5, 254.0, 254.5, 0x1p41, 0x1p50, 0x1p59, 1e300})
    all.push_back(t.builder.float_(value));
  all.push_back(t.big({Word{1} << 60}));
  all.push_back(t.big({Word{1} << 60}, true));
  all.push_back(t.big({0, 1}));
  all.push_back(t.big({0, 1}, true));
  for (const char* text : {"", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi", "b", "\xC3\xA4"}) {
    all.push_back(t.atom(text));
    all.push_back(t.binary(text));
  }
  for (const Word count : {1, 7, 9, 57, 60}) all.push_back(t.bits("abcdefghijk", 3, count));
  all.push_back(Term::nil());
  all.push_back(Term::local_pid(1));
  all.push_back(Term::local_port(1));
  all.push_back(t.ref(1, 1));
  all.push_back(empty_map(t.builder));
  return all;
}

TEST(OrderPrefix, IsInTheOrderOfTerms) {
  TermArena t;
  std::vector<Term> all = leaves(t);
  for (int round = 0; round < 2; ++round) {
    const std::vector<Term> parts = round == 0 ? all : leaves(t);
    std::vector<Term> made;
    for (const Term part : parts) {
      made.push_back(t.builder.tuple(part));
      made.push_back(t.builder.tuple(part, Term::small(1)));
      made.push_back(t.list({part}));
      made.push_back(t.list({part, Term::small(7)}));
      made.push_back(t.list({Term::small(1), part}));
      made.push_back(t.list({Term::small(1), Term::small(2)}, part));
      made.push_back(t.builder.tuple(t.builder.tuple(part), part));
      made.push_back(t.builder.tuple(t.list({Term::small(1), part, part})));
    }
    all.insert(all.end(), made.begin(), made.end());
  }
  for (const Term a : all) {
    for (const Term b : all) check(a, b);
  }
}

TEST(OrderPrefix, IsInTheOrderOfRandomTerms) {
  TermArena t(7);
  std::vector<Term> all;
  for (int i = 0; i < 600; ++i) all.push_back(t.random(3));
  for (const Term a : all) {
    for (const Term b : all) check(a, b);
  }
}

TEST(OrderPrefix, OfLargeTuplesIsThatOfTheirKind) {
  TermArena t;
  std::vector<Term> all;
  for (const Word arity : {29, 30, 31, 32, 33, 40}) {
    for (const SWord first : {9, 1, 5}) {
      Term* words = t.builder.alloc(arity + 1);
      words[0] = Term::from_bits(make_header(Subtag::kTuple, arity));
      for (Word i = 1; i <= arity; ++i) words[i] = Term::small(first);
      all.push_back(Term::boxed(words));
    }
  }
  for (const Term a : all) {
    for (const Term b : all) check(a, b);
  }
}

TEST(OrderPrefix, TellsUsualKeysApart) {
  TermArena t;
  const auto differ = [](Term a, Term b) { EXPECT_LT(order_prefix(a), order_prefix(b)); };
  differ(Term::small(5), Term::small(6));
  differ(Term::small(-1), Term::small(kSmallMax));
  differ(t.atom("abcdefg"), t.atom("abcdefh"));
  differ(t.binary("abcdefg"), t.binary("abcdefh"));
  differ(t.list({Term::small('a'), Term::small('b')}),
         t.list({Term::small('a'), Term::small('c')}));
  differ(t.builder.tuple(Term::small(1 << 30), Term::nil()),
         t.builder.tuple(Term::small((1 << 30) + 1), Term::nil()));
}

}  // namespace
}  // namespace vm
