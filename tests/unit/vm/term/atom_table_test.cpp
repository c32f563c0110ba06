// The atom table: texts, limits, order, and several threads at once.
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace vm {
namespace {

TEST(AtomTable, KnownAtomsHaveTheirTexts) {
  EXPECT_EQ(atom_text(am::badarg), "badarg");
  EXPECT_EQ(atom_text(am::true_), "true");
  EXPECT_EQ(atom_text(am::end_of_table), "$end_of_table");
  EXPECT_EQ(find_atom("badarg"), am::badarg);
}

TEST(AtomTable, InterningTheSameTextTwiceGivesOneAtom) {
  const Term first = intern_atom("atom table test one").value();
  EXPECT_EQ(intern_atom("atom table test one").value(), first);
  EXPECT_EQ(find_atom("atom table test one"), first);
  EXPECT_TRUE(find_atom("never seen before, anywhere").is_none());
}

TEST(AtomTable, RefusesTooLongAndBadTexts) {
  EXPECT_EQ(intern_atom(std::string(256, 'a')).error(), AtomError::kTooLong);
  EXPECT_TRUE(intern_atom(std::string(255, 'a')).ok());
  std::string wide;
  for (int i = 0; i < 255; ++i) wide += "\xE2\x82\xAC";
  EXPECT_TRUE(intern_atom(wide).ok());
  EXPECT_EQ(intern_atom(wide + "x").error(), AtomError::kTooLong);
  EXPECT_EQ(intern_atom("\xC0\x80").error(), AtomError::kBadEncoding);
  EXPECT_EQ(intern_atom("\xED\xA0\x80").error(), AtomError::kBadEncoding);
  EXPECT_EQ(intern_atom("\xE2\x82").error(), AtomError::kBadEncoding);
}

TEST(AtomTable, OrdersByCodePoints) {
  const auto compare = [](const char* a, const char* b) {
    return compare_atoms(intern_atom(a).value(), intern_atom(b).value());
  };
  EXPECT_LT(compare("a", "b"), 0);
  EXPECT_LT(compare("a", "aa"), 0);
  EXPECT_LT(compare("", "a"), 0);
  EXPECT_GT(compare("aaaab", "aaaaa"), 0);
  EXPECT_LT(compare("Z", "a"), 0);
  EXPECT_LT(compare("z", "\xC3\xA9"), 0);
  EXPECT_LT(compare("\xEF\xBF\xBD", "\xF0\x9F\x98\x80"), 0);
  EXPECT_EQ(compare("same", "same"), 0);
}

TEST(AtomTable, ThreadsAgreeOnAtoms) {
  constexpr int kThreads = 4;
  constexpr int kAtoms = 12'000;  // more than the first hash table has room for
  std::vector<std::vector<Term>> seen(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&seen, t] {
      for (int i = 0; i < kAtoms; ++i) {
        const std::string text = "thread atom " + std::to_string(i);
        const Term atom = intern_atom(text).value();
        EXPECT_EQ(atom_text(atom), text);
        seen[static_cast<std::size_t>(t)].push_back(atom);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& atoms : seen) EXPECT_EQ(atoms, seen[0]);
}

}  // namespace
}  // namespace vm
