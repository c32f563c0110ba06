// BinaryBuffer: the bytes that were written, in a binary of exactly their size.
#include "vm/heap/binary_buffer.h"

#include "vm/heap/binary_view.h"
#include "vm/heap/heap_builder.h"

#include <gtest/gtest.h>

#include <string>

namespace vm {
namespace {

TEST(BinaryBuffer, BecomesABinaryOfItsBytes) {
  for (const Word size : {0, 1, 63, 64, 65, 1000, 1000000}) {
    BinaryBuffer buffer(16);
    std::string written;
    while (written.size() < size) {
      const Word piece = std::min<Word>(size - written.size(), 1 + written.size() / 3);
      const std::string text(piece, static_cast<char>(written.size()));
      if (piece == 1)
        buffer.push_back(static_cast<Byte>(text[0]));
      else
        buffer.append(text.data(), piece);
      written += text;
    }
    ASSERT_EQ(buffer.size(), size);
    HeapBuilder builder(100);
    const Term binary = buffer.take_term(builder);
    const BinaryBytes bytes(binary);
    EXPECT_EQ(std::string(bytes.span().begin(), bytes.span().end()), written);
    HeapFragment::free_chain(builder.take_fragments());
  }
}

TEST(BinaryBuffer, GivesTheBinaryWithoutItsSpareRoom) {
  BinaryBuffer buffer(1000);
  buffer.push_back(1);
  EXPECT_EQ(buffer.take()->size(), 1u);
}

}  // namespace
}  // namespace vm
