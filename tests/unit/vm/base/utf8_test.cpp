// Encoding, decoding, and what is refused.
#include "vm/base/utf8.h"

#include <gtest/gtest.h>

#include <array>

namespace vm {
namespace {

TEST(Utf8, EveryScalarIsItselfAgain) {
  for (std::uint32_t point = 0; point <= 0x10FFFF; ++point) {
    std::array<char, 4> text;
    const Word bytes = encode_utf8(point, text.data());
    std::uint32_t found = ~point;
    const Word used = decode_utf8(text.data(), text.data() + bytes, &found);
    ASSERT_EQ(bytes, utf8_bytes(point));
    ASSERT_EQ(used, is_unicode_scalar(point) ? bytes : 0) << point;
    if (used != 0) ASSERT_EQ(found, point);
    // One byte less is no character.
    ASSERT_EQ(decode_utf8(text.data(), text.data() + bytes - 1, &found), 0U) << point;
  }
}

/// Of all texts of up to three bytes, and of four with usual last ones, those are characters that
/// their code points have as their text.
TEST(Utf8, OnlyShortestFormsAreValid) {
  const auto check = [](std::array<char, 4> text) {
    std::uint32_t point = 0;
    const Word used = decode_utf8(text.data(), text.data() + text.size(), &point);
    if (used == 0) return;
    std::array<char, 4> again = text;
    ASSERT_EQ(encode_utf8(point, again.data()), used);
    ASSERT_EQ(again, text);
    ASSERT_TRUE(is_unicode_scalar(point));
  };
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      for (unsigned c = 0; c < 256; ++c) {
        for (const unsigned d : {0x00U, 0x7FU, 0x80U, 0xBFU, 0xC0U, 0xFFU}) {
          check({static_cast<char>(a), static_cast<char>(b), static_cast<char>(c),
                 static_cast<char>(d)});
        }
      }
    }
  }
}

}  // namespace
}  // namespace vm
