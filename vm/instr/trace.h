// Breakpoints and the frames that tracing pushes: thin calls of TraceHooks. All their meaning is in
// tracing/.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR_OUT_OF_LINE(i_generic_breakpoint);
INSTR_OUT_OF_LINE(i_count_breakpoint);
INSTR_OUT_OF_LINE(i_return_trace);
INSTR_OUT_OF_LINE(i_exception_trace);
INSTR_OUT_OF_LINE(i_return_to_trace);
INSTR_OUT_OF_LINE(i_return_time_trace);

}  // namespace vm::instr
