// The log's thread. It goes round all rings: notes how far each is written, and what the time is
// then, and takes what is there: into the file, or into a recorder's memory. Between rounds it
// waits, for longer where there is less to do.
#include "trace_log/chunks.h"
#include "trace_log/log.h"
#include "trace_log/recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SHORTEST_WAIT 1000000U  // ns
#define LONGEST_WAIT 16000000U
#define DROPS_EVERY 1000000000U  // ns between two reports of drops
#define MAX_DROPS 4096           // processes in one report

struct writer {
  struct log* log;
  struct chunks chunks;      // of a log with a file
  struct recorder recorder;  // of one without
  uint64_t* limits;          // by ring: how far it is written in this round
  uint64_t drops_told;
  uint64_t drops_told_at;
};

static bool is_recorder(const struct writer* writer) { return writer->log->kept_bytes > 0; }

uint64_t all_dropped(const struct log* log) {
  uint64_t sum = atomic_load_explicit(&log->without_ring, memory_order_relaxed);
  for (unsigned n = 0; n < log->ring_count; ++n)
    sum += atomic_load_explicit(&log->rings[n].dropped, memory_order_relaxed);
  return sum;
}

// What cannot be kept is not recorded, either.
static void look_for_failure(struct writer* writer) {
  struct log* log = writer->log;
  log->failure = writer->chunks.failure;
  if (recorder_is_short_of_memory(&writer->recorder)) log->failure = ENOMEM;
  if (log->failure != 0) atomic_store(&log->is_open, false);
}

// Takes what the ring had when the round began. Returns whether that was much of it.
static bool empty_ring(struct writer* writer, unsigned index) {
  struct ring* ring = &writer->log->rings[index];
  const uint64_t limit = writer->limits[index];
  // relaxed: only this thread writes it.
  const uint64_t at = atomic_load_explicit(&ring->consumed, memory_order_relaxed);
  // The first events of a thread: it shall not wait for memory with later ones.
  if (at == 0 && limit > 0) ring_populate(ring);
  if (is_recorder(writer)) {
    recorder_keep(&writer->recorder, index, ring, limit);
  } else {
    const struct records records = {ring->words, ring->mask, at, limit, ring};
    write_records(&writer->chunks, index, records);
  }
  return limit - at > (ring->mask + 1) / 4;
}

static void tell_drops(struct writer* writer) {
  struct log* log = writer->log;
  struct process_drops* drops;
  uint64_t elsewhere = 0;
  size_t count;
  const uint64_t dropped = all_dropped(log);
  if (dropped == writer->drops_told) return;
  writer->drops_told = dropped;
  writer->drops_told_at = system_nanoseconds();
  drops = malloc(MAX_DROPS * sizeof *drops);
  if (drops == NULL) return;
  count = collect_drops(log, drops, MAX_DROPS, &elsewhere);
  write_drops(&writer->chunks, drops, count, elsewhere);
  free(drops);
}

// The clocks are read after the rings: what the round has is not younger than its time.
static bool begin_round(struct writer* writer) {
  struct log* log = writer->log;
  bool has_news = false;
  for (unsigned n = 0; n < log->ring_count; ++n) {
    struct ring* ring = &log->rings[n];
    // acquire: pairs with ring_publish(); the records are whole.
    writer->limits[n] = atomic_load_explicit(&ring->published, memory_order_acquire);
    has_news |= writer->limits[n] != atomic_load_explicit(&ring->consumed, memory_order_relaxed);
  }
  if (!has_news) return false;
  clock_add_point(&log->clock);
  if (is_recorder(writer)) {
    recorder_keep_round(&writer->recorder, &log->clock);
  } else {
    write_round(&writer->chunks, log->clock.points[log->clock.count - 1].ticks);
  }
  return true;
}

// Whether anything was taken, and whether a ring was filling up.
static bool go_round(struct writer* writer, bool* is_pressed) {
  *is_pressed = false;
  if (writer->limits == NULL || !begin_round(writer)) return false;
  for (unsigned n = 0; n < writer->log->ring_count; ++n) *is_pressed |= empty_ring(writer, n);
  // A snapshot says how many events it lacks, not of which processes.
  if (!is_recorder(writer) && system_nanoseconds() - writer->drops_told_at > DROPS_EVERY)
    tell_drops(writer);
  look_for_failure(writer);
  return true;
}

// A round while a snapshot is written.
static void go_round_meanwhile(void* argument) {
  bool is_pressed;
  go_round(argument, &is_pressed);
}

// Writes the snapshot that a thread waits for, if there is one.
static void serve_snapshot(struct writer* writer) {
  struct log* log = writer->log;
  const char* path;
  uint64_t events = 0;
  int failure;
  pthread_mutex_lock(&log->mutex);
  path = log->snapshot_path;
  pthread_mutex_unlock(&log->mutex);
  if (path == NULL) return;
  go_round_meanwhile(writer);
  failure = recorder_write(&writer->recorder, log, writer->chunks.env, path, go_round_meanwhile,
                           writer, &events);
  atomic_store(&log->is_alarmed, false);
  pthread_mutex_lock(&log->mutex);
  log->snapshot_failure = failure;
  log->snapshot_events = events;
  log->snapshot_path = NULL;
  pthread_cond_broadcast(&log->changed);
  pthread_mutex_unlock(&log->mutex);
}

// Whether the log ends.
static bool wait_for_end(struct log* log, uint64_t ns) {
  struct timespec until;
  bool is_ending;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += (long)ns;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    ++until.tv_sec;
  }
  pthread_mutex_lock(&log->mutex);
  if (!log->is_ending && log->snapshot_path == NULL && ns > 0)
    pthread_cond_timedwait(&log->changed, &log->mutex, &until);
  is_ending = log->is_ending;
  pthread_mutex_unlock(&log->mutex);
  return is_ending;
}

// The file gets its end.
static void end_file(struct writer* writer) {
  struct log* log = writer->log;
  if (log->fd < 0) return;
  tell_drops(writer);
  write_footer(&writer->chunks, all_dropped(log));
  log->failure = writer->chunks.failure;
  if (close(log->fd) != 0 && log->failure == 0) log->failure = errno;
  log->fd = -1;
}

void* writer_run(void* argument) {
  struct log* log = argument;
  struct writer writer = {.log = log,
                          .chunks = {.fd = log->fd,
                                     .env = enif_alloc_env(),
                                     .start_ns = log->start_ns,
                                     .clock = &log->clock}};
  uint64_t wait = SHORTEST_WAIT;
  bool is_pressed, is_last = false;
  writer.limits = calloc(log->ring_count, sizeof *writer.limits);
  if (writer.limits == NULL) writer.chunks.failure = ENOMEM;
  if (!is_recorder(&writer)) write_start(&writer.chunks, log->start_wall_ns, log->info);
  writer.recorder.segments[0].begun_ns = log->start_ns;
  look_for_failure(&writer);
  // A recorder that can keep no more still writes what it has.
  while (!is_last && (log->failure == 0 || is_recorder(&writer))) {
    is_last = wait_for_end(log, wait);
    if (is_recorder(&writer)) {
      serve_snapshot(&writer);
      recorder_begin_segment(&writer.recorder, log);
    }
    if (go_round(&writer, &is_pressed)) {
      wait = is_pressed ? 0 : SHORTEST_WAIT;
    } else if (wait < LONGEST_WAIT) {
      wait = wait == 0 ? SHORTEST_WAIT : wait * 2;
    }
  }
  end_file(&writer);
  enif_free_env(writer.chunks.env);
  chunks_free(&writer.chunks);
  recorder_free(&writer.recorder);
  free(writer.limits);
  return NULL;
}
