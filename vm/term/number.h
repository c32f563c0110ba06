// Makes terms of counts, sizes, indices and other numbers of the machine, which always fit a small.
// Threads: any.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// The small integer of a number below 2^59.
inline Term number(Word value) { return Term::small(static_cast<SWord>(value)); }

}  // namespace vm
