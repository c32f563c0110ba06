// Items of erlang:system_flag/2 and system_info/1 that are not system.cpp's own. Answers are
// results of a BIF. Threads: in the context of the process.
#pragma once

#include "bif/natives.h"

namespace bif {

/// system_info(sequential_tracer): a pid or `false`.
Term sequential_tracer(Process& p);
/// system_flag(sequential_tracer, Tracer): the one before; badarg unless a living process or
/// `false`.
Term set_sequential_tracer(Process& p, Term tracer);
/// system_flag(microstate_accounting, true | false | reset): whether it was on. statistics.cpp
Term set_microstate_accounting(Process& p, Term value);
/// system_flag(reset_seq_trace, _): true.
Term reset_sequential_trace(Process& p);

}  // namespace bif
