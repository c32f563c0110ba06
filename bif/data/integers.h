// Sums of integers of any size, for BIFs that keep counters.
#pragma once

#include "bif/bif.h"

namespace bif {

/// `a + b`, both small or big.
Term add_integers(HeapBuilder& builder, Term a, Term b);

}  // namespace bif
