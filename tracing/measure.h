// Measured calls (call_time, call_memory, reductions): which measured function a process is in, for
// each session, and since when. A call, a return and a change of scheduler each add what has been
// used since the last of them to the account of the function that was innermost (F7, F8): so
// amounts are a function's own, plus those of unmeasured functions that it calls. An exception that
// passes measured calls adds nothing: as in OTP, the next measured event does. Ownership:
// TraceState keeps a MeasuredCall per session and measure. Threads: the process itself.
#pragma once

#include "tracing/call_account.h"
#include "tracing/tracee.h"

namespace tracing {

class Tracing;

/// A measured function is called: settles the innermost call, and the function takes its place.
/// The first one of a process, where it is the one that the process began with, has allocated what
/// there is. Returns the account that was innermost (nil: none), for the frame that waits for the
/// return.
AccountId begin_measured_call(Tracing& tracing, Process& p, Word session,
                              const CallAccount& account, const vm::FuncInfo& function,
                              Measure what);
/// The process was spawned with this list of arguments: as in OTP its cells were allocated in the
/// process, as far as they are no literal. Requires TraceState.
void count_argument_list(Process& p, Term arguments);
/// It returns: settles, and `previous` is innermost again.
void end_measured_call(Tracing& tracing, Process& p, Word session, Measure what,
                       AccountId previous);
/// The process stops running: time stops for its measured calls.
void stop_measuring_time(Tracing& tracing, Process& p);
/// It runs again.
void resume_measuring_time(Tracing& tracing, Process& p);
/// A collection begins and ends: the words that it frees had been allocated.
void count_before_collection(Process& p);
void count_after_collection(Process& p);

}  // namespace tracing
