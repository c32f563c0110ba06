// What the arithmetic operators answer for every mix of numbers; the interpreter does the small
// cases itself and comes here for the rest. Results are built, nothing collects.
#pragma once

#include "vm/base/result.h"
#include "vm/heap/heap_builder.h"

namespace vm {

enum class ArithError {
  kBadArith,     // an operand of the wrong type, division by zero, a float out of range
  kSystemLimit,  // an integer out of range
};
using ArithResult = Result<Term, ArithError>;

ArithResult arith_add(HeapBuilder& builder, Term a, Term b);
ArithResult arith_subtract(HeapBuilder& builder, Term a, Term b);
ArithResult arith_multiply(HeapBuilder& builder, Term a, Term b);
/// `/`: always a float.
ArithResult arith_divide(HeapBuilder& builder, Term a, Term b);
/// `div`: towards zero.
ArithResult arith_div(HeapBuilder& builder, Term a, Term b);
/// `rem`: with the sign of `a`.
ArithResult arith_rem(HeapBuilder& builder, Term a, Term b);
ArithResult arith_negate(HeapBuilder& builder, Term a);
/// abs/1. The error is badarg to a program there.
ArithResult arith_abs(HeapBuilder& builder, Term a);

ArithResult arith_band(HeapBuilder& builder, Term a, Term b);
ArithResult arith_bor(HeapBuilder& builder, Term a, Term b);
ArithResult arith_bxor(HeapBuilder& builder, Term a, Term b);
ArithResult arith_bnot(HeapBuilder& builder, Term a);
ArithResult arith_bsl(HeapBuilder& builder, Term a, Term shift);
ArithResult arith_bsr(HeapBuilder& builder, Term a, Term shift);

/// A number as a float; false where it is none or out of range.
bool number_to_double(Term number, double* value);

/// trunc/1, round/1 (halves away from zero), floor/1, ceil/1 of a number.
enum class Rounding { kTruncate, kNearest, kDown, kUp };
ArithResult arith_to_integer(HeapBuilder& builder, Term number, Rounding rounding);

}  // namespace vm
