// The machine code of AArch64, as far as stencils have to know it: its branches. Threads: values.
#pragma once

#include "jit/stencils/object_code.h"

namespace stencils {

/// Cuts the code of a function into blocks at its branches, of which those inside the function
/// become references. A test of one bit, which reaches 32 KiB, becomes one that sets flags, and a
/// branch that reaches 1 MiB. Error: what code has that a stencil cannot have.
vm::Result<Blocks, std::string> cut_aarch64(Block function);

/// Negates the condition of a b.cond, cbz or cbnz at `code`.
void invert_aarch64_branch(std::uint8_t* code);

}  // namespace stencils
