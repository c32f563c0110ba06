// The blocks of a function in the order of a stencil: what is reached most often falls through to
// the next instruction, and what is rare goes to the cold part. Threads: none.
#pragma once

#include "jit/baseline/stencil_table.h"
#include "jit/stencils/object_code.h"

namespace stencils {

/// Lays the blocks out as the code of `stencil`, and makes holes of the references. Error: a
/// reference that a hole cannot have.
vm::Result<void, std::string> lay_out(Blocks blocks, jit::Stencil* stencil);

}  // namespace stencils
