// The ends of traced calls: what is reported when a frame that a breakpoint pushed is returned to,
// or passed by an exception. Threads: the process, on its scheduler, with its registers saved.
// Contract: F4, F5, F7, F8, P6, B8.
#pragma once

#include "vm/proc/trace_hooks.h"

namespace tracing {

class Tracing;

/// A frame of tracing is returned to, and its address has been popped: pops its data and reports.
void traced_return(Tracing& tracing, vm::Process& p, vm::CodeAddress frame);
/// An exception passes the frame at `slot`.
void traced_exception(Tracing& tracing, vm::Process& p, vm::StackWord* slot);

}  // namespace tracing
