// What wide_arith.h leaves undone because it needs more than 128 bits: sums, products and divisions
// of integers of up to kMostLongLimbs limbs, called as those operations are. Longer ones take long
// enough for a call with saved registers (arith.h).
// Threads: the thread that owns the heap.
#pragma once

#include "vm/term/wide_arith.h"

namespace vm {

/// Operands of a product, and of a division, are that many limbs together.
inline constexpr Word kMostLongLimbs = 64;

WideOperation long_add, long_subtract, long_multiply, long_div, long_rem;

}  // namespace vm
