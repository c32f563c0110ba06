// Addition of integers of any size, for BIFs with counters.
#pragma once

#include "bif/bif.h"

namespace bif {

/// Returns `a + b` for small or big integers, or none() if the sum is too large.
Term add_integers(HeapBuilder& builder, Term a, Term b);

}  // namespace bif
