// The arithmetic operators and BIFs for any combination of numbers. Instruction definitions handle
// the common cases of small integers themselves and call these functions for the rest.
// The functions return the result or an ArithError for operands of a wrong type or a result out of
// range. Results that do not fit a word are built with the caller's HeapBuilder; nothing collects.
// Threads: any.
#pragma once

#include "vm/base/result.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/big.h"

namespace vm {

enum class ArithError {
  kBadArith,     // an operand of the wrong type, division by zero, or a float out of range
  kSystemLimit,  // an integer of more than kMaxBigLimbs limbs
};
using ArithResult = Result<Term, ArithError>;

/// `a + b`, `a - b`, `a * b`.
ArithResult arith_add(HeapBuilder& builder, Term a, Term b);
ArithResult arith_subtract(HeapBuilder& builder, Term a, Term b);
ArithResult arith_multiply(HeapBuilder& builder, Term a, Term b);
/// `a / b`: the result is a float.
ArithResult arith_divide(HeapBuilder& builder, Term a, Term b);
/// `a div b`, rounded towards zero.
ArithResult arith_div(HeapBuilder& builder, Term a, Term b);
/// `a rem b`; the result has the sign of `a`.
ArithResult arith_rem(HeapBuilder& builder, Term a, Term b);
/// `-a`.
ArithResult arith_negate(HeapBuilder& builder, Term a);
/// abs/1. The caller raises badarg, not badarith, for an error.
ArithResult arith_abs(HeapBuilder& builder, Term a);

/// The bitwise operators. Both operands must be integers. A shift by a negative amount shifts in
/// the other direction.
ArithResult arith_band(HeapBuilder& builder, Term a, Term b);
ArithResult arith_bor(HeapBuilder& builder, Term a, Term b);
ArithResult arith_bxor(HeapBuilder& builder, Term a, Term b);
ArithResult arith_bnot(HeapBuilder& builder, Term a);
ArithResult arith_bsl(HeapBuilder& builder, Term a, Term shift);
ArithResult arith_bsr(HeapBuilder& builder, Term a, Term shift);

/// Converts a number to a float. Returns false if the term is not a number or is out of range.
inline bool number_to_double(Term number, double* value) {
  if (number.is_small()) {
    *value = static_cast<double>(number.as_small());
    return true;
  }
  if (number.is_float()) {
    *value = float_value(number);
    return true;
  }
  return number.is_integer() && integer_to_double(number, value);
}

/// trunc/1, round/1 (half away from zero), floor/1 and ceil/1.
enum class Rounding { kTruncate, kNearest, kDown, kUp };
ArithResult arith_to_integer(HeapBuilder& builder, Term number, Rounding rounding);

}  // namespace vm
