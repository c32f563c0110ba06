// Segments of memory with records, and their way to a file: see recorder.h.
#include "trace_log/recorder.h"

#include "trace_log/chunks.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define WORD sizeof(uint64_t)

// An item of a segment is its number of words and its type in one word (see RECORD_*), then
enum kept_item {
  KEPT_ROUND,    // the two points of the clock between which its events lie
  KEPT_RECORDS,  // the index of a ring, and records
};
#define ROUND_WORDS (1 + 2 * sizeof(struct clock_point) / WORD)
#define RECORDS_WORDS 2  // before the records

static uint64_t* add_words(struct segment* segment, uint64_t count) {
  return (uint64_t*)(void*)bytes_add(&segment->kept, count * WORD);
}

void recorder_begin_segment(struct recorder* recorder, const struct log* log) {
  struct segment* now = &recorder->segments[0];
  const uint64_t ns = system_nanoseconds();
  struct segment oldest = recorder->segments[1];
  if (now->kept.size < log->kept_bytes / 2 &&
      (log->kept_ns == 0 || ns - now->begun_ns < log->kept_ns))
    return;
  recorder->segments[1] = *now;
  oldest.kept.size = 0;  // its memory is that of the new one
  *now = (struct segment){oldest.kept, ns, all_dropped(log)};
}

void recorder_keep_round(struct recorder* recorder, const struct clock_curve* clock) {
  const struct clock_point* points = clock->points + clock->count - 2;
  uint64_t* to = add_words(&recorder->segments[0], ROUND_WORDS);
  if (to == NULL) return;
  to[0] = RECORD_HEAD(ROUND_WORDS, KEPT_ROUND);
  memcpy(to + 1, points, 2 * sizeof *points);
}

void recorder_keep(struct recorder* recorder, unsigned index, struct ring* ring, uint64_t limit) {
  // relaxed: only this thread writes it.
  uint64_t at = atomic_load_explicit(&ring->consumed, memory_order_relaxed);
  const uint64_t words = RECORDS_WORDS + limit - at;
  uint64_t* to = at == limit ? NULL : add_words(&recorder->segments[0], words);
  if (to == NULL) return;
  *to++ = RECORD_HEAD(words, KEPT_RECORDS);
  *to++ = index;
  while (at < limit) {
    // Up to the end of the ring, with the record that goes on in the slack behind it: only where
    // there is one do the records say where they end.
    const uint64_t* from = ring->words + (at & ring->mask);
    const uint64_t end = at | ring->mask;
    const uint64_t begin = at;
    if (limit <= end) at = limit;
    while (at < limit && at <= end) at += RECORD_WORDS(ring->words[at & ring->mask]);
    memcpy(to, from, (at - begin) * WORD);
    to += at - begin;
  }
  ring_consumed(ring, at);
}

static void write_segment(const struct segment* segment, size_t size, struct chunks* chunks,
                          struct clock_curve* clock, void (*between)(void*), void* argument) {
  for (size_t at = 0; at < size;) {
    // More may have been kept meanwhile, so that all lies elsewhere.
    const uint64_t* item = (const uint64_t*)(const void*)(segment->kept.data + at);
    at += RECORD_WORDS(*item) * WORD;
    if (RECORD_FLAGS(*item) == KEPT_ROUND) {
      memcpy(clock->points, item + 1, 2 * sizeof *clock->points);
      write_round(chunks, clock->points[1].ticks);
    } else {
      const struct records records = {item + RECORDS_WORDS, UINT64_MAX, 0,
                                      RECORD_WORDS(*item) - RECORDS_WORDS, NULL};
      write_records(chunks, (unsigned)item[1], records);
      between(argument);
    }
  }
}

int recorder_write(const struct recorder* recorder, const struct log* log, ErlNifEnv* env,
                   const char* path, void (*between)(void*), void* argument, uint64_t* events) {
  const struct segment *younger = &recorder->segments[0], *older = &recorder->segments[1];
  const struct segment* oldest = older->kept.size > 0 ? older : younger;
  const size_t younger_size = younger->kept.size;
  const uint64_t dropped = all_dropped(log) - oldest->dropped_before;
  struct clock_curve clock = {.count = 2};
  struct chunks chunks = {.env = env, .start_ns = log->start_ns, .clock = &clock};
  chunks.fd = create_log_file(path);
  if (chunks.fd < 0) return errno;
  write_start(&chunks, log->start_wall_ns, log->info);
  write_segment(older, older->kept.size, &chunks, &clock, between, argument);
  write_segment(younger, younger_size, &chunks, &clock, between, argument);
  write_footer(&chunks, dropped);
  if (close(chunks.fd) != 0 && chunks.failure == 0) chunks.failure = errno;
  *events = chunks.events;
  chunks_free(&chunks);
  return chunks.failure;
}

bool recorder_is_short_of_memory(const struct recorder* recorder) {
  return recorder->segments[0].kept.is_short_of_memory;
}

void recorder_free(struct recorder* recorder) {
  bytes_free(&recorder->segments[0].kept);
  bytes_free(&recorder->segments[1].kept);
}
