// MD5 against the values of RFC 1321, section A.5.
#include "vm/base/md5.h"

#include <gtest/gtest.h>

#include <string>

namespace {

std::string md5_hex(const std::string& text, std::size_t piece) {
  vm::Md5 md5;
  auto bytes = std::span(reinterpret_cast<const vm::Byte*>(text.data()), text.size());
  for (std::size_t i = 0; i < bytes.size(); i += piece) {
    md5.update(bytes.subspan(i, std::min(piece, bytes.size() - i)));
  }
  std::string out;
  for (vm::Byte byte : md5.finish()) {
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

TEST(Md5, GivesTheValuesOfTheStandard) {
  std::string digits;
  for (int i = 0; i < 8; i++) digits += "1234567890";
  for (std::size_t piece : {1, 7, 64, 100}) {
    EXPECT_EQ(md5_hex("", piece), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(md5_hex("abc", piece), "900150983cd24fb0d6963f7d28e17f72");
    EXPECT_EQ(md5_hex(digits, piece), "57edf4a22be3c955ac49da2e2107b67a");
  }
}

}  // namespace
