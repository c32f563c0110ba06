// The digests that OpenSSL gives for the bytes 0, 1, 2 ... and the key 00 01 ... 0f
// (openssl mac -macopt c-rounds:1 -macopt d-rounds:3 -macopt size:16 ... SIPHASH).
#include "vm/base/sip_hash.h"

#include "vm/base/own_files.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace {

std::string digest_of(std::size_t count) {
  std::vector<vm::Byte> bytes(count);
  std::iota(bytes.begin(), bytes.end(), vm::Byte{0});
  const auto digest = vm::sip_hash({0x0706050403020100, 0x0f0e0d0c0b0a0908}, bytes);
  return vm::hex_text({reinterpret_cast<const vm::Byte*>(&digest), sizeof(digest)});
}

TEST(SipHash, IsThatOfOpenSsl) {
  EXPECT_EQ(digest_of(0), "e77ebcb22788a5befd62db6add303001");
  EXPECT_EQ(digest_of(1), "fc6f370460d3eda85e0573cc2b2ff063");
  EXPECT_EQ(digest_of(7), "1084b923f2aae0c3a62f2ec80848ab77");
  EXPECT_EQ(digest_of(8), "aa12fee1d5e3dab4724f16ab35f9c799");
  EXPECT_EQ(digest_of(15), "c17e5505b2bd526c2921cdec1e7e0109");
  EXPECT_EQ(digest_of(16), "d0a8d95715518eebb513b0f83d9e1793");
  EXPECT_EQ(digest_of(63), "4c5800e34efe426f079f6b0aa75260ad");
}

}  // namespace
