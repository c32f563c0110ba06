// Declares the C++ function of every row of bifs.def, with the arity of the row: a function
// defined with another arity does not link. Included by each file that defines BIFs.
#pragma once

#include "bif/bif.h"

namespace bif {

#define BIF(module, function, arity, flags, native) BifResult native(Process&, const Args<arity>&);
#define BIF_NAMED(module, name, arity, flags, native) BIF(module, name, arity, flags, native)
#include "bif/bifs.def"

}  // namespace bif
