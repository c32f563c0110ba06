// Fields of bitstrings: every field read back after it was written, at every offset; known
// encodings.
#include "vm/instr/bit_io.h"

#include <gtest/gtest.h>

#include <vector>

namespace vm {
namespace {

class BitIo : public testing::Test {
 protected:
  HeapBuilder builder_{Word{64}};
  Byte data_[64] = {};
};

TEST_F(BitIo, ReadsBackIntegersAtAllOffsetsAndSizes) {
  const SWord values[] = {0, 1, -1, 5, -6, 127, 128, -128, 0x12345, -0x12345, kSmallMax, kSmallMin};
  for (Word flags :
       {Word{0}, Word{kFieldLittle}, Word{kFieldSigned}, Word{kFieldSigned | kFieldLittle}}) {
    for (Word offset = 0; offset < 9; ++offset) {
      for (Word bits = 1; bits <= 130; ++bits) {
        for (SWord value : values) {
          std::fill(std::begin(data_), std::end(data_), 0xA5);
          write_integer(data_, offset, bits, flags, Term::small(value));
          SWord expected = value;
          if (bits < 64) {
            const unsigned unused = 64 - static_cast<unsigned>(bits);
            const auto low = static_cast<Word>(value) << unused;
            expected = flags & kFieldSigned ? static_cast<SWord>(low) >> unused
                                            : static_cast<SWord>(low >> unused);
          } else if (value < 0 && !(flags & kFieldSigned)) {
            continue;  // a huge number; see the next test
          }
          const Term read = read_integer(builder_, data_, offset, bits, flags);
          const Term wanted = builder_.integer(expected);
          ASSERT_EQ(read.is_small(), wanted.is_small()) << value << " in " << bits;
          if (read.is_small()) {
            ASSERT_EQ(read.as_small(), expected)
                << value << " in " << bits << " at " << offset << " flags " << flags;
          } else {
            ASSERT_EQ(read.header(), wanted.header());
            ASSERT_EQ(read.as_boxed<Big>().limbs[0], wanted.as_boxed<Big>().limbs[0]);
          }
          ASSERT_EQ(read_bits(data_, 0, static_cast<unsigned>(offset)),
                    Word{0xA5A5} >> (16 - offset))
              << "bits before";
        }
      }
    }
  }
}

TEST_F(BitIo, ReadsLargeFieldsAsBigIntegers) {
  std::fill(std::begin(data_), std::end(data_), 0xFF);
  const Term all_ones = read_integer(builder_, data_, 3, 128, 0);
  ASSERT_TRUE(all_ones.is_big());
  EXPECT_EQ(all_ones.as_boxed<Big>().limbs[0], ~Word{0});
  EXPECT_EQ(all_ones.as_boxed<Big>().limbs[1], ~Word{0});
  EXPECT_EQ(read_integer(builder_, data_, 3, 128, kFieldSigned), Term::small(-1));
}

TEST_F(BitIo, WritesShortFieldsAndZerosBehindThem) {
  for (Word offset = 0; offset < 17; ++offset) {
    for (unsigned bits = 1; bits <= 57; ++bits) {
      // As large as it must be, so that a sanitizer sees a byte too many.
      std::vector<Byte> written(offset / 8 + sizeof(Word), 0xA5);
      std::vector<Byte> wanted = written;
      write_short_field(written.data(), offset, ~Word{0x5B}, bits);
      write_bits(wanted.data(), offset, ~Word{0x5B}, bits);
      const Word end = offset + bits, bytes = (end + 7) / 8;
      write_bits(wanted.data(), end, 0, static_cast<unsigned>(bytes * 8 - end));
      written.resize(bytes), wanted.resize(bytes);
      ASSERT_EQ(written, wanted) << bits << " bits at " << offset;
    }
  }
}

TEST_F(BitIo, CopiesBetweenAnyOffsets) {
  Byte source[40];
  for (int i = 0; i < 40; ++i) source[i] = static_cast<Byte>(i * 37 + 11);
  for (Word from = 0; from < 9; ++from) {
    for (Word to = 0; to < 9; ++to) {
      for (Word bits : {0, 1, 7, 8, 9, 55, 56, 57, 200}) {
        std::fill(std::begin(data_), std::end(data_), 0);
        copy_bits(source, from, data_, to, bits);
        ASSERT_TRUE(bits_equal(source, from, data_, to, bits)) << from << " " << to << " " << bits;
        ASSERT_EQ(read_bits(data_, to + bits, 8), 0u);
      }
    }
  }
}

TEST_F(BitIo, RefusesFloatsThatAreNoNumbers) {
  double value;
  const Byte infinity[] = {0x7F, 0xF0, 0, 0, 0, 0, 0, 0};
  EXPECT_FALSE(read_float(infinity, 0, 64, 0, &value));
  const Byte half[] = {0x3C, 0x00};
  ASSERT_TRUE(read_float(half, 0, 16, 0, &value));
  EXPECT_EQ(value, 1.0);
  EXPECT_FALSE(read_float(half, 0, 17, 0, &value));
  EXPECT_FALSE(write_float(data_, 0, 17, 0, Term::small(1)));
  EXPECT_TRUE(write_float(data_, 5, 32, kFieldLittle, Term::small(3)));
  ASSERT_TRUE(read_float(data_, 5, 32, kFieldLittle, &value));
  EXPECT_EQ(value, 3.0);
}

TEST_F(BitIo, MakesNarrowFloatsInfiniteWhereTheyOverflow) {
  ASSERT_TRUE(write_float(data_, 0, 16, 0, Term::small(100000)));
  EXPECT_EQ(data_[0], 0x7C);
  EXPECT_EQ(data_[1], 0x00);
}

TEST_F(BitIo, RoundTripsCodePoints) {
  for (Word code_point :
       {0x0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF}) {
    Word read = 0;
    EXPECT_EQ(write_utf8(data_, 3, code_point), utf8_bytes(code_point) * 8);
    EXPECT_EQ(read_utf8(data_, 3, 32, &read), utf8_bytes(code_point) * 8);
    EXPECT_EQ(read, code_point);
    for (Word flags : {Word{0}, Word{kFieldLittle}}) {
      EXPECT_EQ(write_utf16(data_, 1, flags, code_point), utf16_bytes(code_point) * 8);
      EXPECT_EQ(read_utf16(data_, 1, 32, flags, &read), utf16_bytes(code_point) * 8);
      EXPECT_EQ(read, code_point);
      write_utf32(data_, 1, flags, code_point);
      EXPECT_EQ(read_utf32(data_, 1, 32, flags, &read), 32u);
      EXPECT_EQ(read, code_point);
    }
  }
}

TEST_F(BitIo, RefusesBadUtf8) {
  Word code_point;
  const std::vector<std::vector<Byte>> bad = {{0x80},
                                              {0xC0, 0x80},
                                              {0xC2},
                                              {0xE0, 0x80, 0x80},
                                              {0xED, 0xA0, 0x80},
                                              {0xF4, 0x90, 0x80, 0x80},
                                              {0xF8}};
  for (const auto& bytes : bad)
    EXPECT_EQ(read_utf8(bytes.data(), 0, bytes.size() * 8, &code_point), 0u);
}

}  // namespace
}  // namespace vm
