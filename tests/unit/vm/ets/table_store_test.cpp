// Stores of ets tables without a machine: what programs cannot see is that locks, fixation and
// growth keep them whole.
#include "vm/base/random_numbers.h"
#include "vm/ets/hash_store.h"
#include "vm/ets/ordered_store.h"
#include "vm/heap/binary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

namespace vm {
namespace {

void put(TableStore& store, SWord key, SWord value) {
  const Term words[3] = {Term::from_bits(make_header(Subtag::kTuple, 2)), Term::small(key),
                         Term::small(value)};
  const TableKey k = store.key(Term::small(key));
  StoreLock lock(store, k, LockMode::kWrite);
  store.insert(store.make(Term::boxed(words), k), k);
}

void remove(TableStore& store, SWord key) {
  const TableKey k = store.key(Term::small(key));
  StoreLock lock(store, k, LockMode::kWrite);
  while (TableObject* object = store.find(k)) store.erase(object);
}

void set_fixed(TableStore& store, bool fixed) {
  StoreLock all(store);
  store.set_fixed(fixed);
}

SWord key_in(const TableObject& object) { return object.element(1).as_small(); }
SWord value_in(const TableObject& object) { return object.element(2).as_small(); }

class KeyCollector final : public ObjectVisitor {
 public:
  void visit(TableObject& object) override { key = key_in(object); }
  SWord key = 0;
};

TEST(HashStore, KeepsCountAndMemoryThroughGrowthAndErasure) {
  HashStore store(TableType::kSet, 1, 8);
  for (SWord i = 0; i < 10000; ++i) put(store, i, i);
  for (SWord i = 0; i < 10000; ++i) put(store, i, -i);
  EXPECT_EQ(store.size(), 10000u);
  for (SWord i = 0; i < 10000; i += 2) remove(store, i);
  EXPECT_EQ(store.size(), 5000u);
  for (SWord i = 1; i < 10000; i += 2) remove(store, i);
  EXPECT_EQ(store.size(), 0u);
  EXPECT_EQ(store.memory_words(), 0u);
}

TEST(HashStore, GivesBackWhatObjectsOwnInLargeTablesToo) {
  HeapBuilder builder(Word{100});
  const std::vector<Byte> bytes(200, 7);
  const Term shared = make_binary(builder, bytes.data(), bytes.size());
  Binary* binary = shared.as_boxed<SubBinary>().original.as_boxed<RefBinary>().binary;
  HashStore store(TableType::kSet, 1, 4);
  const auto put_all = [&](SWord first, SWord last) {
    for (SWord i = first; i < last; ++i) {
      // Every tenth is too large for the table's own memory.
      std::vector<Term> words(i % 10 == 0 ? 60 : 3, Term::small(i));
      words[0] = Term::from_bits(make_header(Subtag::kTuple, words.size() - 1));
      words[2] = i % 3 == 0 ? shared : words[2];
      const TableKey key = store.key(words[1]);
      StoreLock lock(store, key, LockMode::kWrite);
      store.insert(store.make(Term::boxed(words.data()), key), key);
    }
  };
  put_all(0, 3000);
  EXPECT_EQ(binary->count(), 1u + 1000u);
  for (SWord i = 0; i < 3000; i += 2) remove(store, i);
  EXPECT_EQ(binary->count(), 1u + 500u);
  put_all(3000, 6000);  // into what was freed
  EXPECT_EQ(store.size(), 4500u);
  {
    StoreLock all(store);
    EXPECT_EQ(store.clear(false), 4500u);
  }
  EXPECT_EQ(binary->count(), 1u);
  EXPECT_EQ(store.memory_words(), 0u);
  for (SWord i = 0; i < 1000; ++i) put(store, i, i);
  EXPECT_EQ(store.size(), 1000u);
  HeapFragment::free_chain(builder.take_fragments());
}

TEST(HashStore, KeepsPlacesOfDeletedObjectsWhileFixed) {
  HashStore store(TableType::kSet, 1, 4);
  for (SWord i = 0; i < 100; ++i) put(store, i, i);
  set_fixed(store, true);
  std::set<SWord> met;
  KeyCollector collector;
  StepResult result = store.first(collector);
  while (result == StepResult::kFound) {
    EXPECT_TRUE(met.insert(collector.key).second) << collector.key << " met twice";
    remove(store, collector.key);
    if (collector.key < 100) put(store, collector.key + 1000, 0);
    result = store.next(store.key(Term::small(collector.key)), collector);
  }
  EXPECT_EQ(result, StepResult::kEnd);
  for (SWord i = 0; i < 100; ++i) EXPECT_TRUE(met.contains(i));
  set_fixed(store, false);
  EXPECT_EQ(store.next(store.key(Term::small(5)), collector), StepResult::kNoSuchKey);
}

void scan_and_erase(Word at_once) {
  HashStore store(TableType::kDuplicateBag, 1, 16);
  for (SWord i = 0; i < 3000; ++i) put(store, i % 1000, i);
  HashPlace place;
  std::set<SWord> seen;
  const bool more = store.scan(
      place, LockMode::kWrite, at_once, [] { return false; },
      [&](TableObject* object) {
        const SWord value = value_in(*object);
        EXPECT_TRUE(seen.insert(value).second);
        return value % 3 == 0 ? ScanStep::kErase : ScanStep::kKeep;
      });
  EXPECT_FALSE(more);
  EXPECT_EQ(seen.size(), 3000u);
  EXPECT_EQ(store.size(), 2000u);
}

TEST(HashStore, ScansEachObjectOnceAndErasesMeanwhile) {
  for (const Word at_once : {Word{1}, Word{3}, HashStore::kMostAtOnce}) scan_and_erase(at_once);
}

TEST(HashStore, ScansInPartsOfBuckets) {
  HashStore store(TableType::kSet, 1, 4);
  for (SWord i = 0; i < 1000; ++i) put(store, i, i);
  for (const Word at_once : {Word{1}, HashStore::kMostAtOnce}) {
    HashPlace place;
    std::set<SWord> seen;
    Word parts = 1;
    Word before = 0;
    while (store.scan(
        place, LockMode::kRead, at_once, [&] { return seen.size() >= before + 10; },
        [&](TableObject* object) {
          EXPECT_TRUE(seen.insert(value_in(*object)).second);
          return ScanStep::kKeep;
        })) {
      EXPECT_GE(seen.size(), before + 10);
      before = seen.size();
      ++parts;
    }
    EXPECT_EQ(seen.size(), 1000u);
    EXPECT_GT(parts, 10u);
  }
}

TEST(HashStore, LosesNothingBetweenThreads) {
  HashStore store(TableType::kSet, 1, 64);
  std::vector<std::thread> threads;
  for (SWord t = 0; t < 4; ++t) {
    threads.emplace_back([&store, t] {
      for (SWord i = 0; i < 5000; ++i) {
        put(store, t * 5000 + i, i);
        if (i % 2 == 0) remove(store, t * 5000 + i);
        if (i % 500 == 0) set_fixed(store, i % 1000 == 0);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  set_fixed(store, false);
  EXPECT_EQ(store.size(), 10000u);
  KeyCollector collector;
  SWord met = 0;
  for (StepResult step = store.first(collector); step == StepResult::kFound;
       step = store.next(store.key(Term::small(collector.key)), collector)) {
    ++met;
    EXPECT_EQ(collector.key % 2, 1);
  }
  EXPECT_EQ(met, 10000);
}

/// The values with a key, from the oldest to the newest.
std::vector<SWord> values_of(TableStore& store, SWord key) {
  const TableKey k = store.key(Term::small(key));
  StoreLock lock(store, k, LockMode::kRead);
  std::vector<SWord> values;
  for (TableObject* object = store.find(k); object != nullptr; object = store.find_next(object))
    values.insert(values.begin(), value_in(*object));
  return values;
}

void remove_object(TableStore& store, SWord key, SWord value) {
  const TableKey k = store.key(Term::small(key));
  StoreLock lock(store, k, LockMode::kWrite);
  for (TableObject* object = store.find(k); object != nullptr;) {
    TableObject* const next = store.find_next(object);
    if (value_in(*object) == value) store.erase(object);
    object = next;
  }
}

// Few keys in few buckets, so that chains have several of them.
void keep_bags(TableType type) {
  constexpr SWord kKeys = 40, kValues = 5;
  HashStore store(type, 1, 1);
  RandomNumbers random(17);
  std::map<SWord, std::vector<SWord>> model;
  bool fixed = false;
  for (int n = 0; n < 20'000; ++n) {
    const auto key = static_cast<SWord>(random.below(kKeys));
    const auto value = static_cast<SWord>(random.below(kValues));
    std::vector<SWord>& values = model[key];
    switch (random.below(8)) {
      case 0:
        remove_object(store, key, value);
        std::erase(values, value);
        break;
      case 1:
        remove(store, key);
        values.clear();
        break;
      case 2:
        set_fixed(store, fixed = !fixed);
        for (HashPlace place; !fixed && store.clean(place, 3);) {
        }
        break;
      default:
        put(store, key, value);
        if (type == TableType::kDuplicateBag || std::ranges::find(values, value) == values.end())
          values.push_back(value);
    }
    ASSERT_EQ(values_of(store, key), values);
  }
  Word size = 0;
  for (const auto& [key, values] : model) {
    EXPECT_EQ(values_of(store, key), values);
    size += values.size();
  }
  EXPECT_EQ(store.size(), size);
}

TEST(HashStore, KeepsObjectsOfOneKeyTogether) {
  keep_bags(TableType::kBag);
  keep_bags(TableType::kDuplicateBag);
}

std::vector<SWord> keys_of(OrderedStore& store, Direction direction) {
  std::vector<SWord> keys;
  StoreLock lock(store, store.lock(0), LockMode::kRead);
  store.scan(
      Term::none(), direction, Term::none(), [] { return true; },
      [&](TableObject* object) {
        keys.push_back(key_in(*object));
        return ScanStep::kKeep;
      });
  return keys;
}

// Links of chains say which keys may be behind them; what they say has to stay true through
// everything that changes a chain.
TEST(HashStore, FindsWhatAModelHasThroughAllChanges) {
  for (const TableType type : {TableType::kSet, TableType::kBag, TableType::kDuplicateBag}) {
    HashStore store(type, 1, 2);
    std::map<SWord, std::multiset<SWord>> model;
    RandomNumbers random(static_cast<Word>(type) + 1);
    bool fixed = false;
    const auto check = [&](SWord key) {
      const TableKey k = store.key(Term::small(key));
      StoreLock lock(store, k, LockMode::kRead);
      std::multiset<SWord> found;
      for (TableObject* object = store.find(k); object != nullptr; object = store.find_next(object))
        found.insert(value_in(*object));
      EXPECT_EQ(found, model[key]) << "key " << key;
    };
    for (int step = 0; step < 30000; ++step) {
      // Few keys at first, so that tables of all sizes are changed and grow.
      const auto key = static_cast<SWord>(random.below(static_cast<Word>(step) / 8 + 4));
      const auto value = static_cast<SWord>(random.below(3));
      switch (random.below(8)) {
        case 0:
          remove(store, key);
          model[key].clear();
          break;
        case 1:
          if (random.below(20) != 0) break;
          set_fixed(store, fixed = !fixed);
          if (HashPlace place; !fixed) EXPECT_FALSE(store.clean(place, ~Word{0}));
          break;
        case 2:
          if (random.below(2000) != 0) break;
          {
            StoreLock all(store);
            store.clear(false);
          }
          model.clear();
          break;
        case 3:
        case 4:
          check(key);
          break;
        default: {
          put(store, key, value);
          std::multiset<SWord>& values = model[key];
          if (type == TableType::kSet) values.clear();
          if (type != TableType::kBag || !values.contains(value)) values.insert(value);
        }
      }
    }
    for (SWord key = 0; key < 5000; ++key) check(key);
  }
}

TEST(OrderedStore, AgreesWithAMapInBothDirections) {
  OrderedStore store(1);
  std::map<SWord, SWord> model;
  Word random = 42;
  for (int step = 0; step < 20000; ++step) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const auto key = static_cast<SWord>(random >> 33) % 500;
    if ((random >> 20) % 3 == 0) {
      remove(store, key);
      model.erase(key);
    } else {
      put(store, key, step);
      model[key] = step;
    }
  }
  std::vector<SWord> keys;
  for (const auto& [key, value] : model) keys.push_back(key);
  EXPECT_EQ(store.size(), keys.size());
  EXPECT_EQ(keys_of(store, Direction::kUp), keys);
  std::reverse(keys.begin(), keys.end());
  EXPECT_EQ(keys_of(store, Direction::kDown), keys);
  for (const auto& [key, value] : model) {
    EXPECT_EQ(value_in(*store.find(store.key(Term::small(key)))), value);
  }
  KeyCollector collector;
  for (SWord key = -1; key <= 500; ++key) {
    const auto above = model.upper_bound(key);
    const StepResult result = store.next(store.key(Term::small(key)), collector);
    EXPECT_EQ(result == StepResult::kFound, above != model.end());
    if (above != model.end()) EXPECT_EQ(collector.key, above->first);
  }
}

TEST(OrderedStore, StaysWholeWhileItGrowsAndShrinksInAnyOrder) {
  // Up, down, and from both ends of the middle: nodes split and are joined at each place.
  constexpr SWord kCount = 20000;
  for (const SWord step : {SWord{1}, SWord{-1}, SWord{7919}}) {
    OrderedStore store(1);
    const auto key = [step](SWord i) { return ((i * step) % kCount + kCount) % kCount; };
    for (SWord i = 0; i < kCount; ++i) put(store, key(i), i);
    EXPECT_EQ(store.size(), static_cast<Word>(kCount));
    for (SWord i = 0; i < kCount; ++i) {
      if (i % 100 != 0) remove(store, key(i));
    }
    std::vector<SWord> expected;
    for (SWord i = 0; i < kCount; i += 100) expected.push_back(key(i));
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(keys_of(store, Direction::kUp), expected);
    for (SWord i = 0; i < kCount; i += 3) put(store, i, i);
    for (SWord i = 0; i < kCount; ++i) remove(store, i);
    EXPECT_EQ(store.size(), 0u);
    EXPECT_EQ(store.memory_words(), 0u);
    EXPECT_TRUE(keys_of(store, Direction::kDown).empty());
  }
}

TEST(OrderedStore, ScansEachObjectOnceAndErasesMeanwhile) {
  for (const Direction direction : {Direction::kUp, Direction::kDown}) {
    OrderedStore store(1);
    for (SWord i = 0; i < 3000; ++i) put(store, i * 7 % 3000, i);
    std::vector<SWord> seen;
    {
      StoreLock lock(store);
      store.scan(
          Term::none(), direction, Term::none(), [] { return true; },
          [&](TableObject* object) {
            seen.push_back(key_in(*object));
            return seen.back() % 16 == 5 ? ScanStep::kKeep : ScanStep::kErase;
          });
    }
    EXPECT_EQ(seen.size(), 3000u);
    if (direction == Direction::kDown) std::reverse(seen.begin(), seen.end());
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    std::vector<SWord> left;
    for (SWord i = 5; i < 3000; i += 16) left.push_back(i);
    EXPECT_EQ(keys_of(store, Direction::kUp), left);
  }
}

TEST(OrderedStore, StepsFromKeyToKeyWhileKeysComeAndGo) {
  OrderedStore store(1);
  for (SWord i = 0; i < 5000; ++i) put(store, i * 2, i);
  KeyCollector collector;
  SWord met = 0;
  for (StepResult step = store.first(collector); step == StepResult::kFound;
       step = store.next(store.key(Term::small(collector.key)), collector)) {
    EXPECT_EQ(collector.key, met++ * 2);
    if (met % 3 == 0) remove(store, collector.key);
    if (met % 5 == 0) put(store, collector.key - 1, 0);
    if (met % 7 == 0) remove(store, collector.key - 2);
  }
  EXPECT_EQ(met, 5000);
}

}  // namespace
}  // namespace vm
