// WordMap: what a map must do, with keys like those of walks over terms.
#include "vm/term/word_map.h"

#include <gtest/gtest.h>

namespace vm {
namespace {

TEST(WordMap, FindsWhatWasAddedAndNothingElse) {
  constexpr Word kObjects = 10000, kObjectBytes = 24;
  // Objects that lie side by side, and far from each other; the tags of pointers belong to the key.
  for (const Word stride : {kObjectBytes, Word{8}, Word{4096}, Word{1} << 32}) {
    WordMap<Word> map;
    for (Word i = 0; i < kObjects; ++i) {
      const auto added = map.find_or_add(0x7F0000000000 + i * stride + 2);
      ASSERT_TRUE(added.is_new);
      ASSERT_EQ(added.value, 0u);
      added.value = i;
    }
    for (Word i = 0; i < kObjects; ++i) {
      const auto found = map.find_or_add(0x7F0000000000 + i * stride + 2);
      ASSERT_FALSE(found.is_new);
      ASSERT_EQ(found.value, i);
    }
    EXPECT_TRUE(map.find_or_add(0x7E0000000002).is_new);
  }
}

}  // namespace
}  // namespace vm
