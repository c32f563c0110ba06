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

}  // namespace vm::instr
