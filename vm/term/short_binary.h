// Comparison of binaries that are objects of the heap: short texts, as keys mostly are. A word at a
// time, and without a call.
// Threads: any.
#pragma once

#include "vm/term/boxed.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vm {

/// Whether the term is a HeapBinary of whole bytes.
inline bool is_short_binary(Term t) {
  return t.is_boxed_as(Subtag::kHeapBinary) && t.as_boxed<HeapBinary>().bit_size % 8 == 0;
}

namespace detail {
static_assert(std::endian::native == std::endian::little, "the first byte is the lowest of a word");

/// `bits` bits, 1 to 64 in whole bytes, from word `index` of the bytes; the others are 0.
inline Word word_of(const HeapBinary& binary, Word index, Word bits) {
  Word word;
  std::memcpy(&word, binary.bytes + index * kWordBytes, sizeof word);  // with the object's padding
  return word & ~Word{0} >> (64 - bits);
}
}  // namespace detail

/// The order of two short binaries: that of their first bytes that differ, else of their sizes.
inline int order_of_short_binaries(const HeapBinary& a, const HeapBinary& b) {
  const Word common = std::min(a.bit_size, b.bit_size);
  for (Word done = 0; done < common; done += 64) {
    const Word bits = std::min<Word>(common - done, 64);
    const Word x = detail::word_of(a, done / 64, bits), y = detail::word_of(b, done / 64, bits);
    if (x != y) return __builtin_bswap64(x) < __builtin_bswap64(y) ? -1 : 1;
  }
  return a.bit_size == b.bit_size ? 0 : a.bit_size < b.bit_size ? -1 : 1;
}
/// Whether two short binaries have the same bytes.
inline bool same_short_binaries(const HeapBinary& a, const HeapBinary& b) {
  return a.bit_size == b.bit_size && order_of_short_binaries(a, b) == 0;
}

}  // namespace vm
