// Jumps in hand-made code that follow the entry words of functions. x86-64. proves B9, B11
#include "jit/direct_calls.h"

#include "jit/code_memory.h"
#include "vm/base/processor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace jit {
namespace {

using vm::Byte;
using vm::Word;

constexpr std::size_t kJumpBytes = 5, kAnswerBytes = 6;

int call(Word code) { return reinterpret_cast<int (*)()>(code)(); }

/// The header of a function and its entry word.
struct Callee {
  vm::FuncInfo info{{}, {}, 1};
  Word entry_word = 0;
  void set_entry(Word code) { info.set_entry(reinterpret_cast<vm::OpHandler>(code)); }
};

/// A page of code: functions that answer a number, and jumps to them.
class Page {
 public:
  Page() : memory_(std::move(CodeMemory::create(1 << 16).value())) {
    block_ = memory_->allocate_code(kBytes);
  }
  const CodeMemory& memory() const { return *memory_; }
  Word answer(Byte number) {
    const Byte code[kAnswerBytes] = {0xb8, number, 0, 0, 0, 0xc3};  // mov eax, number; ret
    return add(code, sizeof code);
  }
  /// A jump to `target` whose distance is as far behind a multiple of a word as this.
  DirectCall jump(vm::FuncInfo& callee, Word target, Word behind) {
    while ((used_ + 1) % vm::kWordBytes != behind) ++used_;
    Byte code[kJumpBytes] = {0xe9};
    const Word end = reinterpret_cast<Word>(block_) + used_ + kJumpBytes;
    const auto distance = static_cast<std::int32_t>(target - end);
    std::memcpy(code + 1, &distance, sizeof distance);
    return {&callee, add(code, sizeof code) + 1, target};
  }
  static Word start_of(const DirectCall& jump) { return jump.distance - 1; }

 private:
  static constexpr std::size_t kBytes = 4096;
  Word add(const Byte* code, std::size_t bytes) {
    Byte* place = block_ + used_;
    std::memcpy(memory_->writable(place), code, bytes);
    memory_->publish(place, bytes);
    used_ += bytes;
    return reinterpret_cast<Word>(place);
  }

  std::unique_ptr<CodeMemory> memory_;
  Byte* block_;
  std::size_t used_ = 0;
};

class DirectCallsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (vm::kProcessor != vm::Processor::kX86_64) GTEST_SKIP() << "of x86-64 only";
  }
  Page page;
  Callee callee, other;
};

TEST_F(DirectCallsTest, GoWhereTheEntryWordSays) {
  const Word indirect = page.answer(7), native = page.answer(42), newer = page.answer(43);
  std::vector<DirectCall> jumps;
  for (Word behind = 0; behind <= 4; ++behind)
    jumps.push_back(page.jump(callee.info, indirect, behind));
  const DirectCall another = page.jump(other.info, indirect, 0);
  const auto all_answer = [&](int number) {
    return std::ranges::all_of(jumps, [&](auto& j) { return call(Page::start_of(j)) == number; });
  };
  DirectCalls calls(page.memory());
  callee.set_entry(1);  // no native code
  calls.add(jumps);
  calls.add(std::span(&another, 1));
  EXPECT_TRUE(all_answer(7));
  EXPECT_FALSE(calls.take_changed());
  for (const Word code : {native, newer}) {
    callee.set_entry(code);
    calls.follow(callee.info);
    EXPECT_TRUE(calls.take_changed());
    EXPECT_FALSE(calls.take_changed());
    page.memory().synchronise();
    EXPECT_TRUE(all_answer(code == native ? 42 : 43));
    EXPECT_EQ(call(Page::start_of(another)), 7);
  }
  callee.set_entry(2);
  calls.follow(callee.info);
  page.memory().synchronise();
  EXPECT_TRUE(all_answer(7));
}

TEST_F(DirectCallsTest, FindNativeCodeThatIsThereAlready) {
  const Word indirect = page.answer(7);
  callee.set_entry(page.answer(42));
  const DirectCall jump = page.jump(callee.info, indirect, 3);
  DirectCalls calls(page.memory());
  calls.add(std::span(&jump, 1));
  page.memory().synchronise();
  EXPECT_EQ(call(Page::start_of(jump)), 42);
}

TEST_F(DirectCallsTest, AreForgottenWithTheirModule) {
  const Word indirect = page.answer(7);
  callee.set_entry(page.answer(42));
  const DirectCall jump = page.jump(callee.info, indirect, 0);
  DirectCalls calls(page.memory());
  calls.add(std::span(&jump, 1));
  calls.remove(callee.info);
  callee.set_entry(1);
  calls.follow(callee.info);
  EXPECT_FALSE(calls.take_changed());
}

TEST_F(DirectCallsTest, ChangeWhileOthersRunThroughThem) {
  const Word indirect = page.answer(7), native = page.answer(42);
  callee.set_entry(1);
  std::vector<DirectCall> jumps;
  for (Word behind = 0; behind <= 4; ++behind)
    jumps.push_back(page.jump(callee.info, indirect, behind));
  DirectCalls calls(page.memory());
  calls.add(jumps);
  std::atomic<bool> stop{false};
  std::atomic<long> wrong{0}, called{0}, expected{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (std::size_t n = 0; !stop.load(); ++n) {
        const long before = expected.load();
        const int answer = call(Page::start_of(jumps[n % jumps.size()]));
        const bool is_settled = before != 0 && expected.load() == before;
        if ((answer != 42 && answer != 7) || (is_settled && answer != before)) wrong.fetch_add(1);
        called.fetch_add(1);
      }
    });
  }
  while (called.load() < 1000) std::this_thread::yield();
  for (int i = 0; i < 10000; ++i) {
    expected.store(0);
    callee.set_entry(i % 2 == 0 ? native : 1);
    calls.follow(callee.info);
    page.memory().synchronise();
    expected.store(i % 2 == 0 ? 42 : 7);
  }
  stop.store(true);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(DirectCall, IsChangeableWithinOneWord) {
  EXPECT_TRUE(is_changeable(64));
  EXPECT_TRUE(is_changeable(68));
  EXPECT_FALSE(is_changeable(69));
  EXPECT_FALSE(is_changeable(71));
}

}  // namespace
}  // namespace jit
