// An event as words of a ring. Threads: that of the tracee, in the middle of the event: nothing
// here takes a lock, allocates memory, or, where the log does not wait, runs longer than
// RING_MAX_RECORD words allow.
#pragma once

#include "trace_log/log.h"
#include "trace_log/ring.h"

#include <erl_nif.h>

#include <stdint.h>

// The atoms that the library compares with, and the empty list; made when it is loaded.
struct atoms {
  ERL_NIF_TERM nil, call, ok, error, trace, discard, remove, trace_status, extra, match_spec_result,
      scheduler_id, exit, normal, shutdown, send, receive, spawn, wait, stop;
};
extern struct atoms atoms;

// Records the event that erl_tracer:trace/5 gets as `argv` in the thread's ring; where there is no
// room, it waits for some or drops the event, as the log says; nothing where the log is closed.
// Returns `ok`, so that trace/5 can end with it.
ERL_NIF_TERM record_event(ErlNifEnv* env, const ERL_NIF_TERM argv[], struct log* log,
                          struct ring* ring);

// The same of an event whose only option is `extra`; 0: it has none.
void record_parts(ErlNifEnv* env, struct log* log, struct ring* ring, ERL_NIF_TERM tag,
                  ERL_NIF_TERM tracee, ERL_NIF_TERM term, ERL_NIF_TERM extra);
