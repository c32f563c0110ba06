// Searching for one or several byte strings.
#include "bif/data/binary_search.h"

#include <gtest/gtest.h>

namespace {

struct Found {
  long start;
  long size;
  bool operator==(const Found&) const = default;
};

Found find(std::vector<std::string> patterns, std::string_view text, vm::Word from, vm::Word to) {
  const auto match = bif::BytePatterns(std::move(patterns)).find(text, from, to);
  if (!match) return {-1, 0};
  return {static_cast<long>(match.start), static_cast<long>(match.size)};
}

TEST(BytePatterns, FindTheLeftmostMatch) {
  EXPECT_EQ(find({"b"}, "abcb", 0, 4), (Found{1, 1}));
  EXPECT_EQ(find({"x", "c", "b"}, "abcb", 0, 4), (Found{1, 1}));
  EXPECT_EQ(find({"x", "y"}, "abcb", 0, 4), (Found{-1, 0}));
}

TEST(BytePatterns, PreferTheLongestAtOnePlace) {
  EXPECT_EQ(find({"ab", "abcd", "abc"}, "xabcde", 0, 6), (Found{1, 4}));
  EXPECT_EQ(find({"ab", "abcd", "abc"}, "xabc", 0, 4), (Found{1, 3}));
}

TEST(BytePatterns, FindAByteAtEachPlace) {
  // Bytes that differ from it in one bit, and such that a subtraction carries into.
  const std::string others(
      "\0\x01\x7f\x80\xff"
      "\x0b\x8a",
      7);
  for (vm::Word size = 1; size < 80; ++size) {
    std::string text;
    while (text.size() < size) text += others[text.size() % others.size()];
    for (vm::Word at = 0; at < size; ++at) {
      text[at] = '\n';
      for (const vm::Word from : {vm::Word{0}, at / 2, at}) {
        EXPECT_EQ(find({"\n"}, text, from, size), (Found{static_cast<long>(at), 1}));
        EXPECT_EQ(find({"\n"}, text, from, at), (Found{-1, 0}));
      }
      EXPECT_EQ(find({"\n"}, text, at + 1, size), (Found{-1, 0}));
      text[at] = others[at % others.size()];
    }
  }
}

TEST(BytePatterns, StayInTheirScope) {
  EXPECT_EQ(find({"b"}, "abcb", 2, 4), (Found{3, 1}));
  EXPECT_EQ(find({"cb"}, "abcb", 0, 3), (Found{-1, 0}));
  EXPECT_EQ(find({"cb", "q"}, "abcb", 0, 3), (Found{-1, 0}));
  EXPECT_EQ(find({"a"}, "abcb", 3, 3), (Found{-1, 0}));
}

TEST(BytePatterns, TakeAnyBytes) {
  const std::string text("\0\xff\0\x80", 4);
  EXPECT_EQ(find({std::string("\0\x80", 2)}, text, 0, 4), (Found{2, 2}));
  EXPECT_EQ(find({std::string("\xff", 1), std::string("\x80", 1)}, text, 0, 4), (Found{1, 1}));
}

}  // namespace
