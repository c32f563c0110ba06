// Copying the words of an object. Most objects have a few: a loop over them takes less time than a
// call of memcpy(). Threads: any.
#pragma once

#include "vm/term/term.h"

#include <algorithm>

namespace vm {

/// Copies `count` words; the two ranges do not overlap.
[[gnu::always_inline]] inline void copy_words(Term* to, const Term* from, Word count) {
  constexpr Word kCallPays = 64;
  if (count > kCallPays) [[unlikely]] {
    std::copy_n(from, count, to);
    return;
  }
  constexpr Word kStep = 4;
  for (; count >= kStep; count -= kStep, from += kStep, to += kStep) std::copy_n(from, kStep, to);
#pragma clang loop vectorize(disable) unroll(disable)
  for (Word i = 0; i < count; ++i) to[i] = from[i];
}

}  // namespace vm
