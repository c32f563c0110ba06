// Reciprocal: division by a constant as a multiplication. Threads: pure functions.
#pragma once

#include "vm/term/term.h"

namespace jit {

/// For every small integer n, where `>>` rounds down:
/// n div divisor == (n * factor >> (kReciprocalBits + shift)) + (n < 0).
struct Reciprocal {
  vm::Word factor;  // below 2^63
  unsigned shift;
};
/// Term::as_scaled_small() has 16 n, so the upper half of the product of two words is that of n,
/// shifted by this.
inline constexpr unsigned kReciprocalBits = 60;

/// `divisor` is a small integer above 1. Source: Warren, Hacker's Delight (2nd edition), section
/// 10-5, for words of 60 bits.
Reciprocal reciprocal_of(vm::Word divisor);

}  // namespace jit
