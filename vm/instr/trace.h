// Breakpoints and the frames that tracing pushes. What a call can decide by itself is here: it
// counts, and goes on where no session's actions are to run for this process. The rest is a trace
// point, and all its meaning is in tracing/.
#pragma once

#include "vm/code/generic_bp.h"
#include "vm/instr/machine.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm::instr {

/// What the actions of a breakpoint that are in force come to.
[[gnu::always_inline]] inline const BreakpointSummary& active_summary(const Machine& m,
                                                                      const GenericBp& bp) {
  return bp.summaries[m.p->vm.bp_index.active()];
}
/// Whether an action of a session is to run for the process.
[[gnu::always_inline]] inline bool concerns(const BreakpointSummary& summary, const Machine& m) {
  return (summary.sessions & m.p->tracing.sessions) != 0;
}

/// Counts a call and goes on behind the breakpoint.
[[gnu::always_inline]] inline Flow pass_breakpoint(Machine& m, const FuncInfo& info,
                                                   const GenericBp& bp,
                                                   const BreakpointSummary& summary) {
  summary.count(m.p->scheduler->counter_place);
  const Export* exported = bp.exported;
  if (exported != nullptr && !exported->is_at_stub(m.p->code_index)) {
    // A global breakpoint on loaded code: the function is elsewhere.
    return m.go(exported->target(m.p->code_index));
  }
  // relaxed: written before the breakpoint
  m.original = reinterpret_cast<OpHandler>(info.original.load(kRelaxed));
  return Flow::kOriginal;
}

/// The trace point of a call that an action may be for. In line, so that the registers are saved
/// from where they are and loaded to there.
[[gnu::always_inline]] inline Flow take_breakpoint(Machine& m) {
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

/// Where compiled code calls its own function without a look at the entry word: true if the call
/// may go on behind a breakpoint at `entry`, because there is none (any more), or because it had
/// only to be counted, which has been done. False: the call goes through the entry word.
[[gnu::always_inline]] inline bool passes_breakpoint(const Machine& m, CodeAddress entry) {
  const FuncInfo& info = FuncInfo::of_entry(entry);
  // acquire: pairs with the change that made it; the breakpoint is complete.
  const GenericBp* bp = info.breakpoint.load(kAcquire);
  if (bp == nullptr) return true;
  const BreakpointSummary& summary = active_summary(m, *bp);
  if (concerns(summary, m) || bp->exported != nullptr) return false;
  summary.count(m.p->scheduler->counter_place);
  return true;
}

INSTR_FAST(i_generic_breakpoint) {
  const FuncInfo& info = FuncInfo::of_entry(m.I);
  // acquire: pairs with the change that made it; the breakpoint is complete.
  const GenericBp* bp = info.breakpoint.load(kAcquire);
  if (bp == nullptr) return Flow::kSlow;
  const BreakpointSummary& summary = active_summary(m, *bp);
  if (concerns(summary, m)) return take_breakpoint(m);
  return pass_breakpoint(m, info, *bp, summary);
}

/// In place of the other at a function's own entry, where the active generation has counters only:
/// no session is asked.
INSTR_FAST(i_count_breakpoint) {
  const FuncInfo& info = FuncInfo::of_entry(m.I);
  const GenericBp* bp = info.breakpoint.load(kAcquire);  // acquire: as above
  if (bp == nullptr) return Flow::kSlow;
  active_summary(m, *bp).count(m.p->scheduler->counter_place);
  m.original = reinterpret_cast<OpHandler>(info.original.load(kRelaxed));  // relaxed: as above
  return Flow::kOriginal;
}

INSTR_OUT_OF_LINE(i_return_trace);
INSTR_OUT_OF_LINE(i_exception_trace);
INSTR_OUT_OF_LINE(i_return_to_trace);
INSTR_OUT_OF_LINE(i_return_time_trace);

}  // namespace vm::instr
