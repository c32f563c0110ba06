// The chunks of a file: see chunks.h and docs/strace.md.
#include "trace_log/chunks.h"

#include "trace_log/log.h"
#include "trace_log/transcribe.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define EVENTS_IN_CHUNK 200000  // bytes, about

static void write_all(struct chunks* chunks, const struct bytes* bytes) {
  for (size_t done = 0; done < bytes->size && chunks->failure == 0;) {
    const ssize_t n = write(chunks->fd, bytes->data + done, bytes->size - done);
    if (n > 0) done += (size_t)n;
    if (n < 0 && errno != EINTR) chunks->failure = errno;
  }
}

// Writes `payload` as a chunk, and empties it.
static void write_chunk(struct chunks* chunks, enum chunk_type type, struct bytes* payload) {
  struct bytes* chunk = &chunks->chunk;
  chunk->size = 0;
  put_u32(chunk, 0);  // the check sum of what follows
  put_u32(chunk, (uint32_t)type);
  put_u32(chunk, (uint32_t)payload->size);
  put_block(chunk, payload->data, payload->size);
  if (!chunk->is_short_of_memory) set_u32(chunk->data, crc32_of(chunk->data + 4, chunk->size - 4));
  if (payload->is_short_of_memory || chunk->is_short_of_memory) {
    if (chunks->failure == 0) chunks->failure = ENOMEM;
  }
  payload->size = 0;
  write_all(chunks, chunk);
}

static void write_names(struct chunks* chunks) {
  struct bytes* payload = &chunks->event;  // free between events
  if (chunks->names.news_count == 0) return;
  payload->size = 0;
  put_varint(payload, chunks->names.count - chunks->names.news_count + 1);
  put_varint(payload, chunks->names.news_count);
  put_block(payload, chunks->names.news.data, chunks->names.news.size);
  payload->is_short_of_memory |= chunks->names.news.is_short_of_memory;
  write_chunk(chunks, CHUNK_NAMES, payload);
  chunks->names.news.size = 0;
  chunks->names.news_count = 0;
}

void write_start(struct chunks* chunks, uint64_t wall_ns, const char* info) {
  struct bytes* payload = &chunks->payload;
  put_block(payload, STRACE_MAGIC, STRACE_MAGIC_BYTES);
  put_u32(payload, STRACE_MAJOR | STRACE_MINOR << 16);
  write_all(chunks, payload);
  payload->size = 0;
  put_varint(payload, wall_ns);
  put_varint(payload, (uint64_t)getpid());
  put_varint(payload, strlen(info));
  put_block(payload, info, strlen(info));
  write_chunk(chunks, CHUNK_INFO, payload);
}

static uint64_t since_start(const struct chunks* chunks, uint64_t at_ticks) {
  const uint64_t ns = nanoseconds_at(chunks->clock, at_ticks);
  return ns > chunks->start_ns ? ns - chunks->start_ns : 0;
}

void write_round(struct chunks* chunks, uint64_t at) {
  put_varint(&chunks->payload, since_start(chunks, at));
  write_chunk(chunks, CHUNK_ROUND, &chunks->payload);
}

// Writes the record at `at` behind those of the chunk. Returns its number of words.
static uint64_t put_record(struct chunks* chunks, const uint64_t* at, uint64_t* last_ns) {
  struct bytes* event = &chunks->event;
  const unsigned flags = RECORD_FLAGS(at[0]);
  const uint64_t words = RECORD_WORDS(at[0]);
  event->size = 0;
  put_u8(event, (uint8_t)flags);
  if (flags & EVENT_GAP) {
    put_varint(event, at[1]);
  } else {
    const uint64_t ns = since_start(chunks, at[1]);
    put_signed(event, (int64_t)(ns - *last_ns));
    *last_ns = ns;
    for (const uint64_t* term = at + 2; term < at + words;)
      term = transcribe_term(event, &chunks->names, chunks->env, term);
    ++chunks->events;
  }
  put_varint(&chunks->payload, event->size);
  put_block(&chunks->payload, event->data, event->size);
  chunks->payload.is_short_of_memory |= event->is_short_of_memory;
  return words;
}

void write_records(struct chunks* chunks, unsigned index, struct records records) {
  while (records.at < records.limit) {
    const uint64_t* first = records.words + (records.at & records.mask);
    if (RECORD_FLAGS(*first) & EVENT_GAP)  // an event follows
      first = records.words + ((records.at + RECORD_WORDS(*first)) & records.mask);
    uint64_t last_ns = since_start(chunks, first[1]);
    put_varint(&chunks->payload, index);
    put_varint(&chunks->payload, last_ns);
    while (records.at < records.limit && chunks->payload.size < EVENTS_IN_CHUNK)
      records.at += put_record(chunks, records.words + (records.at & records.mask), &last_ns);
    if (records.ring != NULL) ring_consumed(records.ring, records.at);
    write_names(chunks);
    write_chunk(chunks, CHUNK_EVENTS, &chunks->payload);
  }
}

void write_drops(struct chunks* chunks, const struct process_drops* drops, size_t count,
                 uint64_t elsewhere) {
  struct bytes* payload = &chunks->payload;
  put_varint(payload, elsewhere);
  put_varint(payload, count);
  for (size_t n = 0; n < count; ++n) {
    put_varint(payload, name_number(&chunks->names, chunks->env, NAME_PID, drops[n].pid));
    put_varint(payload, drops[n].count);
  }
  write_names(chunks);
  write_chunk(chunks, CHUNK_DROPS, payload);
}

void write_footer(struct chunks* chunks, uint64_t dropped) {
  struct bytes* payload = &chunks->payload;
  put_varint(payload, system_nanoseconds() - chunks->start_ns);
  put_varint(payload, chunks->events);
  put_varint(payload, dropped);
  put_u8(payload, dropped == 0 && chunks->failure == 0);
  write_chunk(chunks, CHUNK_FOOTER, payload);
}

void chunks_free(struct chunks* chunks) {
  names_free(&chunks->names);
  bytes_free(&chunks->payload);
  bytes_free(&chunks->event);
  bytes_free(&chunks->chunk);
}
