// Copies of bytes whose number decides how they are made.
#include "vm/base/bits.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace vm {
namespace {

TEST(Bits, FewBytesAreCopiedAndNoOthers) {
  constexpr Word kMost = 70;
  std::vector<Byte> from(kMost);
  std::iota(from.begin(), from.end(), Byte{1});
  for (Word size = 0; size <= kMost; ++size) {
    std::vector<Byte> to(kMost + 2, 0xEE);
    copy_few_bytes(to.data() + 1, from.data(), size);
    std::vector<Byte> expected(kMost + 2, 0xEE);
    std::copy_n(from.begin(), size, expected.begin() + 1);
    EXPECT_EQ(to, expected) << size;
  }
}

}  // namespace
}  // namespace vm
