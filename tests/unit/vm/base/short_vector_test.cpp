// Elements in the object itself, then in memory of their own; moved either way.
#include "vm/base/short_vector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using vm::ShortVector;
using vm::Word;

ShortVector<int, 4> count_to(int end) {
  ShortVector<int, 4> numbers;
  for (int n = 0; n < end; ++n) numbers.push_back(n);
  return numbers;
}
std::vector<int> copy_of(const ShortVector<int, 4>& numbers) {
  return {numbers.begin(), numbers.end()};
}

TEST(ShortVector, KeepsWhatItWasGiven) {
  for (const int size : {0, 1, 4, 5, 8, 9, 1000}) {
    const ShortVector<int, 4> numbers = count_to(size);
    ASSERT_EQ(numbers.size(), static_cast<Word>(size));
    EXPECT_EQ(numbers.empty(), size == 0);
    for (int n = 0; n < size; ++n) EXPECT_EQ(numbers[static_cast<Word>(n)], n);
  }
}

TEST(ShortVector, IsMoved) {
  for (const int size : {2, 20}) {
    ShortVector<int, 4> from = count_to(size);
    ShortVector<int, 4> to = count_to(6);
    to = std::move(from);
    EXPECT_EQ(copy_of(to), copy_of(count_to(size)));
    EXPECT_TRUE(from.empty());  // NOLINT(bugprone-use-after-move): empty, as the class says
    from.push_back(7);
    EXPECT_EQ(copy_of(from), std::vector<int>{7});
    EXPECT_EQ(copy_of(to), copy_of(count_to(size)));
  }
}

TEST(ShortVector, TakesOneOfItsOwnElements) {
  ShortVector<int, 4> numbers = count_to(4);
  numbers.push_back(numbers[3]);
  EXPECT_EQ(copy_of(numbers), (std::vector<int>{0, 1, 2, 3, 3}));
}

TEST(ShortVector, LosesItsEnd) {
  ShortVector<int, 4> numbers = count_to(9);
  numbers.truncate(3);
  EXPECT_EQ(copy_of(numbers), (std::vector<int>{0, 1, 2}));
  numbers.push_back(5);
  EXPECT_EQ(copy_of(numbers), (std::vector<int>{0, 1, 2, 5}));
}

}  // namespace
