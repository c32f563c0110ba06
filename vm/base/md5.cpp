// MD5 after RFC 1321: four rounds of sixteen steps over blocks of 64 bytes.
#include "vm/base/md5.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace vm {

namespace {

constexpr int kShift[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/// The constant of each step: the first 32 bits of the fractional part of |sin(i + 1)|.
struct Sines {
  Sines() {
    for (int i = 0; i < 64; i++) {
      values[i] =
          static_cast<std::uint32_t>(std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
    }
  }
  std::uint32_t values[64];
};

}  // namespace

void Md5::block(const Byte* bytes) {
  static const Sines sines;
  std::uint32_t words[16];
  for (int i = 0; i < 16; i++) {
    const Byte* p = bytes + 4 * i;
    words[i] = p[0] | p[1] << 8 | p[2] << 16 | static_cast<std::uint32_t>(p[3]) << 24;
  }
  std::uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3];
  for (int i = 0; i < 64; i++) {
    int round = i / 16;
    std::uint32_t f = 0;
    int g = 0;
    switch (round) {
      case 0:
        f = (b & c) | (~b & d);
        g = i;
        break;
      case 1:
        f = (d & b) | (~d & c);
        g = (5 * i + 1) % 16;
        break;
      case 2:
        f = b ^ c ^ d;
        g = (3 * i + 5) % 16;
        break;
      default:
        f = c ^ (b | ~d);
        g = 7 * i % 16;
        break;
    }
    std::uint32_t rotated = std::rotl(a + f + sines.values[i] + words[g], kShift[round][i % 4]);
    a = d;
    d = c;
    c = b;
    b += rotated;
  }
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
}

void Md5::update(std::span<const Byte> bytes) {
  std::size_t used = length_ % 64;
  length_ += bytes.size();
  while (!bytes.empty()) {
    if (used == 0 && bytes.size() >= 64) {
      block(bytes.data());
      bytes = bytes.subspan(64);
      continue;
    }
    std::size_t count = std::min<std::size_t>(64 - used, bytes.size());
    std::memcpy(pending_.data() + used, bytes.data(), count);
    bytes = bytes.subspan(count);
    used += count;
    if (used == 64) {
      block(pending_.data());
      used = 0;
    }
  }
}

Md5Digest Md5::finish() {
  std::uint64_t bits = length_ * 8;
  const Byte one = 0x80;
  const Byte zero = 0;
  update({&one, 1});
  while (length_ % 64 != 56) update({&zero, 1});
  Byte length[8];
  for (int i = 0; i < 8; i++) length[i] = static_cast<Byte>(bits >> (8 * i));
  update(length);
  Md5Digest digest;
  for (int i = 0; i < 16; i++) digest[i] = static_cast<Byte>(state_[i / 4] >> (8 * (i % 4)));
  return digest;
}

}  // namespace vm
