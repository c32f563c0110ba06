// Graphs of LLVM's linker in code memory: where their parts come to lie, that all of it is given
// back, and what is said when there is no room.
#include "jit/llvm/link_memory.h"

#include "jit/code_memory.h"
#include "jit/symbols.h"
#include "vm/base/processor.h"

#include <gtest/gtest.h>
#include <llvm/ADT/BitmaskEnum.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>

#include <cstring>

namespace jit {
namespace {

using llvm::jitlink::LinkGraph;
using llvm::orc::MemProt;
LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// A function that returns 7.
std::vector<char> returns_seven() {
  if constexpr (vm::kProcessor == vm::Processor::kX86_64) {
    const unsigned char code[] = {0xb8, 7, 0, 0, 0, 0xc3};
    return {code, code + sizeof code};
  } else {
    const unsigned char code[] = {0xe0, 0x00, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6};
    return {code, code + sizeof code};
  }
}

class LinkMemoryTest : public testing::Test {
 protected:
  LinkMemoryTest() : graph_(make_graph("seven:seven/0")) {}

  static std::unique_ptr<LinkGraph> make_graph(const char* name) {
    const char* triple = vm::kProcessor == vm::Processor::kX86_64 ? "x86_64" : "aarch64";
    return std::make_unique<LinkGraph>(name, llvm::Triple(triple),
                                       llvm::jitlink::getGenericEdgeKindName);
  }
  static llvm::jitlink::Block& add(LinkGraph& graph, const char* section, MemProt protection,
                                   llvm::ArrayRef<char> content, std::uint64_t alignment = 16) {
    llvm::jitlink::Section& made = graph.createSection(section, protection);
    return graph.createContentBlock(made, content, llvm::orc::ExecutorAddr(), alignment, 0);
  }
  llvm::jitlink::Block& add_code() {
    return add(*graph_, "text", MemProt::Read | MemProt::Exec, code_);
  }
  std::string error_of_allocation() {
    auto allocation = manager_->allocate(nullptr, *graph_);
    if (allocation) return "allocated";
    return llvm::toString(allocation.takeError());
  }
  void expect_empty() {
    EXPECT_EQ(memory_->used_code_bytes(), 0u);
    EXPECT_EQ(memory_->used_data_bytes(), 0u);
  }

  std::unique_ptr<CodeMemory> memory_ =
      std::move(CodeMemory::create(std::size_t{64} << 10).value());
  std::unique_ptr<CodeSymbols> symbols_ = std::move(CodeSymbols::create({}).value());
  LinkRecord record_;
  std::unique_ptr<llvm::jitlink::JITLinkMemoryManager> manager_ =
      make_link_memory(*memory_, *symbols_, record_);
  std::unique_ptr<LinkGraph> graph_;
  const std::vector<char> code_ = returns_seven();
};

TEST_F(LinkMemoryTest, PutsCodeAndConstantsTogetherAndDataApart) {
  const llvm::jitlink::Block& text = add_code();
  const llvm::jitlink::Block& constants =
      add(*graph_, "rodata", MemProt::Read, llvm::ArrayRef("constant", 8));
  const llvm::jitlink::Block& data =
      add(*graph_, "data", MemProt::Read | MemProt::Write, llvm::ArrayRef("variable", 8));
  auto allocation = manager_->allocate(nullptr, *graph_);
  ASSERT_TRUE(!!allocation) << llvm::toString(allocation.takeError());
  auto done = (*allocation)->finalize();
  ASSERT_TRUE(!!done) << llvm::toString(done.takeError());

  auto* function = text.getAddress().toPtr<int (*)()>();
  EXPECT_TRUE(memory_->contains_code(reinterpret_cast<const void*>(function)));
  EXPECT_EQ(function(), 7);
  EXPECT_TRUE(memory_->contains_code(constants.getAddress().toPtr<const char*>()));
  EXPECT_EQ(std::memcmp(constants.getAddress().toPtr<const char*>(), "constant", 8), 0);
  // Constants follow the code, within the same block.
  EXPECT_GT(constants.getAddress(), text.getAddress());
  auto* variable = data.getAddress().toPtr<char*>();
  EXPECT_FALSE(memory_->contains_code(variable));
  EXPECT_EQ(std::memcmp(variable, "variable", 8), 0);
  variable[0] = 'V';  // may be written where it is
  EXPECT_GE(memory_->used_code_bytes(), code_.size() + 8);
  EXPECT_GE(memory_->used_data_bytes(), 8u);

  EXPECT_FALSE(!!manager_->deallocate(std::move(*done)));
  expect_empty();
}

TEST_F(LinkMemoryTest, ClearsWhatAnEarlierGraphLeft) {
  const std::vector<char> ones(256, '\1');
  const llvm::jitlink::Block& first = add(*graph_, "text", MemProt::Read | MemProt::Exec, ones);
  auto allocation = manager_->allocate(nullptr, *graph_);
  ASSERT_TRUE(!!allocation);
  auto done = (*allocation)->finalize();
  ASSERT_TRUE(!!done);
  const auto address = first.getAddress();
  ASSERT_FALSE(!!manager_->deallocate(std::move(*done)));

  const auto next = make_graph("next:next/0");
  llvm::jitlink::Section& zeros = next->createSection("bss", MemProt::Read);
  const auto& block = next->createZeroFillBlock(zeros, 256, llvm::orc::ExecutorAddr(), 16, 0);
  auto again = manager_->allocate(nullptr, *next);
  ASSERT_TRUE(!!again);
  auto finished = (*again)->finalize();
  ASSERT_TRUE(!!finished);
  EXPECT_EQ(block.getAddress(), address);  // first fit
  const char* bytes = block.getAddress().toPtr<const char*>();
  for (int i = 0; i < 256; ++i) ASSERT_EQ(bytes[i], 0) << i;
  EXPECT_FALSE(!!manager_->deallocate(std::move(*finished)));
}

TEST_F(LinkMemoryTest, GivesBackWhatIsAbandoned) {
  add_code();
  auto allocation = manager_->allocate(nullptr, *graph_);
  ASSERT_TRUE(!!allocation);
  EXPECT_GT(memory_->used_code_bytes(), 0u);
  bool is_done = false;
  (*allocation)->abandon([&](llvm::Error error) {
    EXPECT_FALSE(!!error);
    is_done = true;
  });
  EXPECT_TRUE(is_done);
  expect_empty();
}

TEST_F(LinkMemoryTest, SaysWhenItIsFull) {
  const std::vector<char> large(memory_->limit_bytes() + 1);
  add(*graph_, "text", MemProt::Read | MemProt::Exec, large);
  EXPECT_EQ(error_of_allocation(), "seven:seven/0: code memory is full (0 of 65536 bytes used)");
  expect_empty();
}

TEST_F(LinkMemoryTest, GivesBackTheCodeWhenDataHaveNoRoom) {
  const std::vector<char> large(memory_->limit_bytes() + 1);
  add_code();
  add(*graph_, "data", MemProt::Read | MemProt::Write, large);
  EXPECT_NE(error_of_allocation().find("code memory is full"), std::string::npos);
  expect_empty();
}

TEST_F(LinkMemoryTest, RefusesAnAlignmentItDoesNotHave) {
  add(*graph_, "text", MemProt::Read | MemProt::Exec, code_, 2 * CodeMemory::kAlignment);
  EXPECT_EQ(error_of_allocation(), "seven:seven/0: wants more than the alignment of code memory");
  expect_empty();
}

}  // namespace
}  // namespace jit
