// All breakpoints that are set, for `sonde breakpoints`. Contract: I1.
#pragma once

#include "vm/proc/operation.h"

namespace tracing {

class Tracing;

/// [{{M, F, A}, Place, Engine, Before, Now, [{Session, Kind, IsPaused}]}], of all functions and
/// exports that have a breakpoint. Place: `function`, or `export` (only external calls pass it).
/// Engine, that runs the function behind it: `interpreter`, `baseline` or `LLVM`, the compilers;
/// 'interpreter, counted' and 'baseline, counted' until it has been called often enough for the
/// next one. Before, Now: what is in the entry word without the
/// breakpoint and with it, as binaries. Session: as trace:session_info/1 lists them. In the
/// caller's context; it waits for the code modification permission.
vm::Operation list_breakpoints(vm::Process& p, Tracing& tracing);

}  // namespace tracing
