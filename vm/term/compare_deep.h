// Order and equality of two terms with elements, of any depth. For compare.cpp, which calls these
// where a first look does not tell. Threads: any.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// Negative, 0 or positive. `exact`: as for compare_exact() (compare.h).
int compare_deep(Term a, Term b, bool exact);
/// `exact`: =:= and not ==.
bool equal_deep(Term a, Term b, bool exact);

}  // namespace vm
