// Which functions of the same module are pasted in place of their calls: small ones that call
// nothing. Their instructions are pasted as in their own code, with the return address on the stack
// and a reduction paid, so stack traces, side exits and yields find what a call would have left.
// A breakpoint on one leads its callers to code that calls it (Tiering). Threads: on the scheduler
// that asks for a function to be compiled.
#pragma once

#include "jit/function_code.h"

namespace vm {
struct Module;
}  // namespace vm

namespace jit {

/// Copies into `code->callees` what `code`, a function of `module`, calls and may have in place of
/// the calls. `backend` knows the handlers of compiled functions too.
void read_callees(vm::Vm& vm, vm::CodeBackend& backend, const vm::Module& module,
                  FunctionCode* code);

}  // namespace jit
