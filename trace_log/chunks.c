// The chunks of a file: see chunks.h and docs/strace.md.
#include "trace_log/chunks.h"

#include "trace_log/log.h"
#include "trace_log/transcribe.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define EVENTS_IN_CHUNK 200000  // bytes, about
#define MAX_WORD_BYTES 1200     // of a file, for a word of a ring: the text of a fun

int create_log_file(const char* path) {
  const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

static void write_all(struct chunks* chunks, struct iovec* parts, int count) {
  while (count > 0 && chunks->failure == 0) {
    ssize_t n = writev(chunks->fd, parts, count);
    if (n < 0 && errno != EINTR) chunks->failure = errno;
    // What has been written goes from the parts.
    for (; n > 0 && count > 0 && (size_t)n >= parts->iov_len; --count, ++parts)
      n -= (ssize_t)parts->iov_len;
    if (n > 0) *parts = (struct iovec){(uint8_t*)parts->iov_base + n, parts->iov_len - (size_t)n};
    while (count > 0 && parts->iov_len == 0) --count, ++parts;
  }
}

// Writes `payload` as a chunk, and empties it.
static void write_chunk(struct chunks* chunks, enum chunk_type type, struct bytes* payload) {
  uint8_t head[12];  // the check sum of what follows, type and size
  struct iovec parts[] = {{head, sizeof head}, {payload->data, payload->size}};
  set_u32(head + 4, (uint32_t)type);
  set_u32(head + 8, (uint32_t)payload->size);
  set_u32(head, crc32_of(crc32_of(0, head + 4, sizeof head - 4), payload->data, payload->size));
  if (payload->is_short_of_memory && chunks->failure == 0) chunks->failure = ENOMEM;
  payload->size = 0;
  write_all(chunks, parts, 2);
}

static void write_names(struct chunks* chunks) {
  struct bytes* payload = &chunks->names_payload;
  if (chunks->names.news_count == 0) return;
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
  struct iovec head = {payload->data, payload->size};
  write_all(chunks, &head, 1);
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

// The number of bytes that follow `start`, and before them itself: one digit, mostly, for which
// there is room in front of them.
static void put_size_before(struct bytes* bytes, size_t start) {
  const size_t size = bytes->size - start;
  if (size >= 0x80) {
    const size_t more = size < 0x80 * 0x80 ? 1 : size < 0x80 * 0x80 * 0x80 ? 2 : 3;
    if (bytes_add(bytes, more) == NULL) return;
    memmove(bytes->data + start + more, bytes->data + start, size);
  }
  uint8_t* at = bytes->data + start - 1;
  size_t left = size;
  for (; left >= 0x80; left >>= 7) *at++ = (uint8_t)(left | 0x80);
  *at = (uint8_t)left;
}
_Static_assert(RING_MAX_RECORD * MAX_WORD_BYTES < 1 << 28, "four digits are enough for an event");

// Writes the record at `at` behind those of the chunk. Returns its number of words.
static uint64_t put_record(struct chunks* chunks, const uint64_t* at, uint64_t* last_ns) {
  struct bytes* to = &chunks->payload;
  const unsigned flags = RECORD_FLAGS(at[0]);
  const uint64_t words = RECORD_WORDS(at[0]);
  put_u8(to, 0);  // the size
  const size_t start = to->size;
  put_u8(to, (uint8_t)flags);
  if (flags & EVENT_GAP) {
    put_varint(to, at[1]);
  } else {
    const uint64_t ns = since_start(chunks, at[1]);
    put_signed(to, (int64_t)(ns - *last_ns));
    *last_ns = ns;
    for (const uint64_t* term = at + 2; term < at + words;)
      term = transcribe_term(to, &chunks->names, chunks->env, term);
    ++chunks->events;
  }
  if (!to->is_short_of_memory) put_size_before(to, start);
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
  bytes_free(&chunks->names_payload);
}
