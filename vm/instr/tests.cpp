// Comparisons of what is not small or immediate.
#include "vm/instr/tests.h"

#include "vm/term/compare.h"

namespace vm::instr {

INSTR_SLOW(is_lt, Label, Any a, Any b) { return when(compare(a.get(m), b.get(m)) < 0); }
INSTR_SLOW(is_ge, Label, Any a, Any b) { return when(compare(a.get(m), b.get(m)) >= 0); }
INSTR_SLOW(is_eq, Label, Any a, Any b) { return when(equal(a.get(m), b.get(m))); }
INSTR_SLOW(is_ne, Label, Any a, Any b) { return when(!equal(a.get(m), b.get(m))); }
INSTR_SLOW(is_eq_exact, Label, Any a, Any b) { return when(exactly_equal(a.get(m), b.get(m))); }
INSTR_SLOW(is_ne_exact, Label, Any a, Any b) { return when(!exactly_equal(a.get(m), b.get(m))); }

INSTR_SLOW(i_lt, Any a, Any b, Any to) { return put_truth(m, to, slow::is_lt(m, Label{0}, a, b)); }
INSTR_SLOW(i_ge, Any a, Any b, Any to) { return put_truth(m, to, slow::is_ge(m, Label{0}, a, b)); }
INSTR_SLOW(i_eq, Any a, Any b, Any to) { return put_truth(m, to, slow::is_eq(m, Label{0}, a, b)); }
INSTR_SLOW(i_ne, Any a, Any b, Any to) { return put_truth(m, to, slow::is_ne(m, Label{0}, a, b)); }
INSTR_SLOW(i_eq_exact, Any a, Any b, Any to) {
  return put_truth(m, to, slow::is_eq_exact(m, Label{0}, a, b));
}
INSTR_SLOW(i_ne_exact, Any a, Any b, Any to) {
  return put_truth(m, to, slow::is_ne_exact(m, Label{0}, a, b));
}

}  // namespace vm::instr
