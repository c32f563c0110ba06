// What a recorder keeps: the records of rings, copied as they are. They become a file when somebody
// asks for one: to convert a record takes longer than to make it, and most are never looked at.
// Invariants: two segments, of which the older one goes when the younger one is full. Ownership and
// threads: the log's own thread.
#pragma once

#include "trace_log/bytes.h"
#include "trace_log/clock.h"
#include "trace_log/log.h"

// Rounds, and behind each the records of its rings (enum kept_item).
struct segment {
  struct bytes kept;
  uint64_t begun_ns;
  uint64_t dropped_before;
};

struct recorder {
  struct segment segments[2];  // the younger one first
};

// Begins a segment if the present one is full, or all that may be asked for.
void recorder_begin_segment(struct recorder* recorder, const struct log* log);
// A round begins: its events lie between the last two points of the clock.
void recorder_keep_round(struct recorder* recorder, const struct clock_curve* clock);
// Copies the records of the ring up to `limit`, which may be written again from then on.
void recorder_keep(struct recorder* recorder, unsigned index, struct ring* ring, uint64_t limit);
// Writes all of it to a file of its own. `between` is called now and then, and may keep more
// meanwhile, which is not in the file. Returns an errno.
int recorder_write(const struct recorder* recorder, const struct log* log, ErlNifEnv* env,
                   const char* path, void (*between)(void*), void* argument, uint64_t* events);
bool recorder_is_short_of_memory(const struct recorder* recorder);
void recorder_free(struct recorder* recorder);
