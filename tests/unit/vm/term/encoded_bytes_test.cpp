// EncodedBytes: the bytes that were written, as a binary of exactly their size.
#include "vm/term/encoded_bytes.h"

#include "vm/heap/binary_view.h"

#include <gtest/gtest.h>

#include <string>

namespace vm {
namespace {

TEST(EncodedBytes, BecomeABinary) {
  for (const Word size : {0, 1, 63, 64, 255, 256, 257, 1000, 1000000}) {
    EncodedBytes encoded;
    std::string written;
    while (written.size() < size) {
      const Word piece = std::min<Word>(size - written.size(), 1 + written.size() / 3);
      const std::string text(piece, static_cast<char>(written.size()));
      if (piece == 1)
        encoded.byte(static_cast<Byte>(text[0]));
      else
        encoded.bytes(text.data(), piece);
      written += text;
    }
    ASSERT_EQ(encoded.size(), size);
    HeapBuilder builder(Word{100});
    const Term binary = encoded.take_as_binary(builder);
    EXPECT_EQ(BinaryBytes(binary).text(), written);
    if (size > 256) {
      EXPECT_EQ(binary.as_boxed<SubBinary>().original.as_boxed<RefBinary>().binary->size(), size);
    }
    HeapFragment::free_chain(builder.take_fragments());
  }
}

TEST(EncodedBytes, NumbersAreBigEndianAndCanBeFilledInLater) {
  EncodedBytes encoded;
  encoded.number(0, 4);
  for (int count = 1; count <= 8; ++count) encoded.number(0x0102030405060708, count);
  encoded.put_number(0, 0xAABBCCDD);
  std::string expected = "\xAA\xBB\xCC\xDD";
  for (int count = 1; count <= 8; ++count) {
    for (int i = 8 - count; i < 8; ++i) expected += static_cast<char>(i + 1);
  }
  EXPECT_EQ(std::string(encoded.span().begin(), encoded.span().end()), expected);
}

TEST(ByteCount, CountsWhatWouldBeWritten) {
  ByteCount count;
  count.byte(1);
  count.number(7, 4);
  count.bytes("abc", 3);
  count.put_number(0, 1);
  EXPECT_EQ(count.size(), 8u);
}

}  // namespace
}  // namespace vm
