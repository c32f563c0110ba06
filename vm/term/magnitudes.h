// Order and product of the magnitudes of two integers, the product in the caller's limbs.
// Threads: any.
#pragma once

#include "vm/term/big.h"
#include "vm/term/limbs.h"

namespace vm {

/// Negative, zero or positive.
inline int compare_magnitudes(const IntegerView& a, const IntegerView& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.size() == 0 ? 0 : mpn_cmp(gmp(a.limbs()), gmp(b.limbs()), gmp_size(a.size()));
}

/// Writes as many limbs as both have together. Neither is zero.
inline void multiply_magnitudes(Word* to, const IntegerView& a, const IntegerView& b) {
  const IntegerView &longer = a.size() >= b.size() ? a : b, &shorter = a.size() >= b.size() ? b : a;
  if (shorter.size() == 1) {
    to[longer.size()] =
        mpn_mul_1(gmp(to), gmp(longer.limbs()), gmp_size(longer.size()), shorter.limbs()[0]);
  } else {
    mpn_mul(gmp(to), gmp(longer.limbs()), gmp_size(longer.size()), gmp(shorter.limbs()),
            gmp_size(shorter.size()));
  }
}

}  // namespace vm
