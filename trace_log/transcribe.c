// Terms of a ring, which are made quickly, as terms of a file, which are small: see format.h.
#include "trace_log/transcribe.h"

static const uint64_t* after_bytes(const uint64_t* at, uint64_t size) {
  return at + (size + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

static const uint64_t* name(struct bytes* to, struct names* names, ErlNifEnv* env,
                            enum name_kind kind, const uint64_t* at) {
  const uint64_t value = TERM_VALUE(*at);
  put_u8(to, FILE_NAME);
  put_varint(to, name_number(names, env, kind, value != 0 ? value : at[1]));
  return value != 0 ? at + 1 : at + 2;
}

static const uint64_t* terms(struct bytes* to, struct names* names, ErlNifEnv* env,
                             const uint64_t* at, uint64_t count) {
  for (; count > 0; --count) at = transcribe_term(to, names, env, at);
  return at;
}

static const uint64_t* list(struct bytes* to, struct names* names, ErlNifEnv* env,
                            const uint64_t* at, enum file_term type) {
  const uint64_t count = TERM_VALUE(*at);
  put_u8(to, (uint8_t)type);
  put_varint(to, count);
  return terms(to, names, env, at + 1, count + (type == FILE_LIST_IMPROPER));
}

// A tuple or a map: `each` terms for one element.
static const uint64_t* sized(struct bytes* to, struct names* names, ErlNifEnv* env,
                             const uint64_t* at, enum file_term whole, enum file_term cut,
                             unsigned each) {
  const uint64_t count = TERM_VALUE(at[0]), size = at[1];
  put_u8(to, (uint8_t)(count == size ? whole : cut));
  put_varint(to, size);
  if (count != size) put_varint(to, count);
  return terms(to, names, env, at + 2, count * each);
}

static const uint64_t* binary(struct bytes* to, const uint64_t* at) {
  const uint64_t kept = TERM_VALUE(at[0]), size = at[1];
  put_u8(to, (uint8_t)(kept == size ? FILE_BINARY : FILE_BINARY_CUT));
  put_varint(to, size);
  if (kept != size) put_varint(to, kept);
  put_block(to, at + 2, kept);
  return after_bytes(at + 2, kept);
}

static const uint64_t* integer(struct bytes* to, const uint64_t* at) {
  put_u8(to, FILE_INTEGER);
  if (TERM_TYPE(*at) == RING_WIDE_INTEGER) {
    put_signed(to, (int64_t)at[1]);
    return at + 2;
  }
  put_varint(to, TERM_VALUE(*at));
  return at + 1;
}

static const uint64_t* text(struct bytes* to, const uint64_t* at) {
  const uint64_t size = TERM_VALUE(*at);
  put_u8(to, FILE_TEXT);
  put_varint(to, size);
  put_block(to, at + 1, size);
  return after_bytes(at + 1, size);
}

// As a machine prints it.
static const uint64_t* fun(struct bytes* to, const uint64_t* at) {
  char text[1200];  // an atom has up to 255 characters, with quotes and escapes
  const int size = enif_snprintf(text, sizeof text, "#Fun<%T.%lu.%lu>", (ERL_NIF_TERM)at[1],
                                 (unsigned long)TERM_VALUE(at[0]), (unsigned long)at[2]);
  const uint64_t kept = size <= 0 ? 0 : size < (int)sizeof text ? (uint64_t)size : sizeof text - 1;
  put_u8(to, FILE_TEXT);
  put_varint(to, kept);
  put_block(to, text, kept);
  return at + 3;
}

const uint64_t* transcribe_term(struct bytes* to, struct names* names, ErlNifEnv* env,
                                const uint64_t* at) {
  switch ((enum ring_term)TERM_TYPE(*at)) {
    case RING_ATOM:
      return name(to, names, env, NAME_ATOM, at);
    case RING_PID:
      return name(to, names, env, NAME_PID, at);
    case RING_PORT:
      return name(to, names, env, NAME_PORT, at);
    case RING_INTEGER:
    case RING_WIDE_INTEGER:
      return integer(to, at);
    case RING_FLOAT:
      put_u8(to, FILE_FLOAT);
      put_u32(to, (uint32_t)at[1]);
      put_u32(to, (uint32_t)(at[1] >> 32));
      return at + 2;
    case RING_TUPLE:
      return sized(to, names, env, at, FILE_TUPLE, FILE_TUPLE_CUT, 1);
    case RING_LIST:
      return list(to, names, env, at, FILE_LIST);
    case RING_LIST_IMPROPER:
      return list(to, names, env, at, FILE_LIST_IMPROPER);
    case RING_LIST_CUT:
      return list(to, names, env, at, FILE_LIST_CUT);
    case RING_MAP:
      return sized(to, names, env, at, FILE_MAP, FILE_MAP_CUT, 2);
    case RING_BINARY:
      return binary(to, at);
    case RING_FUN:
      return fun(to, at);
    case RING_TEXT:
      return text(to, at);
    case RING_CUT:
      break;
  }
  put_u8(to, FILE_CUT);
  return at + 1;
}
