// MD5 (RFC 1321), for `erlang:md5/1` and `module_info(md5)`. It is implemented here because a
// cryptographic library would be a large dependency for one digest. The state is plain data that
// can be copied as bytes: Erlang programs carry it from call to call (`erlang:md5_update/2`).
// Threads: an Md5 belongs to one thread at a time.
#pragma once

#include "vm/base/types.h"

#include <array>
#include <cstdint>
#include <span>

namespace vm {

using Md5Digest = std::array<Byte, 16>;

/// Computes the digest of all bytes passed to update(), in order.
class Md5 {
 public:
  /// Adds bytes to the message. The span is read only during the call.
  void update(std::span<const Byte> bytes);
  /// Pads the message and returns its digest. The object must not be used afterwards.
  Md5Digest finish();

 private:
  /// Processes one block of 64 bytes.
  void block(const Byte* bytes);

  std::uint32_t state_[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::uint64_t length_ = 0;        // bytes added so far
  std::array<Byte, 64> pending_{};  // the last length_ % 64 bytes, not processed yet
};

}  // namespace vm
