// How a value gets into a hole of a stencil. Threads: any.
#pragma once

#include "jit/baseline/stencil.h"
#include "vm/base/types.h"

namespace jit {

/// Writes a value to a hole at `writable`, in code that will run at `address`. The code around it
/// is there already. False: the hole is too small for the value, and the code must not run.
[[nodiscard]] bool fill_hole(HoleForm form, vm::Byte* writable, vm::Word address, vm::Word value);

}  // namespace jit
