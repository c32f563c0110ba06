// Jumps in hand-made code that follow the entry words of functions, and where exports lead. x86-64.
// proves B1, B9, B11
#include "jit/direct_calls.h"

#include "jit/code_memory.h"
#include "tests/unit/jit/answering_code.h"
#include "vm/code/module.h"

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
    return {&callee, nullptr, add(code) + 1, target};
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
    calls.add(module, std::span(&jump, 1));
    return jump;
  }

  /// Adds a jump to what `exported` leads to, which else goes to code that answers 7.
  DirectCall add_exported(DirectCalls& calls, vm::Export& exported) {
    DirectCall jump = page.jump(callee.info, page.answer(7), 3);
    jump.callee = nullptr;
    jump.exported = &exported;
    calls.add(module, std::span(&jump, 1));
    return jump;
  }
  int answer_now(const DirectCall& jump) {
    page.memory().synchronise();
    return answer_of(jump);
  }
  static void lead(vm::Export& exported, Callee& to) {
    for (unsigned i = 0; i < vm::kCodeGenerations; ++i)
      exported.set_target(i, to.info.entry_word());
  }

  Page page;
  Callee callee, other;
  vm::Module module;
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
  calls.add(module, jumps);
  calls.add(module, std::span(&another, 1));
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
  module.functions.push_back(&callee.info);
  calls.remove(module);
  callee.set_entry(1);
  calls.follow(callee.info);
  EXPECT_FALSE(calls.take_changed());
}

TEST_F(DirectCallsTest, GoWhereAnExportLeadsInAllGenerations) {
  DirectCalls calls(page.memory());
  vm::Export exported({}, {}, 1);
  callee.set_entry(page.answer(42));
  other.set_entry(page.answer(43));
  lead(exported, callee);
  const DirectCall jump = add_exported(calls, exported);
  EXPECT_EQ(answer_now(jump), 42);
  exported.set_target(1, other.info.entry_word());
  calls.follow(exported);
  EXPECT_TRUE(calls.take_changed());
  EXPECT_EQ(answer_now(jump), 7);
  lead(exported, other);
  EXPECT_EQ(answer_now(jump), 7);  // nobody has told
  calls.follow(exported);
  EXPECT_EQ(answer_now(jump), 43);
}

TEST_F(DirectCallsTest, FollowTheFunctionThatAnExportLeadsTo) {
  DirectCalls calls(page.memory());
  vm::Export exported({}, {}, 1);
  callee.set_entry(1);  // no native code
  lead(exported, callee);
  const DirectCall jump = add_exported(calls, exported);
  EXPECT_EQ(answer_now(jump), 7);
  callee.set_entry(page.answer(42));
  calls.follow(callee.info);
  EXPECT_EQ(answer_now(jump), 42);
  lead(exported, other);
  calls.follow(exported);
  calls.take_changed();
  callee.set_entry(page.answer(44));
  calls.follow(callee.info);  // no export leads to it any more
  EXPECT_FALSE(calls.take_changed());
}

TEST_F(DirectCallsTest, AvoidTheStubOfAnExportAndSavedCalls) {
  DirectCalls calls(page.memory());
  vm::Export exported({}, {}, 1);
  callee.set_entry(page.answer(42));
  lead(exported, callee);
  const DirectCall jump = add_exported(calls, exported);
  EXPECT_EQ(answer_now(jump), 42);
  exported.redirect_to_stub();
  calls.follow(exported);
  EXPECT_EQ(answer_now(jump), 7);
  exported.redirect_to_targets();
  calls.follow(exported);
  EXPECT_EQ(answer_now(jump), 42);
  exported.addresses[vm::kSavingCalls].store(other.info.entry_word(), vm::kRelaxed);
  calls.follow_all_exports();
  EXPECT_EQ(answer_now(jump), 7);
}

TEST_F(DirectCallsTest, OfAnExportAreForgottenWithTheirModule) {
  DirectCalls calls(page.memory());
  vm::Export exported({}, {}, 1);
  callee.set_entry(page.answer(42));
  lead(exported, callee);
  const DirectCall jump = add_exported(calls, exported);
  calls.remove(module);
  exported.redirect_to_stub();
  calls.follow(exported);
  EXPECT_EQ(answer_now(jump), 42);  // its memory may be something else by now
}

TEST_F(DirectCallsTest, ChangeWhileOthersRunThroughThem) {
  const Word indirect = page.answer(7), native = page.answer(42);
  callee.set_entry(1);
  const std::vector<DirectCall> jumps = page.jumps(callee.info, indirect);
  DirectCalls calls(page.memory());
  calls.add(module, jumps);
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
