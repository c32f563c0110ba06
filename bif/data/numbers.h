// Numbers as BIFs read them from arguments, whatever term the argument is.
#pragma once

#include "bif/bif.h"
#include "vm/term/arith.h"
#include "vm/term/big.h"

namespace bif {

/// A count or size as a term: it fits, as nothing has 2^59 of anything.
inline Term number(Word value) { return Term::small(static_cast<SWord>(value)); }

/// The integer, if it fits the type; false for other terms and larger integers.
inline bool to_signed(Term t, SWord* value) {
  return t.is_integer() && vm::integer_to_int64(t, value);
}
inline bool to_unsigned(Term t, Word* value) {
  return t.is_integer() && vm::integer_to_uint64(t, value);
}
/// Any number as a double; false for other terms and integers that are too large.
inline bool to_double(Term t, double* value) { return vm::number_to_double(t, value); }

/// The value of a calculation, or the exception that says why there is none.
inline BifResult arith_value(Process& p, vm::ArithResult result) {
  if (result.ok()) return *result;
  return result.error() == vm::ArithError::kSystemLimit ? p.system_limit() : p.badarith();
}

}  // namespace bif
