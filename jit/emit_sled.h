// Puts a sled (entry_sled.h) around the beginning of a function that LLVM compiles. Threads: the
// holder of the compiler's lock.
#pragma once

#include "vm/code/machine.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace jit {

/// `entry` will begin with a sled that does nothing; `handler` is what its slot holds until it is
/// armed first, any breakpoint's.
void add_sled(llvm::Function& entry, vm::OpHandler handler);

}  // namespace jit
