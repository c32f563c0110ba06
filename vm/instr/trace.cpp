// What a breakpoint or a frame of tracing costs the machine: save the registers, call the trace
// point, go on.
#include "vm/instr/trace.h"

#include "vm/proc/trace_hooks.h"

#include <algorithm>

namespace vm::instr {
namespace {

Flow take_breakpoint(Machine& m) {
  FuncInfo& info = FuncInfo::of_entry(m.I);
  m.save();
  m.p->live = static_cast<std::uint32_t>(info.arity);
  m.original = trace_breakpoint(*m.p, info);
  m.load();
  // What stands behind the breakpoint may yield at its own address when no reductions are left, and
  // that is this entry: the next slice would report the call again. The slice ends a call later.
  m.reds = std::max<SWord>(m.reds, 1);
  return Flow::kOriginal;
}

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
