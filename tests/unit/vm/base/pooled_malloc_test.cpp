// Blocks that are freed come back for the same size, hold what is written to them, and are given
// back by a thread that ends.
#include "vm/base/pooled_malloc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace vm {
namespace {

TEST(PooledMalloc, BlocksOfAllSizesAreApart) {
  struct Block {
    unsigned char* memory;
    Word bytes;
    unsigned char mark;
  };
  std::vector<Block> blocks;
  for (int round = 0; round < 3; ++round) {
    for (Word bytes = 1; bytes < 2 * kLargestPooledBytes; bytes += 1 + bytes / 7) {
      auto* memory = static_cast<unsigned char*>(pooled_malloc(bytes));
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<Word>(memory) % alignof(std::max_align_t), 0u);
      const auto mark = static_cast<unsigned char>(blocks.size() + static_cast<Word>(round));
      std::memset(memory, mark, bytes);
      blocks.push_back({memory, bytes, mark});
    }
    for (const Block& block : blocks) {
      for (Word at = 0; at < block.bytes; ++at) ASSERT_EQ(block.memory[at], block.mark);
      pooled_free(block.memory, block.bytes);
    }
    blocks.clear();
  }
}

TEST(PooledMalloc, ContentsStayWhenABlockGrowsAndShrinks) {
  Word bytes = 40;
  auto* memory = static_cast<unsigned char*>(pooled_malloc(bytes));
  std::memset(memory, 7, bytes);
  const Word sizes[] = {41,   47,  48,  200, kLargestPooledBytes, kLargestPooledBytes + 1, 100'000,
                        9000, 300, 299, 40};
  for (const Word size : sizes) {
    memory = static_cast<unsigned char*>(pooled_realloc(memory, bytes, size));
    ASSERT_NE(memory, nullptr);
    for (Word at = 0; at < std::min(bytes, size); ++at) ASSERT_EQ(memory[at], 7);
    std::memset(memory, 7, size);
    bytes = size;
    // What is kept for this size has room for all of it.
    auto* other = static_cast<unsigned char*>(pooled_malloc(bytes));
    std::memset(other, 9, bytes);
    pooled_free(other, bytes);
  }
  pooled_free(memory, bytes);
}

TEST(PooledMalloc, NothingIsFreedAsNothing) {
  pooled_free(nullptr, 64);
  pooled_free(nullptr, 2 * kLargestPooledBytes);
}

TEST(PooledMalloc, AnotherThreadMayFree) {
  constexpr int kBlocks = 5000;
  for (const Word bytes : {Word{16}, Word{1864}, Word{30000}}) {
    std::vector<void*> blocks;
    for (int i = 0; i < kBlocks; ++i) blocks.push_back(pooled_malloc(bytes));
    // It keeps some, and ends.
    std::thread([&] {
      for (void* block : blocks) pooled_free(block, bytes);
      void* again = pooled_malloc(bytes);
      std::memset(again, 1, bytes);
      pooled_free(again, bytes);
    }).join();
  }
}

// Each block is written by its owner only: a block that two threads had would be noticed.
TEST(PooledMalloc, ThreadsPassBlocksOnWithoutMixingThemUp) {
  constexpr int kThreads = 4, kRounds = 40, kBlocks = 2000;
  constexpr Word kSizes[] = {24, 200, 1000, 5000};
  struct Passed {
    std::mutex mutex;
    std::vector<std::pair<Word*, Word>> blocks;  // with their sizes
  };
  Passed passed[kThreads];
  std::atomic<int> wrong{0};
  const auto work = [&](int number) {
    for (int round = 0; round < kRounds; ++round) {
      std::vector<std::pair<Word*, Word>> made, got;
      for (int i = 0; i < kBlocks; ++i) {
        const Word bytes = kSizes[static_cast<std::size_t>(i + round) % 4];
        auto* block = static_cast<Word*>(pooled_malloc(bytes));
        std::fill_n(block, bytes / sizeof(Word), reinterpret_cast<Word>(block) + bytes);
        made.emplace_back(block, bytes);
      }
      Passed& next = passed[(number + 1) % kThreads];
      {
        const std::lock_guard lock(next.mutex);
        next.blocks.insert(next.blocks.end(), made.begin(), made.end());
      }
      {
        const std::lock_guard lock(passed[number].mutex);
        got.swap(passed[number].blocks);
      }
      for (const auto& [block, bytes] : got) {
        const Word mark = reinterpret_cast<Word>(block) + bytes;
        for (Word w = 0; w < bytes / sizeof(Word); ++w) wrong += block[w] == mark ? 0 : 1;
        pooled_free(block, bytes);
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  for (Passed& rest : passed) {
    for (const auto& [block, bytes] : rest.blocks) pooled_free(block, bytes);
  }
}

}  // namespace
}  // namespace vm
