// The memory of native code: its two views, what the system's map of the process says about them,
// blocks and their limits. proves B9
#include "jit/code_memory.h"

#include "tests/unit/jit/answering_code.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace jit {
namespace {

using test_support::call, test_support::function_returning;
using vm::Byte;

std::unique_ptr<CodeMemory> make(std::size_t bytes) {
  auto memory = CodeMemory::create(bytes);
  if (!memory.ok()) ADD_FAILURE() << memory.error();
  return memory.ok() ? std::move(memory.value()) : nullptr;
}

Byte* put(CodeMemory& memory, Byte* block, const std::vector<Byte>& code) {
  std::memcpy(memory.writable(block), code.data(), code.size());
  memory.publish(block, code.size());
  return block;
}

// The protections of every mapping that overlaps [from, to), as /proc/self/maps writes them.
std::vector<std::string> protections(const void* from, const void* to) {
  std::vector<std::string> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::size_t used = 0;
    const auto begin = std::stoull(line, &used, 16);
    const auto end = std::stoull(line.substr(used + 1), nullptr, 16);
    if (begin < reinterpret_cast<std::uintptr_t>(to) &&
        end > reinterpret_cast<std::uintptr_t>(from))
      found.push_back(line.substr(line.find(' ') + 1, 4));
  }
  return found;
}

bool any_writable_and_executable() {
  for (const std::string& protection : protections(nullptr, reinterpret_cast<void*>(~0ULL))) {
    if (protection[1] == 'w' && protection[2] == 'x') return true;
  }
  return false;
}

TEST(CodeMemory, RunsWhatWasWrittenThroughTheOtherView) {
  auto memory = make(1 << 20);
  Byte* block = memory->allocate_code(64);
  EXPECT_EQ(call(put(*memory, block, function_returning(42))), 42);
}

TEST(CodeMemory, RunsThePatchedInstructionAfterPublish) {
  auto memory = make(1 << 20);
  Byte* block = memory->allocate_code(64);
  for (int n = 0; n < 200; ++n)
    ASSERT_EQ(call(put(*memory, block, function_returning(static_cast<Byte>(n)))), n);
}

TEST(CodeMemory, HasNoPageThatIsWritableAndExecutable) {
  auto memory = make(1 << 20);
  Byte* code = memory->allocate_code(5000);
  Byte* data = memory->allocate_data(100);
  call(put(*memory, code, function_returning(1)));
  data[0] = 1;
  EXPECT_EQ(protections(code, code + 5000), std::vector<std::string>{"r-xs"});
  Byte* written = memory->writable(code);
  EXPECT_EQ(protections(written, written + 5000), std::vector<std::string>{"rw-s"});
  for (const std::string& protection : protections(data, data + 100))
    EXPECT_EQ(protection.substr(0, 3), "rw-");
  EXPECT_FALSE(any_writable_and_executable());
}

TEST(CodeMemoryDeathTest, CannotBeWrittenWhereItRuns) {
  auto memory = make(1 << 16);
  Byte* block = memory->allocate_code(64);
  EXPECT_DEATH(*static_cast<volatile Byte*>(block) = 0, "");
}

TEST(CodeMemoryDeathTest, TrapsInWhatWasFreed) {
  auto memory = make(1 << 16);
  Byte* block = put(*memory, memory->allocate_code(64), function_returning(1));
  ASSERT_EQ(call(block), 1);  // whatever keeps instructions that have run has these now
  memory->free_code(block, 64);
  EXPECT_DEATH(call(block), "");
}

TEST(CodeMemory, RefusesWhatDoesNotFitAndTakesFreedBlocksAgain) {
  auto memory = make(1);
  const std::size_t limit = memory->limit_bytes();
  Byte* all = memory->allocate_code(limit);
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(memory->allocate_code(1), nullptr);
  EXPECT_EQ(memory->used_code_bytes(), limit);
  memory->free_code(all, limit);
  EXPECT_EQ(memory->used_code_bytes(), 0U);
  EXPECT_EQ(memory->allocate_code(limit), all);
}

TEST(CodeMemory, JoinsFreeNeighboursInAnyOrder) {
  auto memory = make(1);
  const std::size_t limit = memory->limit_bytes();
  std::vector<Byte*> blocks;
  while (Byte* block = memory->allocate_code(CodeMemory::kAlignment)) blocks.push_back(block);
  ASSERT_EQ(blocks.size(), limit / CodeMemory::kAlignment);
  for (const std::size_t step : {0, 1, 2}) {  // every third one, three times
    for (std::size_t i = step; i < blocks.size(); i += 3)
      memory->free_code(blocks[i], CodeMemory::kAlignment);
  }
  EXPECT_NE(memory->allocate_code(limit), nullptr);
}

TEST(CodeMemory, GivesBlocksThatDoNotOverlap) {
  auto memory = make(1 << 16);
  Byte* first = memory->allocate_code(65);
  Byte* second = memory->allocate_code(1);
  EXPECT_GE(second - first, 65);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(second) % CodeMemory::kAlignment, 0U);
  Byte* data = memory->allocate_data(65);
  EXPECT_GE(memory->allocate_data(1) - data, 65);
  EXPECT_FALSE(memory->contains_code(data));
}

// Functions in pages that the system puts together, between and after that.
TEST(CodeMemory, StaysAsItIsWhereItFillsLargePages) {
  constexpr std::size_t kBlock = std::size_t{1} << 18;
  auto memory = make(std::size_t{8} << 20);
  std::vector<Byte*> blocks;
  for (std::uint8_t n = 0; n < 32; ++n) {
    Byte* block = memory->allocate_code(kBlock);
    ASSERT_NE(block, nullptr);
    blocks.push_back(put(*memory, block, function_returning(n)));
    for (std::uint8_t i = 0; i <= n; ++i) ASSERT_EQ(call(blocks[i]), i);
  }
  EXPECT_EQ(memory->allocate_code(1), nullptr);
  for (std::uint8_t n = 0; n < 32; ++n)
    EXPECT_EQ(call(put(*memory, blocks[n], function_returning(n + 100))), n + 100);
  EXPECT_FALSE(any_writable_and_executable());
}

TEST(CodeMemory, RefusesSizesOutOfReach) {
  EXPECT_FALSE(CodeMemory::create(0).ok());
  EXPECT_FALSE(CodeMemory::create(CodeMemory::kMaxBytes + 1).ok());
}

}  // namespace
}  // namespace jit
