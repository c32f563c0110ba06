// Maps against std::map, and their order against the real system.
#include "vm/term/map.h"

#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"

#include <gtest/gtest.h>

#include <map>

namespace vm {
namespace {

struct ExactLess {
  bool operator()(Term a, Term b) const { return compare_exact(a, b) < 0; }
};
using Model = std::map<Term, Term, ExactLess>;

void expect_same(Term map, const Model& model) {
  ASSERT_EQ(map_size(map), model.size());
  ASSERT_EQ(map.is_flat_map(), model.size() <= kFlatMapMax);
  MapIterator iterator(map);
  Term key, value;
  Word count = 0;
  while (iterator.next(&key, &value)) {
    const auto found = model.find(key);
    ASSERT_NE(found, model.end());
    ASSERT_EQ(found->second, value);
    ++count;
  }
  ASSERT_EQ(count, model.size());
}

// The map as its pairs would be built at once: changes must lead to the same shape.
Term rebuilt(TermArena& t, const Model& model) {
  std::vector<MapPair> pairs;
  for (const auto& [key, value] : model) pairs.push_back({key, value});
  return map_from_pairs(t.builder, pairs);
}

TEST(Map, AgreesWithAModelUnderRandomChanges) {
  for (const Word keys : {10u, 45u, 3000u}) {
    TermArena t(keys);
    Term map = empty_map(t.builder);
    Model model;
    for (Word i = 0; i < keys * 12; ++i) {
      const SWord number = static_cast<SWord>(t.below(keys));
      const Term key =
          number % 3 ? Term::small(number) : t.list({Term::small(number), t.atom("k")});
      const Term value = Term::small(static_cast<SWord>(i));
      // Growing first, then shrinking.
      if (t.below(10) < (i < keys * 8 ? 7u : 3u)) {
        map = map_put(t.builder, map, key, value);
        model[key] = value;
      } else {
        Term removed;
        map = map_remove(t.builder, map, key, &removed);
        const auto found = model.find(key);
        ASSERT_EQ(removed, found == model.end() ? Term::none() : found->second);
        if (found != model.end()) model.erase(found);
      }
      if (i % 97 == 0) {
        expect_same(map, model);
        ASSERT_TRUE(exactly_equal(map, rebuilt(t, model)));
      }
    }
    expect_same(map, model);
  }
}

// One key at a time, of every kind of term, in heap space as instructions do.
TEST(Map, PutsKeysOfAllKindsWhereTheyBelong) {
  TermArena t(7);
  for (int round = 0; round < 400; ++round) {
    std::vector<HeapWord> space(4000);
    HeapWord* top = space.data();
    auto* const end = reinterpret_cast<StackWord*>(space.data() + space.size());
    Term map = empty_map(t.builder);
    Model model;
    const Word kinds = t.below(3);
    for (Word i = 0; i < kFlatMapMax + 8; ++i) {
      const Term number = Term::small(static_cast<SWord>(t.below(12)));
      const Term key = kinds == 0   ? t.random(2)
                       : i % 2      ? t.builder.tuple(t.atom("name"), number)
                       : kinds == 1 ? number
                                    : t.atom(std::string(1 + t.below(3), 'x'));
      const auto [changed, next] =
          map_put_in(map, key, Term::small(static_cast<SWord>(i)), top, end, true);
      if (changed.is_none()) {
        ASSERT_TRUE(map_size(map) >= kFlatMapMax);
        break;
      }
      map = changed;
      top = next;
      model[key] = Term::small(static_cast<SWord>(i));
      expect_same(map, model);
      ASSERT_TRUE(exactly_equal(map, rebuilt(t, model)));
    }
    const Term absent = t.builder.tuple(t.atom("absent"), Term::nil());
    EXPECT_TRUE(map_put_in(map, absent, absent, top, end, false).map.is_none());
  }
}

TEST(Map, GetsFromBothKinds) {
  TermArena t;
  Term map = empty_map(t.builder);
  for (SWord i = 0; i < 200; ++i) map = map_put(t.builder, map, Term::small(i), Term::small(-i));
  EXPECT_EQ(map_get(map, Term::small(77)), Term::small(-77));
  EXPECT_TRUE(map_get(map, Term::small(200)).is_none());
  EXPECT_TRUE(map_get(map, t.builder.float_(1.0)).is_none());
  EXPECT_TRUE(map_update(t.builder, map, Term::small(200), Term::nil()).is_none());
  EXPECT_EQ(map_get(map_update(t.builder, map, Term::small(3), Term::nil()), Term::small(3)),
            Term::nil());
  EXPECT_EQ(map_put(t.builder, map, Term::small(3), Term::small(-3)), map);
  EXPECT_EQ(map_remove(t.builder, map, Term::small(200)), map);
}

TEST(Map, LastOfEqualKeysCounts) {
  TermArena t;
  for (const SWord count : {3, 100}) {
    std::vector<MapPair> pairs;
    for (SWord i = 0; i < 2 * count; ++i) pairs.push_back({Term::small(i % count), Term::small(i)});
    std::vector<MapPair> copy = pairs;
    const Term map = map_from_pairs(t.builder, pairs);
    EXPECT_EQ(map_size(map), static_cast<Word>(count));
    for (SWord i = 0; i < count; ++i)
      EXPECT_EQ(map_get(map, Term::small(i)), Term::small(i + count));
    EXPECT_TRUE(map_from_unique_pairs(t.builder, copy).is_none());
  }
}

TEST(Map, MergesAsAModel) {
  TermArena t(5);
  for (int round = 0; round < 60; ++round) {
    Model a, b;
    const Word a_keys = t.below(round % 2 ? 20 : 400), b_keys = t.below(round % 3 ? 20 : 400);
    for (Word i = 0; i < a_keys; ++i)
      a[Term::small(static_cast<SWord>(t.below(500)))] = t.atom("a");
    for (Word i = 0; i < b_keys; ++i)
      b[Term::small(static_cast<SWord>(t.below(500)))] = t.atom("b");
    const Term merged = map_merge(t.builder, rebuilt(t, a), rebuilt(t, b));
    Model expected = b;
    expected.insert(a.begin(), a.end());
    expect_same(merged, expected);
    EXPECT_TRUE(exactly_equal(merged, rebuilt(t, expected)));
  }
}

TEST(Map, PutsAndUpdatesManyAtOnce) {
  TermArena t;
  const Term a = t.atom("a"), b = t.atom("b"), one = Term::small(1), two = Term::small(2);
  Term map = map_put_all(t.builder, empty_map(t.builder), std::vector<Term>{a, one, b, one});
  EXPECT_EQ(map_size(map), 2u);
  const Term updated = map_put_all(t.builder, map, std::vector<Term>{b, two});
  EXPECT_EQ(map_get(updated, b), two);
  EXPECT_EQ(updated.as_boxed<FlatMap>().keys, map.as_boxed<FlatMap>().keys);
  Term missing;
  EXPECT_TRUE(
      map_update_all(t.builder, map, std::vector<Term>{a, two, one, two}, &missing).is_none());
  EXPECT_EQ(missing, one);
  std::vector<Term> many;
  for (SWord i = 0; i < 40; ++i) many.insert(many.end(), {Term::small(i), Term::small(i)});
  map = map_put_all(t.builder, map, many);
  EXPECT_EQ(map_size(map), 42u);
  EXPECT_TRUE(map.is_hash_map());
}

TEST(Map, IteratesFromAPath) {
  TermArena t;
  std::vector<MapPair> pairs;
  for (SWord i = 0; i < 5000; ++i) pairs.push_back({Term::small(i), Term::small(i)});
  const Term map = map_from_pairs(t.builder, pairs);
  MapIterator all(map);
  Term key, value, expected;
  for (Word seen = 0; all.next(&key, &value); ++seen) {
    if (seen % 37 != 0) continue;
    const Word path = all.path();
    MapIterator rest(map), next = all;
    ASSERT_EQ(path != 0, next.next(&expected, &value));
    if (path == 0) continue;
    ASSERT_TRUE(rest.seek(path));
    ASSERT_TRUE(rest.next(&key, &value));
    EXPECT_EQ(key, expected);
  }
  EXPECT_EQ(all.path(), 0u);
}

TEST(Map, RefusesPathsThatLeadNowhere) {
  TermArena t;
  std::vector<MapPair> pairs;
  for (SWord i = 0; i < 33; ++i) pairs.push_back({Term::small(i), Term::small(i)});
  const Term map = map_from_pairs(t.builder, pairs);
  Word refused = 0;
  for (Word path = 0; path < 4096; ++path) {
    MapIterator iterator(map);
    Term key, value;
    if (!iterator.seek(path)) {
      ++refused;
    } else {
      EXPECT_TRUE(iterator.next(&key, &value));
    }
  }
  EXPECT_GT(refused, 0u);
}

std::vector<SWord> first_of_keys(Term list) {
  std::vector<SWord> numbers;
  for (; list.is_cons(); list = list.as_cons().tail) {
    Term key = list.as_cons().head;
    if (key.is_tuple()) key = key.as_tuple().elements[0];
    if (key.is_cons()) key = key.as_cons().head;
    if (key.is_float()) key = Term::small(static_cast<SWord>(float_value(key)));
    if (key.is_map()) key = key.as_boxed<FlatMap>().values[0];
    if (key.is_bitstring())
      key = Term::small(bits_of(key).bytes[0] << 5 | bits_of(key).bytes[1] >> 3);
    numbers.push_back(key.as_small());
  }
  return numbers;
}

// Expectations: OTP 27, io:format("~w", [maps:keys(maps:from_list([{Key, x} || I <- lists:seq(1,
// N)]))]).
TEST(Map, ListsKeysInTheOrderOfTheRealSystem) {
  TermArena t;
  const auto order = [&](SWord count, auto make_key) {
    std::vector<MapPair> pairs;
    for (SWord i = 1; i <= count; ++i) pairs.push_back({make_key(i), Term::nil()});
    return first_of_keys(map_keys(t.builder, map_from_pairs(t.builder, pairs)));
  };
  EXPECT_EQ(order(40, [](SWord i) { return Term::small(i); }),
            (std::vector<SWord>{39, 22, 26, 27, 5,  21, 30, 16, 3,  33, 14, 40, 37, 24,
                                17, 11, 6,  20, 28, 25, 1,  32, 36, 35, 15, 9,  23, 10,
                                8,  31, 38, 7,  2,  13, 29, 19, 12, 34, 4,  18}));
  EXPECT_EQ(
      order(33, [&](SWord i) { return t.builder.tuple(Term::small(i), t.list({Term::small(i)})); }),
      (std::vector<SWord>{13, 4,  15, 29, 7,  18, 6,  33, 8,  30, 2, 27, 3,  32, 14, 5, 20,
                          12, 19, 28, 25, 10, 26, 21, 16, 24, 17, 9, 1,  11, 23, 22, 31}));
  EXPECT_EQ(order(33, [&](SWord i) { return t.list({Term::small(i), Term::small(i + 100)}); }),
            (std::vector<SWord>{16, 21, 22, 33, 9,  13, 17, 24, 7,  27, 2,  29, 8,  5, 28, 1, 23,
                                4,  25, 26, 15, 11, 12, 14, 18, 19, 10, 30, 20, 32, 3, 6,  31}));
  EXPECT_EQ(order(33, [&](SWord i) { return t.builder.float_(static_cast<double>(i)); }),
            (std::vector<SWord>{24, 10, 20, 23, 32, 1,  19, 4,  13, 3, 12, 33, 7, 29, 16, 2, 17,
                                31, 28, 30, 5,  11, 18, 15, 22, 21, 8, 14, 26, 6, 9,  25, 27}));
  EXPECT_EQ(order(33,
                  [&](SWord i) {
                    const char bytes[] = {static_cast<char>(i >> 5), static_cast<char>(i << 3)};
                    return t.bits({bytes, 2}, 0, 13);
                  }),
            (std::vector<SWord>{21, 6, 15, 26, 16, 14, 11, 10, 2,  12, 5,  4, 28, 9,  31, 19, 23,
                                32, 1, 27, 7,  25, 8,  29, 20, 13, 17, 33, 3, 24, 22, 18, 30}));
  EXPECT_EQ(order(33,
                  [&](SWord i) {
                    std::vector<MapPair> pair{{Term::small(i), Term::small(i)}};
                    return map_from_pairs(t.builder, pair);
                  }),
            (std::vector<SWord>{32, 27, 3, 16, 19, 28, 10, 17, 22, 2,  21, 6,  18, 8,  12, 15, 11,
                                33, 9,  5, 31, 23, 20, 29, 4,  14, 26, 24, 30, 1,  25, 13, 7}));
}

}  // namespace
}  // namespace vm
