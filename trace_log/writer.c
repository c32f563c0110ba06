// The thread that writes the file. It goes round all rings: notes how far each is written, and
// what the time is then, and writes what is there as chunks. Between rounds it waits, for longer
// where there is less to do. Each chunk goes to the system in one write, whole, so what has been
// written can be read at any time, also after the machine was killed.
#include "trace_log/log.h"
#include "trace_log/names.h"
#include "trace_log/transcribe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EVENTS_IN_CHUNK 200000  // bytes, about
#define SHORTEST_WAIT 1000000U  // ns
#define LONGEST_WAIT 16000000U
#define DROPS_EVERY 1000000000U  // ns between two reports of drops
#define MAX_DROPS 4096           // processes in one report

// What a recorder keeps is two segments: the older one goes when the younger one is full. A segment
// has the text of all its names, so that it can be read without what went before.
struct segment {
  struct bytes chunks;
  uint64_t begun_ns;
  uint64_t events_before;  // of the log, when it was begun
  uint64_t dropped_before;
};

struct writer {
  struct log* log;
  ErlNifEnv* env;
  struct names names;
  struct bytes payload;
  struct bytes event;
  struct bytes chunk;
  uint64_t* limits;  // by ring: how far it is written in this round
  uint64_t drops_told;
  uint64_t drops_told_at;
  struct bytes start;          // of a recorder: what a file begins with
  struct segment segments[2];  // of a recorder: the younger one first
};

static bool is_recorder(const struct writer* writer) { return writer->log->kept_bytes > 0; }

// Returns an errno.
static int write_to(int fd, const struct bytes* bytes) {
  for (size_t done = 0; done < bytes->size;) {
    const ssize_t n = write(fd, bytes->data + done, bytes->size - done);
    if (n > 0) done += (size_t)n;
    if (n < 0 && errno != EINTR) return errno;
  }
  return 0;
}

static void write_all(struct writer* writer, const struct bytes* bytes) {
  if (is_recorder(writer)) {
    put_block(&writer->segments[0].chunks, bytes->data, bytes->size);
    return;
  }
  if (writer->log->failure == 0) writer->log->failure = write_to(writer->log->fd, bytes);
  // What cannot be kept is not recorded, either.
  if (writer->log->failure != 0) atomic_store(&writer->log->is_open, false);
}

// Makes `chunk` of `payload`, and empties that.
static void make_chunk(struct writer* writer, enum chunk_type type, struct bytes* payload) {
  struct bytes* chunk = &writer->chunk;
  chunk->size = 0;
  put_u32(chunk, 0);  // the check sum of what follows
  put_u32(chunk, (uint32_t)type);
  put_u32(chunk, (uint32_t)payload->size);
  put_block(chunk, payload->data, payload->size);
  if (!chunk->is_short_of_memory) set_u32(chunk->data, crc32_of(chunk->data + 4, chunk->size - 4));
  if (payload->is_short_of_memory || chunk->is_short_of_memory) {
    if (writer->log->failure == 0) writer->log->failure = ENOMEM;
  }
  payload->size = 0;
}

static void write_chunk(struct writer* writer, enum chunk_type type, struct bytes* payload) {
  make_chunk(writer, type, payload);
  write_all(writer, &writer->chunk);
}

static void write_names(struct writer* writer) {
  struct bytes* payload = &writer->event;  // free between events
  if (writer->names.news_count == 0) return;
  payload->size = 0;
  put_varint(payload, writer->names.before + writer->names.count - writer->names.news_count + 1);
  put_varint(payload, writer->names.news_count);
  put_block(payload, writer->names.news.data, writer->names.news.size);
  payload->is_short_of_memory |= writer->names.news.is_short_of_memory;
  write_chunk(writer, CHUNK_NAMES, payload);
  writer->names.news.size = 0;
  writer->names.news_count = 0;
}

static void write_start(struct writer* writer) {
  struct log* log = writer->log;
  struct bytes* payload = &writer->payload;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  put_block(payload, STRACE_MAGIC, STRACE_MAGIC_BYTES);
  put_u32(payload, STRACE_MAJOR | STRACE_MINOR << 16);
  write_all(writer, payload);
  payload->size = 0;
  put_varint(payload, (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec);
  put_varint(payload, (uint64_t)getpid());
  put_varint(payload, strlen(log->info));
  put_block(payload, log->info, strlen(log->info));
  write_chunk(writer, CHUNK_INFO, payload);
}

static uint64_t since_start(struct log* log, uint64_t at_ticks) {
  const uint64_t ns = nanoseconds_at(&log->clock, at_ticks);
  return ns > log->start_ns ? ns - log->start_ns : 0;
}

// Writes the record at `at` behind those of the chunk. Returns its number of words.
static uint64_t put_record(struct writer* writer, const uint64_t* at, uint64_t* last_ns) {
  struct bytes* event = &writer->event;
  const unsigned flags = RECORD_FLAGS(at[0]);
  const uint64_t words = RECORD_WORDS(at[0]);
  event->size = 0;
  put_u8(event, (uint8_t)flags);
  if (flags & EVENT_GAP) {
    put_varint(event, at[1]);
  } else {
    const uint64_t ns = since_start(writer->log, at[1]);
    put_signed(event, (int64_t)(ns - *last_ns));
    *last_ns = ns;
    for (const uint64_t* term = at + 2; term < at + words;)
      term = transcribe_term(event, &writer->names, writer->env, term);
    ++writer->log->events;
  }
  put_varint(&writer->payload, event->size);
  put_block(&writer->payload, event->data, event->size);
  writer->payload.is_short_of_memory |= event->is_short_of_memory;
  return words;
}

// Writes what the ring had when the round began. Returns whether that was much of it.
static bool empty_ring(struct writer* writer, unsigned index) {
  struct ring* ring = &writer->log->rings[index];
  const uint64_t limit = writer->limits[index];
  // relaxed: only this thread writes it.
  uint64_t at = atomic_load_explicit(&ring->consumed, memory_order_relaxed);
  // The first events of a thread: it shall not wait for memory with later ones.
  if (at == 0 && limit > 0) ring_populate(ring);
  const bool was_full = limit - at > (ring->mask + 1) / 4;
  while (at < limit) {
    const uint64_t* first = ring->words + (at & ring->mask);
    if (RECORD_FLAGS(*first) & EVENT_GAP)  // an event follows
      first = ring->words + ((at + RECORD_WORDS(*first)) & ring->mask);
    uint64_t last_ns = since_start(writer->log, first[1]);
    put_varint(&writer->payload, index);
    put_varint(&writer->payload, last_ns);
    while (at < limit && writer->payload.size < EVENTS_IN_CHUNK)
      at += put_record(writer, ring->words + (at & ring->mask), &last_ns);
    // release: pairs with the ring's thread, which may write these words from now on.
    atomic_store_explicit(&ring->consumed, at, memory_order_release);
    write_names(writer);
    write_chunk(writer, CHUNK_EVENTS, &writer->payload);
  }
  return was_full;
}

static uint64_t all_dropped(struct log* log) {
  uint64_t sum = atomic_load_explicit(&log->without_ring, memory_order_relaxed);
  for (unsigned n = 0; n < log->ring_count; ++n)
    sum += atomic_load_explicit(&log->rings[n].dropped, memory_order_relaxed);
  return sum;
}

static void write_drops(struct writer* writer) {
  struct log* log = writer->log;
  struct bytes* payload = &writer->payload;
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
  put_varint(payload, elsewhere);
  put_varint(payload, count);
  for (size_t n = 0; n < count; ++n) {
    put_varint(payload, name_number(&writer->names, writer->env, NAME_PID, drops[n].pid));
    put_varint(payload, drops[n].count);
  }
  free(drops);
  write_names(writer);
  write_chunk(writer, CHUNK_DROPS, payload);
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
  put_varint(&writer->payload, since_start(log, log->clock.points[log->clock.count - 1].ticks));
  write_chunk(writer, CHUNK_ROUND, &writer->payload);
  return true;
}

// Whether anything was written, and whether a ring was filling up.
static bool go_round(struct writer* writer, bool* is_pressed) {
  *is_pressed = false;
  if (!begin_round(writer)) return false;
  for (unsigned n = 0; n < writer->log->ring_count; ++n) *is_pressed |= empty_ring(writer, n);
  // A snapshot says how many events it lacks, not of which processes.
  if (!is_recorder(writer) && system_nanoseconds() - writer->drops_told_at > DROPS_EVERY)
    write_drops(writer);
  return true;
}

// Begins a segment if the present one is full, or all that may be asked for.
static void begin_segment(struct writer* writer) {
  struct segment* now = &writer->segments[0];
  const uint64_t ns = system_nanoseconds();
  const struct log* log = writer->log;
  struct segment oldest = writer->segments[1];
  if (now->chunks.size < log->kept_bytes / 2 &&
      (log->kept_ns == 0 || ns - now->begun_ns < log->kept_ns))
    return;
  writer->segments[1] = *now;
  oldest.chunks.size = 0;  // its memory is that of the new one
  *now = (struct segment){oldest.chunks, ns, log->events, all_dropped(writer->log)};
  names_forget(&writer->names);
}

// What a recorder has, as a log of its own. Returns an errno.
static int write_snapshot(struct writer* writer, const char* path, uint64_t* events) {
  const struct segment* oldest = &writer->segments[writer->segments[1].chunks.size > 0];
  struct log* log = writer->log;
  const uint64_t dropped = all_dropped(log) - oldest->dropped_before;
  const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int failure;
  if (fd < 0) return errno;
  *events = log->events - oldest->events_before;
  failure = write_to(fd, &writer->start);
  if (failure == 0) failure = write_to(fd, &writer->segments[1].chunks);
  if (failure == 0) failure = write_to(fd, &writer->segments[0].chunks);
  put_varint(&writer->payload, system_nanoseconds() - log->start_ns);
  put_varint(&writer->payload, *events);
  put_varint(&writer->payload, dropped);
  put_u8(&writer->payload, dropped == 0);
  make_chunk(writer, CHUNK_FOOTER, &writer->payload);
  if (failure == 0) failure = write_to(fd, &writer->chunk);
  if (close(fd) != 0 && failure == 0) failure = errno;
  return failure;
}

// Writes the snapshot that a thread waits for, if there is one.
static void serve_snapshot(struct writer* writer) {
  struct log* log = writer->log;
  const char* path;
  bool is_pressed;
  uint64_t events = 0;
  int failure;
  pthread_mutex_lock(&log->mutex);
  path = log->snapshot_path;
  pthread_mutex_unlock(&log->mutex);
  if (path == NULL) return;
  go_round(writer, &is_pressed);
  failure = write_snapshot(writer, path, &events);
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

static void write_footer(struct writer* writer) {
  struct log* log = writer->log;
  struct bytes* payload = &writer->payload;
  write_drops(writer);
  log->dropped = all_dropped(log);
  put_varint(payload, system_nanoseconds() - log->start_ns);
  put_varint(payload, log->events);
  put_varint(payload, log->dropped);
  put_u8(payload, log->dropped == 0 && log->failure == 0);
  write_chunk(writer, CHUNK_FOOTER, payload);
}

void* writer_run(void* argument) {
  struct log* log = argument;
  struct writer writer = {.log = log, .env = enif_alloc_env()};
  uint64_t wait = SHORTEST_WAIT;
  bool is_pressed, is_last = false;
  writer.limits = calloc(log->ring_count, sizeof *writer.limits);
  if (writer.limits == NULL) log->failure = ENOMEM;
  write_start(&writer);
  if (is_recorder(&writer)) {
    writer.start = writer.segments[0].chunks;
    writer.segments[0].chunks = (struct bytes){0};
    writer.segments[0].begun_ns = log->start_ns;
  }
  while (log->failure == 0 && !is_last) {
    is_last = wait_for_end(log, wait);
    if (is_recorder(&writer)) {
      serve_snapshot(&writer);
      begin_segment(&writer);
    }
    if (go_round(&writer, &is_pressed)) {
      wait = is_pressed ? 0 : SHORTEST_WAIT;
    } else if (wait < LONGEST_WAIT) {
      wait = wait == 0 ? SHORTEST_WAIT : wait * 2;
    }
  }
  write_footer(&writer);
  if (log->fd >= 0 && close(log->fd) != 0 && log->failure == 0) log->failure = errno;
  log->fd = -1;
  enif_free_env(writer.env);
  names_free(&writer.names);
  bytes_free(&writer.payload);
  bytes_free(&writer.event);
  bytes_free(&writer.chunk);
  bytes_free(&writer.start);
  bytes_free(&writer.segments[0].chunks);
  bytes_free(&writer.segments[1].chunks);
  free(writer.limits);
  return NULL;
}
