// Arithmetic on integers of at most 128 bits (sign and magnitude), for the definitions of
// instructions: what overflows small integers, and 64-bit arithmetic with masks; sums and products
// of a small integer and a float as well. Sums, products and divisions go on with longer integers
// (long_arith.h). Unlike the functions of arith.h it needs neither saved registers nor a
// HeapBuilder, and it preserves all registers of the processor but the two of its result, so that a
// call of it in a rare path of compiled code costs the frequent path no register. Threads: the
// thread that owns the heap.
#pragma once

#include "vm/heap/slots.h"
#include "vm/term/term.h"

#define VM_PRESERVE_MOST __attribute__((preserve_most))

namespace vm {

/// The number and where free heap space begins now; none() if the operation was not done: an
/// operand that is no integer (or, in a sum or product, a float, and the other one small), operands
/// that are too long (kMostLongLimbs), in bitwise operations an operand or a result of more than
/// 128 bits, a float that is not finite, division by zero, or no space on the heap. Nothing has
/// changed then.
struct WideResult {
  Term value;
  HeapWord* top;
};
/// Computes `a` op `b`. `top` is the beginning of free heap space, `stack` its end.
using WideOperation = VM_PRESERVE_MOST WideResult(Term a, Term b, HeapWord* top,
                                                  const StackWord* stack);

WideOperation wide_add, wide_subtract, wide_multiply, wide_div, wide_rem;
WideOperation wide_band, wide_bor, wide_bxor, wide_bsl, wide_bsr;

}  // namespace vm
