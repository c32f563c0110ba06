/* A tracer module with a function of its own for each family of events. */
#include "reporting_tracer.h"

ENABLED(enabled)
ENABLED(enabled_call)
ENABLED(enabled_garbage_collection)
ENABLED(enabled_ports)
ENABLED(enabled_procs)
ENABLED(enabled_receive)
ENABLED(enabled_running_ports)
ENABLED(enabled_running_procs)
ENABLED(enabled_send)
TRACE(trace)
TRACE(trace_call)
TRACE(trace_garbage_collection)
TRACE(trace_ports)
TRACE(trace_procs)
TRACE(trace_receive)
TRACE(trace_running_ports)
TRACE(trace_running_procs)
TRACE(trace_send)

#define ROWS(name) {"enabled" #name, 3, enabled##name, 0}, {"trace" #name, 5, trace##name, 0}
static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0},  {"trace", 5, trace, 0}, ROWS(_call),  ROWS(_garbage_collection),
                                 ROWS(_ports),                ROWS(_procs),           ROWS(_receive), ROWS(_running_ports),
                                 ROWS(_running_procs),        ROWS(_send)};

ERL_NIF_INIT(family_tracer, functions, NULL, NULL, upgrade, NULL)
