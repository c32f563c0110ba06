// Large blocks that are freed and allocated again.
#include "vm/heap/block_cache.h"

#include "vm/heap/block.h"

#include <gtest/gtest.h>

namespace vm {
namespace {

char* mapped(Word pages) { return static_cast<char*>(map_large_pages(pages * kLargePageBytes)); }

TEST(BlockCache, IsEmptyAtFirst) {
  BlockCache cache;
  EXPECT_EQ(cache.take(kLargePageBytes), nullptr);
}

void fill(char* block, Word pages, char value) {
  for (Word at = 0; at < pages * kLargePageBytes; at += 4096) block[at] = value;
}
Word pages_with(const char* block, Word pages, char value) {
  Word found = 0;
  for (Word page = 0; page < pages; ++page) found += block[page * kLargePageBytes] == value;
  return found;
}

TEST(BlockCache, SplitsTheSmallestBlockThatIsLargeEnough) {
  BlockCache cache;
  cache.put(mapped(9), 9 * kLargePageBytes);
  char* block = mapped(4);
  cache.put(block, 4 * kLargePageBytes);
  EXPECT_EQ(cache.take(3 * kLargePageBytes), block);
  EXPECT_EQ(cache.take(kLargePageBytes), block + 3 * kLargePageBytes);
  fill(block, 4, 1);
  unmap_large_pages(block, 4 * kLargePageBytes);
}

// Pages of several blocks, some of which were moved before, and new ones where these do not do.
TEST(BlockCache, MakesALargeBlockOfSmallOnes) {
  BlockCache cache;
  for (const Word pages : {2, 3, 4}) {
    char* block = mapped(pages);
    fill(block, pages, 7);
    cache.put(block, pages * kLargePageBytes);
  }
  auto* block = static_cast<char*>(cache.take(8 * kLargePageBytes));
  EXPECT_EQ(reinterpret_cast<Word>(block) % kLargePageBytes, 0u);
  EXPECT_EQ(pages_with(block, 8, 7), 8u);
  char* rest = static_cast<char*>(cache.take(kLargePageBytes));
  ASSERT_NE(rest, nullptr);
  EXPECT_EQ(pages_with(rest, 1, 7), 1u);
  EXPECT_EQ(cache.take(kLargePageBytes), nullptr);
  fill(block, 8, 8);
  for (Word pages = 9; pages < 13; ++pages) {
    cache.put(block, (pages - 1) * kLargePageBytes);
    block = static_cast<char*>(cache.take(pages * kLargePageBytes));
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<Word>(block) % kLargePageBytes, 0u);
    EXPECT_EQ(pages_with(block, pages, 8), pages - 1);
    fill(block, pages, 8);
  }
}

TEST(BlockCache, KeepsAPartOfWhatItHasNoPlaceFor) {
  BlockCache cache;  // with a place for 64 large pages
  cache.put(mapped(2), 2 * kLargePageBytes);
  cache.put(mapped(65), 65 * kLargePageBytes);
  cache.put(mapped(1), kLargePageBytes);
  EXPECT_NE(cache.take(62 * kLargePageBytes), nullptr);
  EXPECT_NE(cache.take(2 * kLargePageBytes), nullptr);
  EXPECT_EQ(cache.take(kLargePageBytes), nullptr);
}

TEST(BlockCache, ReleasesAllOfThem) {
  BlockCache cache;
  EXPECT_FALSE(cache.release_all());
  cache.put(mapped(2), 2 * kLargePageBytes);
  cache.put(mapped(3), 3 * kLargePageBytes);
  EXPECT_TRUE(cache.release_all());
  EXPECT_EQ(cache.take(kLargePageBytes), nullptr);
  EXPECT_FALSE(cache.release_all());
}

}  // namespace
}  // namespace vm
