// Puts a sled (entry_sled.h) around the beginning of a function that LLVM compiles. Threads: the
// holder of the compiler's lock.
#pragma once

#include "vm/code/machine.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace jit {

/// `entry` will begin with a sled that does nothing. Its slot holds `handler`, any breakpoint's,
/// until it is armed for the first time.
void add_sled(llvm::Function& entry, vm::OpHandler handler);

}  // namespace jit
