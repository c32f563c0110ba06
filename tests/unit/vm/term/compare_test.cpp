// Order and equality: rules one by one, and that they form a total order which hashes respect.
#include "vm/term/compare.h"

#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/compare_deep.h"
#include "vm/term/hash.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vm {
namespace {

int sign(int v) { return v < 0 ? -1 : v > 0 ? 1 : 0; }

TEST(Compare, OrdersTypesAsTheLanguageDoes) {
  TermArena t;
  const std::vector<Term> ascending = {
      Term::small(1000),        t.atom("a"),       t.ref(1, 1),          Term::local_port(1),
      Term::local_pid(1),       t.builder.tuple(), empty_map(t.builder), Term::nil(),
      t.list({Term::small(0)}), t.binary("")};
  for (Word i = 0; i < ascending.size(); ++i) {
    for (Word j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(sign(compare(ascending[i], ascending[j])), i < j   ? -1
                                                           : i > j ? 1
                                                                   : 0)
          << i << " " << j;
    }
  }
}

TEST(Compare, NumbersByExactValue) {
  TermArena t;
  const auto f = [&](double v) { return t.builder.float_(v); };
  EXPECT_TRUE(equal(Term::small(1), f(1.0)));
  EXPECT_FALSE(exactly_equal(Term::small(1), f(1.0)));
  EXPECT_GT(compare(Term::small((SWord{1} << 53) + 1), f(0x1p53)), 0);
  EXPECT_LT(compare(Term::small((SWord{1} << 53) - 1), f(0x1p53)), 0);
  EXPECT_EQ(compare(t.big({0, 1}), f(0x1p64)), 0);
  EXPECT_GT(compare(t.big({1, 1}), f(0x1p64)), 0);
  EXPECT_LT(compare(t.big({~Word{0}}), f(0x1p64)), 0);
  EXPECT_LT(compare(t.big({1, 1}, true), f(-0x1p64)), 0);
  EXPECT_EQ(compare(t.big({0, 0, 1}), f(0x1p128)), 0);
  EXPECT_GT(compare(t.big({1, 0, 1}), f(0x1p128)), 0);
  EXPECT_LT(compare(t.big({5, 5}), f(1e300)), 0);
  EXPECT_GT(compare(t.big({5, 5}), f(-1e300)), 0);
  EXPECT_GT(compare(f(1.5), Term::small(1)), 0);
}

TEST(Compare, ZerosDifferExactlyOnly) {
  TermArena t;
  const Term plus = t.builder.float_(0.0), minus = t.builder.float_(-0.0);
  EXPECT_TRUE(equal(plus, minus));
  EXPECT_FALSE(exactly_equal(plus, minus));
  EXPECT_LT(compare_exact(minus, plus), 0);
  EXPECT_LT(compare_exact(Term::small(5), minus), 0);
}

// Those of one length that differ in one byte, and those that begin with others; against memcmp().
TEST(Compare, ShortBinariesLikeTheirBytes) {
  TermArena t;
  std::vector<std::string> texts;
  for (std::size_t size = 0; size <= kMaxHeapBinaryBytes; ++size) {
    texts.emplace_back(size, 'a');
    texts.emplace_back(size, '\0');
    for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
      if (at < size) texts.emplace_back(texts[texts.size() - 1]).at(at) = '\x80';
    }
  }
  std::vector<Term> binaries;
  for (const std::string& text : texts) binaries.push_back(t.binary(text));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = 0; j < texts.size(); ++j) {
      if (i == j) continue;
      const int expected = sign(texts[i].compare(texts[j]));
      EXPECT_EQ(sign(compare_exact(binaries[i], binaries[j])), expected) << i << " " << j;
      EXPECT_EQ(exactly_equal(binaries[i], binaries[j]), expected == 0) << i << " " << j;
    }
  }
}

TEST(Compare, BitsByContentThenLength) {
  TermArena t;
  EXPECT_TRUE(exactly_equal(t.bits("\x0A\xBC", 4, 8), t.binary("\xAB")));
  EXPECT_LT(compare(t.binary("ab"), t.binary("b")), 0);
  EXPECT_LT(compare(t.binary("a"), t.binary("ab")), 0);
  EXPECT_LT(compare(t.bits("a", 0, 5), t.binary("a")), 0);
  EXPECT_GT(compare(t.bits("\xFF", 0, 3), t.binary("abc")), 0);
  EXPECT_FALSE(exactly_equal(t.bits("a", 0, 7), t.binary("a")));
}

TEST(Compare, MapsBySizeThenKeysThenValues) {
  TermArena t;
  const auto map = [&](std::vector<MapPair> pairs) { return map_from_pairs(t.builder, pairs); };
  const Term a = t.atom("a"), one = Term::small(1), two = Term::small(2);
  const Term one_float = t.builder.float_(1.0);
  EXPECT_LT(compare(map({{a, two}}), map({{a, one}, {one, one}})), 0);
  EXPECT_LT(compare(map({{one, two}}), map({{two, one}})), 0);
  EXPECT_LT(compare(map({{a, one}}), map({{a, two}})), 0);
  EXPECT_TRUE(equal(map({{a, one}}), map({{a, one_float}})));
  EXPECT_FALSE(exactly_equal(map({{a, one}}), map({{a, one_float}})));
  EXPECT_FALSE(equal(map({{one, a}}), map({{one_float, a}})));
  EXPECT_LT(compare(map({{one, a}}), map({{one_float, a}})), 0);
}

TEST(Compare, LongAndDeepTermsNeedNoNativeStack) {
  TermArena t;
  Term a = Term::nil(), b = Term::nil();
  for (int i = 0; i < 1000000; ++i) {
    a = t.builder.tuple(t.builder.cons(a, Term::nil()));
    b = t.builder.tuple(t.builder.cons(b, Term::nil()));
  }
  EXPECT_EQ(compare(a, b), 0);
  EXPECT_TRUE(exactly_equal(a, b));
  EXPECT_EQ(phash2(a), phash2(b));
  EXPECT_EQ(phash(a), phash(b));
  EXPECT_EQ(internal_hash(a), internal_hash(b));
}

// A term with other numbers of the same value, and one element changed in some.
Term altered(TermArena& t, Term term) {
  if (term.is_cons())
    return t.builder.cons(altered(t, term.as_cons().head), altered(t, term.as_cons().tail));
  if (term.is_tuple()) {
    std::vector<Term> elements;
    const Tuple& tuple = term.as_tuple();
    for (Word i = 0; i < tuple.arity(); ++i) elements.push_back(altered(t, tuple.elements[i]));
    return t.builder.tuple_from(elements);
  }
  const Word choice = t.below(40);
  if (term.is_small() && choice < 10) return t.builder.float_(static_cast<double>(term.as_small()));
  return choice == 39 ? t.random(2) : term;
}

TEST(Compare, AFirstLookAgreesWithTheWalk) {
  TermArena t(11);
  for (int i = 0; i < 20000; ++i) {
    const Term a = t.random(5), b = altered(t, a);
    for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
      ASSERT_EQ(sign(compare(x, y)), sign(compare_deep(x, y, false)));
      ASSERT_EQ(sign(compare_exact(x, y)), sign(compare_deep(x, y, true)));
      ASSERT_EQ(equal(x, y), equal_deep(x, y, false));
      ASSERT_EQ(exactly_equal(x, y), equal_deep(x, y, true));
    }
  }
}

TEST(Compare, OrderOfRandomTermsIsTotalAndAgreesWithEqualityAndHashes) {
  TermArena t(7);
  std::vector<Term> terms;
  for (int i = 0; i < 350; ++i) terms.push_back(t.random(3));
  for (const Term a : terms) {
    EXPECT_EQ(compare(a, a), 0);
    for (const Term b : terms) {
      const int order = sign(compare(a, b)), exact = sign(compare_exact(a, b));
      ASSERT_EQ(order, -sign(compare(b, a)));
      ASSERT_EQ(exact, -sign(compare_exact(b, a)));
      ASSERT_EQ(order == 0, equal(a, b));
      ASSERT_EQ(exact == 0, exactly_equal(a, b));
      if (exact != 0) continue;
      ASSERT_EQ(order, 0);
      ASSERT_EQ(phash2(a), phash2(b));
      ASSERT_EQ(phash(a), phash(b));
      ASSERT_EQ(internal_hash(a), internal_hash(b));
    }
  }
  for (int i = 0; i < 100000; ++i) {
    const Term a = terms[t.below(terms.size())], b = terms[t.below(terms.size())],
               c = terms[t.below(terms.size())];
    if (compare(a, b) <= 0 && compare(b, c) <= 0) ASSERT_LE(compare(a, c), 0);
    if (compare_exact(a, b) <= 0 && compare_exact(b, c) <= 0) ASSERT_LE(compare_exact(a, c), 0);
  }
}

}  // namespace
}  // namespace vm
