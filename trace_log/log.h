// A log: the rings of all threads that report to it, and the thread that writes them to a file.
// Ownership: a resource of the library, so what is traced to the log keeps it.
// Threads: as each field says.
#pragma once

#include "trace_log/clock.h"
#include "trace_log/ring.h"

#include <erl_nif.h>

#include <pthread.h>

#define LOG_MAX_INFO 256

// What becomes of an event whose ring has no room.
enum when_full {
  WHEN_FULL_DROP,
  WHEN_FULL_WAIT,  // its thread waits for the writer
  WHEN_FULL_STOP,  // it is the last one: dropped, and nothing is recorded from then on
};

struct log {
  // Constant once it is open.
  uint64_t id;  // never used twice
  unsigned ring_count;
  struct ring* rings;
  int fd;
  ErlNifTid writer;
  char info[LOG_MAX_INFO];  // what made the log, for people
  size_t kept_bytes;        // of a recorder: memory for the last events; 0: a log with a file
  enum when_full when_full;
  uint64_t kept_ns;   // of a recorder: what is older may go; 0: only kept_bytes counts
  ErlNifPid watcher;  // of a recorder: gets {abnormal_exit, Pid}
  // Any thread.
  _Atomic bool is_open;           // events are recorded
  _Atomic bool is_alarmed;        // the watcher was sent a message since the last snapshot
  _Atomic unsigned claimed;       // rings that have an owner
  _Atomic uint64_t without_ring;  // events dropped because all rings were taken
  // Under the mutex.
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool is_ending;             // the writer shall empty the rings, write the footer and end
  const char* snapshot_path;  // the writer shall write a snapshot there; null when it has
  int snapshot_failure;       // an errno
  uint64_t snapshot_events;
  // Under `closing`, which is held until the writer has ended.
  pthread_mutex_t closing;
  bool is_closed;
  // Of the thread that opens and of that which destroys.
  bool is_started;
  struct log* next;  // in the list of open logs
  // The writer's; others read them when it has ended.
  int failure;  // an errno: the file is not whole
  struct clock_curve clock;
  uint64_t start_ns;       // when it was opened, on the system's clock
  uint64_t start_wall_ns;  // the same on CLOCK_REALTIME
};

// What the log's thread runs: the address of `log`.
void* writer_run(void* log);

// How many events were dropped. Any thread.
uint64_t all_dropped(const struct log* log);

// How many events `process` (the term) had dropped, over all rings.
struct process_drops {
  uint64_t pid;
  uint64_t count;
};
// The processes with dropped events: at most `room`, their number is returned. What is dropped and
// belongs to none of them is added to `*elsewhere`. Any thread.
size_t collect_drops(struct log* log, struct process_drops* drops, size_t room,
                     uint64_t* elsewhere);
