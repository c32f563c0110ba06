/* A tracer module with the two functions that each must have. */
#include "reporting_tracer.h"

ENABLED(enabled)
TRACE(trace)

static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0}, {"trace", 5, trace, 0}};

ERL_NIF_INIT(plain_tracer, functions, NULL, NULL, upgrade, NULL)
