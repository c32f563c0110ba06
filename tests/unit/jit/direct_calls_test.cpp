// Jumps in hand-made code that follow the entry words of functions. x86-64. proves B9, B11
#include "jit/direct_calls.h"

#include "jit/code_memory.h"
#include "tests/unit/jit/answering_code.h"

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

constexpr std::size_t kJumpBytes = 5;

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
  Word answer(Byte number) { return add(test_support::function_returning(number)); }
  /// A jump to `target` whose distance is as far behind a multiple of a word as this.
  DirectCall jump(vm::FuncInfo& callee, Word target, Word behind) {
    while ((used_ + 1) % vm::kWordBytes != behind) ++used_;
    std::vector<Byte> code(kJumpBytes, 0xe9);
    const Word end = reinterpret_cast<Word>(block_) + used_ + kJumpBytes;
    const auto distance = static_cast<std::int32_t>(target - end);
    std::memcpy(code.data() + 1, &distance, sizeof distance);
    return {&callee, add(code) + 1, target};
  }
  /// Jumps with all distances that can be changed.
  std::vector<DirectCall> jumps(vm::FuncInfo& callee, Word target) {
    std::vector<DirectCall> all;
    for (Word behind = 0; behind <= 4; ++behind) all.push_back(jump(callee, target, behind));
    return all;
  }

 private:
  static constexpr std::size_t kBytes = 4096;
  Word add(const std::vector<Byte>& code) {
    Byte* place = block_ + used_;
    std::memcpy(memory_->writable(place), code.data(), code.size());
    memory_->publish(place, code.size());
    used_ += code.size();
    return reinterpret_cast<Word>(place);
  }

  std::unique_ptr<CodeMemory> memory_;
  Byte* block_;
  std::size_t used_ = 0;
};

/// What the code answers that a jump leads to.
int answer_of(const DirectCall& jump) {
  return test_support::call(reinterpret_cast<const void*>(jump.distance - 1));
}

class DirectCallsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (vm::kProcessor != vm::Processor::kX86_64) GTEST_SKIP() << "of x86-64 only";
  }
  /// Adds a jump to `callee`, which is native code that answers 42.
  DirectCall add_native(DirectCalls& calls) {
    callee.set_entry(page.answer(42));
    const DirectCall jump = page.jump(callee.info, page.answer(7), 3);
    calls.add(std::span(&jump, 1));
    return jump;
  }

  Page page;
  Callee callee, other;
};

TEST_F(DirectCallsTest, GoWhereTheEntryWordSays) {
  const Word indirect = page.answer(7), native = page.answer(42), newer = page.answer(43);
  const std::vector<DirectCall> jumps = page.jumps(callee.info, indirect);
  const DirectCall another = page.jump(other.info, indirect, 0);
  const auto all_answer = [&](int number) {
    return std::ranges::all_of(jumps, [&](auto& j) { return answer_of(j) == number; });
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
    EXPECT_EQ(answer_of(another), 7);
  }
  callee.set_entry(2);
  calls.follow(callee.info);
  page.memory().synchronise();
  EXPECT_TRUE(all_answer(7));
}

TEST_F(DirectCallsTest, FindNativeCodeThatIsThereAlready) {
  DirectCalls calls(page.memory());
  const DirectCall jump = add_native(calls);
  page.memory().synchronise();
  EXPECT_EQ(answer_of(jump), 42);
}

TEST_F(DirectCallsTest, AreForgottenWithTheirModule) {
  DirectCalls calls(page.memory());
  add_native(calls);
  calls.remove(callee.info);
  callee.set_entry(1);
  calls.follow(callee.info);
  EXPECT_FALSE(calls.take_changed());
}

TEST_F(DirectCallsTest, ChangeWhileOthersRunThroughThem) {
  const Word indirect = page.answer(7), native = page.answer(42);
  callee.set_entry(1);
  const std::vector<DirectCall> jumps = page.jumps(callee.info, indirect);
  DirectCalls calls(page.memory());
  calls.add(jumps);
  std::atomic<bool> stop{false};
  std::atomic<long> wrong{0}, called{0}, expected{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (std::size_t n = 0; !stop.load(); ++n) {
        const long before = expected.load();
        const int answer = answer_of(jumps[n % jumps.size()]);
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
