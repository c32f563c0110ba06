// The state is four words. Each word of the message is mixed in by one round; three rounds make
// each half of the result.
#include "vm/base/sip_hash.h"

#include <bit>
#include <cstring>

namespace vm {
namespace {

struct State {
  Word a, b, c, d;

  void mix(int rounds) {
    for (; rounds > 0; --rounds) {
      a += b, c += d;
      b = std::rotl(b, 13) ^ a;
      d = std::rotl(d, 16) ^ c;
      a = std::rotl(a, 32);
      c += b, a += d;
      b = std::rotl(b, 17) ^ c;
      d = std::rotl(d, 21) ^ a;
      c = std::rotl(c, 32);
    }
  }
  void add(Word word) {
    d ^= word;
    mix(1);
    a ^= word;
  }
  Word sum() const { return a ^ b ^ c ^ d; }
};

/// The first `count` bytes, the first one lowest.
Word little_endian(const Byte* bytes, std::size_t count) {
  Word word = 0;
  std::memcpy(&word, bytes, count);
  static_assert(std::endian::native == std::endian::little);
  return word;
}

}  // namespace

SipDigest sip_hash(const SipKey& key, std::span<const Byte> bytes) {
  State state{key.low ^ 0x736f6d6570736575, key.high ^ 0x646f72616e646f6d ^ 0xee,
              key.low ^ 0x6c7967656e657261, key.high ^ 0x7465646279746573};
  const Byte* at = bytes.data();
  for (std::size_t n = bytes.size() / 8; n > 0; --n, at += 8) state.add(little_endian(at, 8));
  const std::size_t rest = bytes.size() % 8;
  state.add(Word{bytes.size()} << 56 | (rest == 0 ? 0 : little_endian(at, rest)));
  state.c ^= 0xee;
  state.mix(3);
  const Word low = state.sum();
  state.b ^= 0xdd;
  state.mix(3);
  return {low, state.sum()};
}

}  // namespace vm
