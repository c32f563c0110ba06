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
#define WORD sizeof(uint64_t)

struct atoms atoms;

struct room {
  uint64_t* at;
  uint64_t* end;  // one word behind it may be written: the head of a term
  struct known_term* known;
};

static struct known_term* slot_of(const struct room* room, ERL_NIF_TERM term) {
  return &room->known[(size_t)(term * UINT64_C(0x9E3779B97F4A7C15) >> 58)];
}
_Static_assert(RING_KNOWN_TERMS == 1 << (64 - 58), "the hash selects a slot");

static inline void put(ErlNifEnv* env, struct room* room, ERL_NIF_TERM term, int depth);

static int is_full(const struct room* room) { return room->at >= room->end; }

static void put_integer(struct room* room, int64_t value) {
  const uint64_t zigzag = (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
  if (zigzag < TERM_VALUE_LIMIT) {
    *room->at++ = TERM_HEAD(RING_INTEGER, zigzag);
  } else if (is_full(room)) {
    *room->at++ = RING_CUT;
  } else {
    *room->at++ = RING_WIDE_INTEGER;
    *room->at++ = (uint64_t)value;
  }
}

// A head and one more word.
static void put_pair(struct room* room, enum ring_term type, uint64_t word) {
  if (is_full(room)) {
    *room->at++ = RING_CUT;
  } else {
    *room->at++ = type;
    *room->at++ = word;
  }
}

static void put_bytes(struct room* room, const void* bytes, size_t size) {
  const size_t words = (size + WORD - 1) / WORD;
  if (words == 0) return;
  room->at[words - 1] = 0;
  memcpy(room->at, bytes, size);
  room->at += words;
}

// A term that the interface shows only as text: a reference, a fun, a large integer, a pid of
// another node.
static void put_text(struct room* room, ERL_NIF_TERM term) {
  char text[MAX_TEXT + 1];
  const int size = enif_snprintf(text, sizeof text, "%T", term);
  if (size <= 0 || size > MAX_TEXT || room->end - room->at < (long)(MAX_TEXT / WORD + 1)) {
    *room->at++ = RING_CUT;
    return;
  }
  *room->at++ = TERM_HEAD(RING_TEXT, size);
  put_bytes(room, text, (size_t)size);
}

static uint64_t atom_head(ERL_NIF_TERM atom) {
  return TERM_HEAD(RING_ATOM, atom < TERM_VALUE_LIMIT ? atom : 0);
}

// A term that is its word, with its head.
static inline void put_word(struct room* room, uint64_t head, ERL_NIF_TERM term) {
  if (TERM_VALUE(head) != 0) {
    *room->at++ = head;
  } else {
    put_pair(room, TERM_TYPE(head), term);
  }
}

static void put_tuple(ErlNifEnv* env, struct room* room, ERL_NIF_TERM term, int depth) {
  const ERL_NIF_TERM* elements;
  int arity, n;
  uint64_t* head = room->at;
  if (!enif_get_tuple(env, term, &arity, &elements)) return;
  put_pair(room, RING_TUPLE, (uint64_t)arity);
  if (*head == RING_CUT) return;
  for (n = 0; n < arity && !is_full(room); ++n) put(env, room, elements[n], depth);
  *head = TERM_HEAD(RING_TUPLE, n);
}

static inline void put_list(ErlNifEnv* env, struct room* room, ERL_NIF_TERM list, int depth) {
  ERL_NIF_TERM element, tail = list;
  uint64_t* head = room->at++;
  uint64_t count = 0;
  for (; tail != atoms.nil && !is_full(room) && enif_get_list_cell(env, tail, &element, &tail);
       ++count)
    put(env, room, element, depth);
  if (tail == atoms.nil) {
    *head = TERM_HEAD(RING_LIST, count);
  } else if (is_full(room)) {
    *head = TERM_HEAD(RING_LIST_CUT, count);
  } else {
    *head = TERM_HEAD(RING_LIST_IMPROPER, count);
    put(env, room, tail, depth);
  }
}

static void put_map(ErlNifEnv* env, struct room* room, ERL_NIF_TERM map, int depth) {
  ErlNifMapIterator iterator;
  ERL_NIF_TERM key, value;
  size_t size = 0;
  uint64_t count = 0;
  uint64_t* head = room->at;
  enif_get_map_size(env, map, &size);
  put_pair(room, RING_MAP, size);
  if (*head == RING_CUT || size > MAX_PAIRS) return;
  if (!enif_map_iterator_create(env, map, &iterator, ERL_NIF_MAP_ITERATOR_FIRST)) return;
  // A key has a value: there must be room for the head of that, too.
  while (room->end - room->at > 1 && enif_map_iterator_get_pair(env, &iterator, &key, &value)) {
    struct room for_key = {room->at, room->end - 1, room->known};
    put(env, &for_key, key, depth);
    room->at = for_key.at;
    put(env, room, value, depth);
    enif_map_iterator_next(env, &iterator);
    ++count;
  }
  enif_map_iterator_destroy(env, &iterator);
  *head = TERM_HEAD(RING_MAP, count);
}

static void put_bitstring(ErlNifEnv* env, struct room* room, ERL_NIF_TERM term) {
  ErlNifBinary binary;
  size_t kept;
  if (!enif_inspect_binary(env, term, &binary)) {
    put_text(room, term);
    return;
  }
  if (is_full(room)) {
    *room->at++ = RING_CUT;
    return;
  }
  kept = binary.size < MAX_BYTES ? binary.size : MAX_BYTES;
  if (kept > (size_t)(room->end - room->at - 1) * WORD)
    kept = (size_t)(room->end - room->at - 1) * WORD;
  *room->at++ = TERM_HEAD(RING_BINARY, kept);
  *room->at++ = binary.size;
  put_bytes(room, binary.data, kept);
}

static void put_float(ErlNifEnv* env, struct room* room, ERL_NIF_TERM term) {
  double value = 0;
  uint64_t bits;
  enif_get_double(env, term, &value);
  memcpy(&bits, &value, sizeof bits);
  put_pair(room, RING_FLOAT, bits);
}

static void put_pid(ErlNifEnv* env, struct room* room, ERL_NIF_TERM term) {
  ErlNifPid pid;
  if (enif_get_local_pid(env, term, &pid)) {
    *slot_of(room, term) = (struct known_term){term, TERM_HEAD(RING_PID, 0)};
    put_pair(room, RING_PID, term);
  } else {
    put_text(room, term);
  }
}

static void put_port(ErlNifEnv* env, struct room* room, ERL_NIF_TERM term) {
  ErlNifPort port;
  if (enif_get_local_port(env, term, &port)) {
    put_pair(room, RING_PORT, term);
  } else {
    put_text(room, term);
  }
}

// put() of a term that is neither known nor an integer of 64 bits.
static __attribute__((noinline)) void put_other(ErlNifEnv* env, struct room* room,
                                                ERL_NIF_TERM term, int depth) {
  const ErlNifTermType type = enif_term_type(env, term);
  switch (type) {
    case ERL_NIF_TERM_TYPE_ATOM:
      *slot_of(room, term) = (struct known_term){term, atom_head(term)};
      put_word(room, atom_head(term), term);
      return;
    case ERL_NIF_TERM_TYPE_INTEGER:
      put_text(room, term);
      return;
    case ERL_NIF_TERM_TYPE_PID:
      put_pid(env, room, term);
      return;
    case ERL_NIF_TERM_TYPE_PORT:
      put_port(env, room, term);
      return;
    case ERL_NIF_TERM_TYPE_FLOAT:
      put_float(env, room, term);
      return;
    case ERL_NIF_TERM_TYPE_BITSTRING:
      put_bitstring(env, room, term);
      return;
    default:
      break;
  }
  if (depth == 0) {
    *room->at++ = RING_CUT;
  } else if (type == ERL_NIF_TERM_TYPE_TUPLE) {
    put_tuple(env, room, term, depth - 1);
  } else if (type == ERL_NIF_TERM_TYPE_LIST) {
    put_list(env, room, term, depth - 1);
  } else if (type == ERL_NIF_TERM_TYPE_MAP) {
    put_map(env, room, term, depth - 1);
  } else {
    put_text(room, term);
  }
}

// There is room for one word. What a term is, the machine says in a call; the common ones are
// found with one, or with none.
static inline void put(ErlNifEnv* env, struct room* room, ERL_NIF_TERM term, int depth) {
  const struct known_term* known = slot_of(room, term);
  ErlNifSInt64 value;
  if (known->term == term) {
    put_word(room, known->head, term);
  } else if (enif_get_int64(env, term, &value)) {
    put_integer(room, value);
  } else {
    put_other(env, room, term, depth);
  }
}

// {M, F, Args} of a call, whose parts need no question what they are. False: it is something else,
// and nothing is written.
static bool put_call(ErlNifEnv* env, struct room* room, ERL_NIF_TERM call) {
  const ERL_NIF_TERM* parts;
  ERL_NIF_TERM element, tail;
  int arity;
  if (!enif_get_tuple(env, call, &arity, &parts) || arity != 3) return false;
  *room->at++ = TERM_HEAD(RING_TUPLE, 3);
  *room->at++ = 3;
  put(env, room, parts[0], MAX_DEPTH - 1);
  put(env, room, parts[1], MAX_DEPTH - 1);
  if (parts[2] == atoms.nil || enif_get_list_cell(env, parts[2], &element, &tail)) {
    put_list(env, room, parts[2], MAX_DEPTH - 2);
  } else {
    put(env, room, parts[2], MAX_DEPTH - 1);
  }
  return true;
}

// One of the event's options, if it has it.
static unsigned put_option(ErlNifEnv* env, struct room* room, ERL_NIF_TERM options,
                           ERL_NIF_TERM key, unsigned flag) {
  ERL_NIF_TERM value;
  if (!enif_get_map_value(env, options, key, &value)) return 0;
  put(env, room, value, MAX_DEPTH);
  return flag;
}

unsigned record_event(ErlNifEnv* env, const ERL_NIF_TERM argv[], struct ring* ring, uint64_t* to,
                      unsigned room_words) {
  // What comes behind a term that has taken all the room is cut, in a word each.
  struct room room = {to + 2, to + room_words - 8, ring->known};
  unsigned flags = 0;
  size_t options = 0;
  to[1] = ticks();
  put(env, &room, argv[2], MAX_DEPTH);
  put_word(&room, atom_head(argv[0]), argv[0]);
  if (argv[0] != atoms.call || !put_call(env, &room, argv[3])) put(env, &room, argv[3], MAX_DEPTH);
  if (enif_get_map_size(env, argv[4], &options) && options > 0) {
    flags |= put_option(env, &room, argv[4], atoms.extra, EVENT_EXTRA);
    flags |= put_option(env, &room, argv[4], atoms.match_spec_result, EVENT_MATCH_SPEC_RESULT);
    flags |= put_option(env, &room, argv[4], atoms.scheduler_id, EVENT_SCHEDULER_ID);
  }
  to[0] = RECORD_HEAD(room.at - to, flags);
  return (unsigned)(room.at - to);
}
