// Terms become words as they are met; a term that has no room ends where the room does, and its
// head says so. Atoms, pids and ports of this node are written as the terms they are: those need no
// environment, so the thread that writes the file asks for their names later.
#include "trace_log/record.h"

#include "trace_log/clock.h"
#include "trace_log/format.h"
#include "trace_log/ring.h"

#include <stdbool.h>
#include <string.h>

#define MAX_DEPTH 24    // of terms within terms
#define MAX_BYTES 1024  // of a binary that are kept
#define MAX_PAIRS 32    // maps with more are read with memory that the machine must allocate
#define MAX_TEXT 120    // bytes of a term that is kept as text
#define MESSAGE_HEAD 64  // words that a recorder keeps of a message
#define WORD sizeof(uint64_t)

struct atoms atoms;

// What the words of a term may take, while `at`, where they go, is passed on and returned: so it
// stays in a register.
struct room {
  uint64_t* end;  // one word behind it may be written: the head of a term
  struct known_term* known;
};

static struct known_term* slot_of(const struct room* room, ERL_NIF_TERM term) {
  return &room->known[(size_t)(term * UINT64_C(0x9E3779B97F4A7C15) >> 58)];
}
_Static_assert(RING_KNOWN_TERMS == 1 << (64 - 58), "the hash selects a slot");

// A term with room for one word at least. Returns where the next one goes, as all that follow.
static inline uint64_t* put(ErlNifEnv* env, const struct room* room, uint64_t* at,
                            ERL_NIF_TERM term, int depth);

static int is_full(const struct room* room, const uint64_t* at) { return at >= room->end; }

// One word, without a question of room.
static inline uint64_t* put_one(uint64_t* at, uint64_t word) {
  *at = word;
  return at + 1;
}

// A head and one more word.
static uint64_t* put_pair(const struct room* room, uint64_t* at, uint64_t head, uint64_t word) {
  if (is_full(room, at)) return put_one(at, RING_CUT);
  return put_one(put_one(at, head), word);
}

static inline uint64_t* put_integer(const struct room* room, uint64_t* at, int64_t value) {
  const uint64_t zigzag = (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
  if (zigzag < TERM_VALUE_LIMIT) return put_one(at, TERM_HEAD(RING_INTEGER, zigzag));
  return put_pair(room, at, RING_WIDE_INTEGER, (uint64_t)value);
}

static uint64_t* put_bytes(uint64_t* at, const void* bytes, size_t size) {
  const size_t words = (size + WORD - 1) / WORD;
  if (words == 0) return at;
  at[words - 1] = 0;
  memcpy(at, bytes, size);
  return at + words;
}

// A term that the interface shows only as text: a reference, a fun, a large integer, a pid of
// another node.
static uint64_t* put_text(const struct room* room, uint64_t* at, ERL_NIF_TERM term) {
  char text[MAX_TEXT + 1];
  const int size = enif_snprintf(text, sizeof text, "%T", term);
  if (size <= 0 || size > MAX_TEXT || room->end - at < (long)(MAX_TEXT / WORD + 1))
    return put_one(at, RING_CUT);
  return put_bytes(put_one(at, TERM_HEAD(RING_TEXT, size)), text, (size_t)size);
}

// A function that Sonde has and other machines have not: the parts of what %T prints of a closure.
extern int sonde_get_fun(ErlNifEnv* env, ERL_NIF_TERM term, ERL_NIF_TERM* module,
                         unsigned long* index, unsigned long* uniq) __attribute__((weak));

// A closure. The log's thread makes its text: where it is started, each process has one.
static uint64_t* put_fun(ErlNifEnv* env, const struct room* room, uint64_t* at, ERL_NIF_TERM term) {
  ERL_NIF_TERM module;
  unsigned long index, uniq;
  if (sonde_get_fun == NULL || !sonde_get_fun(env, term, &module, &index, &uniq))
    return put_text(room, at, term);
  if (room->end - at < 3) return put_one(at, RING_CUT);
  return put_one(put_pair(room, at, TERM_HEAD(RING_FUN, index), module), uniq);
}

// The head of a term that is its word: an atom, or a pid or port of this node.
static uint64_t word_head(enum ring_term type, ERL_NIF_TERM term) {
  return TERM_HEAD(type, term < TERM_VALUE_LIMIT ? term : 0);
}

// Such a term, with its head.
static inline uint64_t* put_word(const struct room* room, uint64_t* at, uint64_t head,
                                 ERL_NIF_TERM term) {
  return TERM_VALUE(head) != 0 ? put_one(at, head) : put_pair(room, at, head, term);
}

static uint64_t* put_tuple(ErlNifEnv* env, const struct room* room, uint64_t* at, ERL_NIF_TERM term,
                           int depth) {
  const ERL_NIF_TERM* elements;
  int arity, n;
  uint64_t* head = at;
  if (!enif_get_tuple(env, term, &arity, &elements)) return at;
  at = put_pair(room, at, RING_TUPLE, (uint64_t)arity);
  if (*head == RING_CUT) return at;
  for (n = 0; n < arity && !is_full(room, at); ++n) at = put(env, room, at, elements[n], depth);
  *head = TERM_HEAD(RING_TUPLE, n);
  return at;
}

// A list; of another term, the term.
static inline __attribute__((always_inline)) uint64_t* put_list(ErlNifEnv* env,
                                                                const struct room* room,
                                                                uint64_t* at, ERL_NIF_TERM list,
                                                                int depth) {
  ERL_NIF_TERM element, tail = list;
  uint64_t* head = at++;
  uint64_t count = 0;
  for (; tail != atoms.nil && !is_full(room, at) && enif_get_list_cell(env, tail, &element, &tail);
       ++count)
    at = put(env, room, at, element, depth);
  if (tail == atoms.nil) {
    *head = TERM_HEAD(RING_LIST, count);
  } else if (is_full(room, at)) {
    *head = TERM_HEAD(RING_LIST_CUT, count);
  } else if (count == 0) {
    at = put(env, room, head, list, depth);
  } else {
    *head = TERM_HEAD(RING_LIST_IMPROPER, count);
    at = put(env, room, at, tail, depth);
  }
  return at;
}

static uint64_t* put_map(ErlNifEnv* env, const struct room* room, uint64_t* at, ERL_NIF_TERM map,
                         int depth) {
  // A key has a value: there must be room for the head of that, too.
  const struct room for_key = {room->end - 1, room->known};
  ErlNifMapIterator iterator;
  ERL_NIF_TERM key, value;
  size_t size = 0;
  uint64_t count = 0;
  uint64_t* head = at;
  enif_get_map_size(env, map, &size);
  at = put_pair(room, at, RING_MAP, size);
  if (*head == RING_CUT || size > MAX_PAIRS) return at;
  if (!enif_map_iterator_create(env, map, &iterator, ERL_NIF_MAP_ITERATOR_FIRST)) return at;
  while (room->end - at > 1 && enif_map_iterator_get_pair(env, &iterator, &key, &value)) {
    at = put(env, &for_key, at, key, depth);
    at = put(env, room, at, value, depth);
    enif_map_iterator_next(env, &iterator);
    ++count;
  }
  enif_map_iterator_destroy(env, &iterator);
  *head = TERM_HEAD(RING_MAP, count);
  return at;
}

static uint64_t* put_bitstring(ErlNifEnv* env, const struct room* room, uint64_t* at,
                               ERL_NIF_TERM term) {
  ErlNifBinary binary;
  size_t kept;
  if (!enif_inspect_binary(env, term, &binary)) return put_text(room, at, term);
  if (is_full(room, at)) return put_one(at, RING_CUT);
  kept = binary.size < MAX_BYTES ? binary.size : MAX_BYTES;
  if (kept > (size_t)(room->end - at - 1) * WORD) kept = (size_t)(room->end - at - 1) * WORD;
  at = put_pair(room, at, TERM_HEAD(RING_BINARY, kept), binary.size);
  return put_bytes(at, binary.data, kept);
}

static uint64_t* put_float(ErlNifEnv* env, const struct room* room, uint64_t* at,
                           ERL_NIF_TERM term) {
  double value = 0;
  uint64_t bits;
  enif_get_double(env, term, &value);
  memcpy(&bits, &value, sizeof bits);
  return put_pair(room, at, RING_FLOAT, bits);
}

// A term that is its word, and shall be known as such.
static uint64_t* put_known(const struct room* room, uint64_t* at, enum ring_term type,
                           ERL_NIF_TERM term) {
  const uint64_t head = word_head(type, term);
  *slot_of(room, term) = (struct known_term){term, head};
  return put_word(room, at, head, term);
}

static uint64_t* put_pid(ErlNifEnv* env, const struct room* room, uint64_t* at, ERL_NIF_TERM term) {
  ErlNifPid pid;
  return enif_get_local_pid(env, term, &pid) ? put_known(room, at, RING_PID, term)
                                             : put_text(room, at, term);
}

static uint64_t* put_port(ErlNifEnv* env, const struct room* room, uint64_t* at,
                          ERL_NIF_TERM term) {
  ErlNifPort port;
  return enif_get_local_port(env, term, &port)
             ? put_word(room, at, word_head(RING_PORT, term), term)
             : put_text(room, at, term);
}

// put() of a term that is neither known nor an integer of 64 bits.
static __attribute__((noinline)) uint64_t* put_other(ErlNifEnv* env, const struct room* room,
                                                     uint64_t* at, ERL_NIF_TERM term, int depth) {
  const ErlNifTermType type = enif_term_type(env, term);
  switch (type) {
    case ERL_NIF_TERM_TYPE_ATOM:
      return put_known(room, at, RING_ATOM, term);
    case ERL_NIF_TERM_TYPE_INTEGER:
      return put_text(room, at, term);
    case ERL_NIF_TERM_TYPE_PID:
      return put_pid(env, room, at, term);
    case ERL_NIF_TERM_TYPE_PORT:
      return put_port(env, room, at, term);
    case ERL_NIF_TERM_TYPE_FLOAT:
      return put_float(env, room, at, term);
    case ERL_NIF_TERM_TYPE_BITSTRING:
      return put_bitstring(env, room, at, term);
    case ERL_NIF_TERM_TYPE_FUN:
      return put_fun(env, room, at, term);
    default:
      break;
  }
  if (depth == 0) return put_one(at, RING_CUT);
  if (type == ERL_NIF_TERM_TYPE_TUPLE) return put_tuple(env, room, at, term, depth - 1);
  if (type == ERL_NIF_TERM_TYPE_LIST) return put_list(env, room, at, term, depth - 1);
  if (type == ERL_NIF_TERM_TYPE_MAP) return put_map(env, room, at, term, depth - 1);
  return put_text(room, at, term);
}

// What a term is, the machine says in a call; the common ones are found with one, or with none.
static inline uint64_t* put(ErlNifEnv* env, const struct room* room, uint64_t* at,
                            ERL_NIF_TERM term, int depth) {
  const struct known_term* known = slot_of(room, term);
  ErlNifSInt64 value;
  if (known->term == term) return put_word(room, at, known->head, term);
  if (enif_get_int64(env, term, &value)) return put_integer(room, at, value);
  return put_other(env, room, at, term, depth);
}

// {M, F, Args} of a call, whose parts need no question what they are; of another term, the term.
static inline uint64_t* put_call(ErlNifEnv* env, const struct room* room, uint64_t* at,
                                 ERL_NIF_TERM call) {
  const ERL_NIF_TERM* parts;
  int arity;
  if (!enif_get_tuple(env, call, &arity, &parts) || arity != 3)
    return put(env, room, at, call, MAX_DEPTH);
  at = put_one(put_one(at, TERM_HEAD(RING_TUPLE, 3)), 3);
  at = put(env, room, at, parts[0], MAX_DEPTH - 1);
  at = put(env, room, at, parts[1], MAX_DEPTH - 1);
  return put_list(env, room, at, parts[2], MAX_DEPTH - 2);
}

// One of the event's options, if it has it; `left` are those that were not found.
static uint64_t* put_option(ErlNifEnv* env, const struct room* room, uint64_t* at,
                            ERL_NIF_TERM options, size_t* left, ERL_NIF_TERM key, unsigned flag,
                            unsigned* flags) {
  ERL_NIF_TERM value;
  if (*left == 0 || !enif_get_map_value(env, options, key, &value)) return at;
  --*left;
  *flags |= flag;
  return put(env, room, at, value, MAX_DEPTH);
}

// Options of an event, those that a log keeps.
static uint64_t* put_options(ErlNifEnv* env, const struct room* room, uint64_t* at,
                             ERL_NIF_TERM options, unsigned* flags) {
  size_t left = 0;
  if (!enif_get_map_size(env, options, &left) || left == 0) return at;
  at = put_option(env, room, at, options, &left, atoms.extra, EVENT_EXTRA, flags);
  at = put_option(env, room, at, options, &left, atoms.match_spec_result, EVENT_MATCH_SPEC_RESULT,
                  flags);
  return put_option(env, room, at, options, &left, atoms.scheduler_id, EVENT_SCHEDULER_ID, flags);
}

// An event as a machine reports it: with options, or (`options` is 0) with nothing but `extra`,
// which is 0 where there is none.
struct event {
  ERL_NIF_TERM tag, tracee, term, extra, options;
};

// Writes the event to `to`, which has room for so many words. Returns the number of words.
static inline unsigned put_event(ErlNifEnv* env, const struct event* event, struct ring* ring,
                                 uint64_t now, uint64_t* to, unsigned room_words) {
  // What comes behind a term that has taken all the room is cut, in a word each.
  const struct room room = {to + room_words - 8, ring->known};
  uint64_t* at = to + 2;
  unsigned flags = 0;
  to[1] = now;
  at = put(env, &room, at, event->tracee, MAX_DEPTH);
  at = put_word(&room, at, word_head(RING_ATOM, event->tag), event->tag);
  at = event->tag == atoms.call ? put_call(env, &room, at, event->term)
                                : put(env, &room, at, event->term, MAX_DEPTH);
  if (event->options != 0) {
    at = put_options(env, &room, at, event->options, &flags);
  } else if (event->extra != 0) {
    flags = EVENT_EXTRA;
    at = put(env, &room, at, event->extra, MAX_DEPTH);
  }
  to[0] = RECORD_HEAD(at - to, flags);
  return (unsigned)(at - to);
}

static void drop(ErlNifEnv* env, struct ring* ring, ERL_NIF_TERM tracee) {
  ErlNifPid pid;
  ring_drop(ring, enif_get_local_pid(env, tracee, &pid) ? tracee : 0);
}

// Where a record can be written after all, though the ring was full; null: nowhere.
static __attribute__((noinline)) uint64_t* reserve_in_full(struct log* log, struct ring* ring,
                                                           unsigned* gap) {
  // relaxed: no other memory depends on it
  if (log->when_full == WHEN_FULL_STOP)
    atomic_store_explicit(&log->is_open, false, memory_order_relaxed);
  if (log->when_full != WHEN_FULL_WAIT) return NULL;
  ring_wait(ring, &log->is_open);
  return ring_reserve(ring, gap);
}

// The most words of an event. A recorder is always on, and messages may be large: their heads say
// what they were.
static unsigned room_of(const struct log* log, ERL_NIF_TERM tag) {
  const bool is_message = tag == atoms.send || tag == atoms.receive;
  return is_message && log->kept_bytes > 0 ? MESSAGE_HEAD : RING_MAX_RECORD;
}

static inline __attribute__((always_inline)) void record(ErlNifEnv* env, struct log* log,
                                                         struct ring* ring,
                                                         const struct event* event) {
  const uint64_t now = ticks();
  // close_log() clears is_open, makes all threads pass a barrier, then waits until none is busy: so
  // a thread that still sees the log open is seen busy. No barrier of our own is needed between
  // the two, only their order in the program.
  atomic_store_explicit(&ring->busy, true, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&log->is_open, memory_order_relaxed)) {
    unsigned gap;
    uint64_t* at = ring_reserve(ring, &gap);
    if (at == NULL) at = reserve_in_full(log, ring, &gap);
    if (at == NULL) {
      drop(env, ring, event->tracee);
    } else {
      const unsigned room = room_of(log, event->tag) - gap;
      ring_publish(ring, gap + put_event(env, event, ring, now, at, room));
    }
  }
  // release: pairs with close_log(); the record is published.
  atomic_store_explicit(&ring->busy, false, memory_order_release);
}

ERL_NIF_TERM record_event(ErlNifEnv* env, const ERL_NIF_TERM argv[], struct log* log,
                          struct ring* ring) {
  const struct event event = {argv[0], argv[2], argv[3], 0, argv[4]};
  record(env, log, ring, &event);
  return atoms.ok;
}

void record_parts(ErlNifEnv* env, struct log* log, struct ring* ring, ERL_NIF_TERM tag,
                  ERL_NIF_TERM tracee, ERL_NIF_TERM term, ERL_NIF_TERM extra) {
  const struct event event = {tag, tracee, term, extra, 0};
  record(env, log, ring, &event);
}
