// Sleds in front of hand-made functions, called and patched. proves B9, B11
#include "jit/entry_sled.h"

#include "tests/unit/jit/answering_code.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

namespace jit {
namespace {

using vm::Byte;
using vm::OpHandler;

// The stub touches no argument or result, so functions of the C convention show all there is.
int say_seven() { return 7; }
int say_eight() { return 8; }
OpHandler as_handler(int (*f)()) { return reinterpret_cast<OpHandler>(reinterpret_cast<void*>(f)); }
int call(OpHandler entry) { return reinterpret_cast<int (*)()>(reinterpret_cast<void*>(entry))(); }

// A function with a sled that returns 42.
class Function {
 public:
  Function() : memory_(std::move(CodeMemory::create(1 << 16).value())) {
    std::vector<Byte> code;
    const auto add = [&](const void* from, std::size_t bytes) {
      const auto* at = static_cast<const Byte*>(from);
      code.insert(code.end(), at, at + bytes);
    };
    const auto prefix = EntrySled::prefix(as_handler(say_seven));
    add(prefix.data(), prefix.size());
    add(&EntrySled::Code::kNothing, EntrySled::kSledBytes);
    const std::vector<Byte> body = test_support::function_returning(42);
    add(body.data(), body.size());
    Byte* block = memory_->allocate_code(code.size());
    std::memcpy(memory_->writable(block), code.data(), code.size());
    memory_->publish(block, code.size());
    entry_ = reinterpret_cast<OpHandler>(block + EntrySled::kPrefixBytes);
    sled_ = EntrySled(*memory_, entry_);
  }

  OpHandler entry() const { return entry_; }
  EntrySled& sled() { return sled_; }
  CodeMemory& memory() { return *memory_; }

 private:
  std::unique_ptr<CodeMemory> memory_;
  OpHandler entry_ = nullptr;
  EntrySled sled_;
};

TEST(EntrySled, DoesNothingUntilArmed) {
  Function function;
  EXPECT_FALSE(function.sled().is_armed());
  EXPECT_EQ(call(function.entry()), 42);
}

TEST(EntrySled, LeadsToTheHandlerWhileArmed) {
  Function function;
  for (int round = 0; round < 3; ++round) {
    function.sled().arm(as_handler(say_seven));
    function.memory().synchronise();
    EXPECT_TRUE(function.sled().is_armed());
    EXPECT_EQ(call(function.entry()), 7);
    function.sled().arm(as_handler(say_eight));
    EXPECT_EQ(call(function.entry()), 8);
    function.sled().disarm();
    function.memory().synchronise();
    EXPECT_FALSE(function.sled().is_armed());
    EXPECT_EQ(call(function.entry()), 42);
  }
}

TEST(EntrySled, LeavesAnEntryPointBehindIt) {
  Function function;
  function.sled().arm(as_handler(say_seven));
  EXPECT_EQ(call(function.sled().behind()), 42);
}

TEST(EntrySled, IsPatchedWhileOthersRunThroughIt) {
  Function function;
  std::atomic<bool> stop{false};
  std::atomic<long> wrong{0}, called{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop.load()) {
        const int answer = call(function.entry());
        if (answer != 42 && answer != 7 && answer != 8) wrong.fetch_add(1);
        called.fetch_add(1);
      }
    });
  }
  while (called.load() < 1000) std::this_thread::yield();
  for (int i = 0; i < 20000; ++i) {
    function.sled().arm(as_handler(i % 2 == 0 ? say_seven : say_eight));
    function.memory().synchronise();
    function.sled().disarm();
    function.memory().synchronise();
  }
  stop.store(true);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(call(function.entry()), 42);
}

}  // namespace
}  // namespace jit
