// Measured calls (call_time, call_memory): what a process is busy with, as far as a session
// measures it, and since when. A call, a return and a change of scheduler each settle what has been
// used since the last of them with the account of the function that was innermost (F7, F8): so
// amounts are a function's own, plus those of unmeasured functions that it calls. An exception that
// passes measured calls settles nothing: as in OTP, the next measured event does.
// Ownership: TraceState keeps a MeasuredCall per session and measure. Threads: the process itself.
#pragma once

#include "tracing/call_account.h"
#include "tracing/tracee.h"

namespace tracing {

class Tracing;

/// A measured function is called: what was innermost is settled, the function takes its place.
/// Answers what it was (nil: nothing), for the frame that tells of the return.
AccountId begin_measured_call(Tracing& tracing, Process& p, Word session,
                              const CallAccount& account, Measure what);
/// It returns: settles, and `previous` is innermost again.
void end_measured_call(Tracing& tracing, Process& p, Word session, Measure what,
                       AccountId previous);
/// The process stops running: its time does, too.
void stop_measuring_time(Tracing& tracing, Process& p);
void resume_measuring_time(Tracing& tracing, Process& p);
/// A collection begins and ends: what is gone had been allocated.
void count_before_collection(Process& p);
void count_after_collection(Process& p);

}  // namespace tracing
