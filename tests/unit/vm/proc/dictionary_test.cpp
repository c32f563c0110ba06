// The process dictionary against a map of the standard library.
#include "vm/proc/dictionary.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace vm {
namespace {

TEST(Dictionary, AgreesWithAMapOverManySteps) {
  std::mt19937 random(3);
  Dictionary dictionary;
  std::map<SWord, SWord> model;
  for (int step = 0; step < 20000; ++step) {
    const SWord key = static_cast<SWord>(random() % 200);
    const auto found = model.find(key);
    const Term expected = found == model.end() ? Term::none() : Term::small(found->second);
    switch (random() % 3) {
      case 0:
        ASSERT_EQ(dictionary.put(Term::small(key), Term::small(step)), expected);
        model[key] = step;
        break;
      case 1:
        ASSERT_EQ(dictionary.erase(Term::small(key)), expected);
        model.erase(key);
        break;
      default:
        ASSERT_EQ(dictionary.get(Term::small(key)), expected);
    }
    ASSERT_EQ(dictionary.size(), model.size());
  }
}

TEST(Dictionary, FindsEqualTermsThatAreOtherObjects) {
  HeapBuilder builder(Word{32});
  const Term a = builder.tuple(Term::small(1), Term::small(2));
  const Term b = builder.tuple(Term::small(1), Term::small(2));
  Dictionary dictionary;
  dictionary.put(a, Term::small(5));
  EXPECT_EQ(dictionary.get(b), Term::small(5));
  EXPECT_EQ(dictionary.get(builder.tuple(Term::small(1))), Term::none());
}

}  // namespace
}  // namespace vm
