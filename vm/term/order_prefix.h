// A word that tells most terms apart in the order of compare(): what an ordered table searches by,
// since words that lie side by side are compared without jumps and without a look at the terms.
// Threads: any.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// If compare(a, b) < 0, then order_prefix(a) <= order_prefix(b); if it is 0, they are the same.
/// It is made of the kind of a term and of what is compared first in it: the value of a number, the
/// first bytes of an atom's name or of a binary, the arity and the first element of a tuple, the
/// first elements of a list.
Word order_prefix(Term t);

}  // namespace vm
