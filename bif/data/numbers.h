// Conversion of arguments of BIFs to C++ numbers, and of results of calculations.
// Threads: any.
#pragma once

#include "bif/bif.h"
#include "vm/term/arith.h"
#include "vm/term/big.h"
#include "vm/term/number.h"

namespace bif {

using vm::number;

/// Stores an integer in `*value`. Returns false for other terms, and for integers that do not fit.
inline bool to_signed(Term t, SWord* value) {
  return t.is_integer() && vm::integer_to_int64(t, value);
}
inline bool to_unsigned(Term t, Word* value) {
  return t.is_integer() && vm::integer_to_uint64(t, value);
}
/// Stores a number in `*value`. Returns false for other terms, and for integers that are too large.
inline bool to_double(Term t, double* value) { return vm::number_to_double(t, value); }

/// Returns the result of a calculation, or raises badarith or system_limit.
inline BifResult arith_value(Process& p, vm::ArithResult result) {
  if (result.ok()) return *result;
  return result.error() == vm::ArithError::kSystemLimit ? p.system_limit() : p.badarith();
}

}  // namespace bif
