// Binaries of compiled patterns: what re_code() made, and what anybody may have changed.
#include "bif/data/re_patterns.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

namespace bif {
namespace {

constexpr std::size_t kHeadBytes = 24, kOptionsAt = 12;

bool matches(const RePattern& pattern, std::string_view subject) {
  return pattern.match(subject, {}).result() > 0;
}

TEST(RePatterns, KeepsPatternsAndCompilesAgain) {
  RePatterns patterns;
  ReError error;
  const std::string code = re_code("a(b)c", {});
  const auto first = patterns.get(code, &error);
  ASSERT_TRUE(first);
  EXPECT_TRUE(matches(*first, "xabcx"));
  EXPECT_EQ(patterns.get(code, &error), first);
  for (int i = 0; i < 3000; ++i)
    ASSERT_TRUE(patterns.get(re_code("a" + std::to_string(i), {}), &error));
  EXPECT_NE(patterns.get(code, &error), first);
  EXPECT_TRUE(matches(*first, "abc")) << "the caller's reference keeps it";
}

TEST(RePatterns, TellsABadPatternFromBadContent) {
  RePatterns patterns;
  ReError error;
  EXPECT_FALSE(patterns.get(re_code("a(b", {}), &error));
  EXPECT_EQ(error.message(), "missing )");
  EXPECT_FALSE(patterns.get("", &error));
  EXPECT_EQ(error.code, 0);
  const std::string code = re_code("a", {});
  for (std::size_t size = 0; size < kHeadBytes; ++size)
    EXPECT_FALSE(patterns.get(std::string_view(code).substr(0, size), &error)) << size;
}

TEST(RePatterns, RefusesOptionsThatNoProgramCanGive) {
  RePatterns patterns;
  for (std::size_t at = 0; at < kHeadBytes; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string code = re_code("a\xFF", {});  // no UTF-8
      code[at] = static_cast<char>(code[at] ^ (1 << bit));
      ReError error;
      const auto pattern = patterns.get(code, &error);
      if (at < kOptionsAt) {
        EXPECT_FALSE(pattern) << at << ", bit " << bit;
      }
      if (pattern) {
        EXPECT_TRUE(matches(*pattern, "a\xFF") || !matches(*pattern, "b"));
      }
    }
  }
  std::string code = re_code("a\xFF", {});
  const std::uint32_t unchecked = PCRE2_UTF | PCRE2_NO_UTF_CHECK;
  code.replace(kOptionsAt, sizeof unchecked, reinterpret_cast<const char*>(&unchecked),
               sizeof unchecked);
  ReError error;
  EXPECT_FALSE(patterns.get(code, &error));
  EXPECT_EQ(error.code, 0);
}

TEST(RePatterns, SurvivesRandomContent) {
  RePatterns patterns;
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string code = re_code(std::string(random() % 30, 'a'), {});
    for (unsigned changes = random() % 8; changes > 0; --changes)
      code[random() % code.size()] = static_cast<char>(random());
    ReError error;
    const auto pattern = patterns.get(code, &error);
    if (pattern) pattern->match("aaaaaaaaaaaa", {});
  }
}

TEST(RePatterns, ServesManyThreads) {
  RePatterns patterns;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&patterns, thread] {
      for (int i = 0; i < 4000; ++i) {
        const std::string number = std::to_string((i * (thread + 1)) % 700);
        ReError error;
        const auto pattern = patterns.get(re_code("^" + number + "$", {}), &error);
        ASSERT_TRUE(pattern && matches(*pattern, number));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace bif
