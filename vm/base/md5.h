// MD5 (RFC 1321), for `erlang:md5` and `module_info(md5)`: a library for one digest is not worth
// its size. The state is plain data, as programs may carry it from call to call
// (`erlang:md5_update/2`).
#pragma once

#include "vm/base/types.h"

#include <array>
#include <cstdint>
#include <span>

namespace vm {

using Md5Digest = std::array<Byte, 16>;

/// Digest of all bytes given to update(), in order. finish() ends it.
class Md5 {
 public:
  void update(std::span<const Byte> bytes);
  Md5Digest finish();

 private:
  void block(const Byte* bytes);

  std::uint32_t state_[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::uint64_t length_ = 0;
  std::array<Byte, 64> pending_{};
};

}  // namespace vm
