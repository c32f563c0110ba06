// A file of a log, chunk by chunk: records of rings become bytes. Each chunk goes to the system in
// one write, whole, so what has been written can be read at any time, also after the machine was
// killed. Threads: the log's own.
#pragma once

#include "trace_log/clock.h"
#include "trace_log/names.h"
#include "trace_log/ring.h"

struct chunks {
  int fd;
  int failure;  // an errno: the file is not whole
  ErlNifEnv* env;
  uint64_t start_ns;                // when the log was opened, on the system's clock
  const struct clock_curve* clock;  // of the events to come
  uint64_t events;                  // that were written
  struct names names;
  struct bytes payload;        // of the chunk that is being made
  struct bytes names_payload;  // of one that has to come before it
};

// Words of a ring, or of memory that is no ring: then `mask` is UINT64_MAX.
struct records {
  const uint64_t* words;
  uint64_t mask;
  uint64_t at, limit;
  struct ring* ring;  // may write again what has been read; null: nobody may
};

// Creates the file, and returns its descriptor, or -1 with errno. A named pipe that no process
// reads is an error, ENXIO: the thread that opens it would wait for a reader.
int create_log_file(const char* path);
// The head of a file, of a log that was opened at `wall_ns` (of CLOCK_REALTIME) and made by `info`.
void write_start(struct chunks* chunks, uint64_t wall_ns, const char* info);
// A round begins: it has nothing that is younger than `at`, in ticks.
void write_round(struct chunks* chunks, uint64_t at);
// All records, in the name of the ring with this index.
void write_records(struct chunks* chunks, unsigned index, struct records records);
// How many events of each process were dropped until now, and `elsewhere` of others.
struct process_drops;
void write_drops(struct chunks* chunks, const struct process_drops* drops, size_t count,
                 uint64_t elsewhere);
// The end: `dropped` says how many events are not in the file.
void write_footer(struct chunks* chunks, uint64_t dropped);
// Frees what `chunks` owns: neither the file nor the environment.
void chunks_free(struct chunks* chunks);
