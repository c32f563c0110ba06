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

TEST(BlockCache, CutsTheSmallestBlockThatIsLargeEnough) {
  BlockCache cache;
  cache.put(mapped(9), 9 * kLargePageBytes);
  char* block = mapped(4);
  cache.put(block, 4 * kLargePageBytes);
  EXPECT_EQ(cache.take(3 * kLargePageBytes), block);
  block[3 * kLargePageBytes - 1] = 1;
  unmap_large_pages(block, 3 * kLargePageBytes);
}

TEST(BlockCache, ExtendsTheLargestBlock) {
  BlockCache cache;
  cache.put(mapped(2), 2 * kLargePageBytes);
  for (Word pages = 3; pages < 7; ++pages) {  // one that was extended is extended again
    auto* block = static_cast<char*>(cache.take(pages * kLargePageBytes));
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<Word>(block) % kLargePageBytes, 0u);
    for (Word at = 0; at < pages * kLargePageBytes; at += 4096) block[at] = 1;
    cache.put(block, pages * kLargePageBytes);
  }
  EXPECT_NE(cache.take(kLargePageBytes), nullptr);
  EXPECT_EQ(cache.take(kLargePageBytes), nullptr);
}

TEST(BlockCache, UnmapsTheSmallestWhenItIsFull) {
  BlockCache cache;
  cache.put(mapped(2), 2 * kLargePageBytes);
  cache.put(mapped(64), 64 * kLargePageBytes);
  EXPECT_NE(cache.take(2 * kLargePageBytes), nullptr);  // a part of the large one
  EXPECT_EQ(cache.take(2 * kLargePageBytes), nullptr);
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
