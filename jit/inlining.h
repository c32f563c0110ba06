// Which functions of the same module are pasted in place of their calls: small ones that call
// nothing. Their instructions are pasted as in their own code, with the return address on the stack
// and a reduction paid, so stack traces, side exits and yields find what a call would have left.
// With a breakpoint on one, its callers run code that calls it (VersionTable). Threads: on the
// scheduler that requests the compilation.
#pragma once

#include "jit/function_code.h"

namespace vm {
struct Module;
}  // namespace vm

namespace jit {

/// Copies into `code->callees` the functions that `code`, a function of `module`, calls and that
/// may replace their calls. `backend` knows the handlers of compiled functions too.
void read_callees(vm::Vm& vm, vm::CodeBackend& backend, const vm::Module& module,
                  FunctionCode* code);

}  // namespace jit
