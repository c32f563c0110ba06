// MD5 after RFC 1321: four rounds of sixteen steps over blocks of 64 bytes.
#include "vm/base/md5.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace vm {

namespace {

constexpr int kShift[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// The constant of each step: the first 32 bits of the fractional part of |sin(i + 1)|.
constexpr std::uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/// Step `kStep` of a block. The four words of the state change their roles from step to step, and
/// not their places.
template <unsigned kStep>
[[gnu::always_inline]] inline void step(std::uint32_t (&state)[4],
                                        const std::uint32_t (&words)[16]) {
  constexpr unsigned kRound = kStep / 16;
  constexpr unsigned kPlace = (64 - kStep) % 4;
  const std::uint32_t b = state[(kPlace + 1) % 4], c = state[(kPlace + 2) % 4],
                      d = state[(kPlace + 3) % 4];
  const auto [mixed, word] = [&]() -> std::pair<std::uint32_t, unsigned> {
    if constexpr (kRound == 0) return {d ^ (b & (c ^ d)), kStep};
    if constexpr (kRound == 1) return {c ^ (d & (b ^ c)), (5 * kStep + 1) % 16};
    if constexpr (kRound == 2) return {b ^ c ^ d, (3 * kStep + 5) % 16};
    if constexpr (kRound == 3) return {c ^ (b | ~d), 7 * kStep % 16};
  }();
  state[kPlace] =
      b + std::rotl(state[kPlace] + mixed + kSines[kStep] + words[word], kShift[kRound][kStep % 4]);
}

template <unsigned... kSteps>
[[gnu::always_inline]] inline void all_steps(std::uint32_t (&state)[4],
                                             const std::uint32_t (&words)[16],
                                             std::integer_sequence<unsigned, kSteps...>) {
  (step<kSteps>(state, words), ...);
}

}  // namespace

void Md5::block(const Byte* bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint32_t words[16];
  std::memcpy(words, bytes, sizeof words);
  std::uint32_t state[4];
  std::ranges::copy(state_, state);
  all_steps(state, words, std::make_integer_sequence<unsigned, 64>());
  for (int i = 0; i < 4; ++i) state_[i] += state[i];
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
  // A one bit, zeros up to the last eight bytes of a block, and the length.
  static constexpr Byte kPadding[64] = {0x80};
  update({kPadding, (119 - length_ % 64) % 64 + 1});
  Byte length[8];
  for (int i = 0; i < 8; i++) length[i] = static_cast<Byte>(bits >> (8 * i));
  update(length);
  Md5Digest digest;
  for (int i = 0; i < 16; i++) digest[i] = static_cast<Byte>(state_[i / 4] >> (8 * (i % 4)));
  return digest;
}

}  // namespace vm
