// What a breakpoint or a frame of tracing costs the machine: save the registers, call the trace
// point, go on.
#include "vm/instr/trace.h"

namespace vm::instr {
namespace {

/// The result is in x0; tracing pops what it pushed, then the frame below is returned to.
Flow return_through_tracing(Machine& m) {
  m.save();
  m.p->live = 1;
  trace_frame_returned(*m.p, m.I);
  m.load();
  return m.go_back();
}

}  // namespace

INSTR_SLOW(i_generic_breakpoint) { return take_breakpoint(m); }
INSTR_SLOW(i_count_breakpoint) { return take_breakpoint(m); }
INSTR_SLOW(i_return_trace) { return return_through_tracing(m); }
INSTR_SLOW(i_exception_trace) { return return_through_tracing(m); }
INSTR_SLOW(i_return_to_trace) { return return_through_tracing(m); }
INSTR_SLOW(i_return_time_trace) { return return_through_tracing(m); }

}  // namespace vm::instr
