// Binaries, I/O vectors and queues, maps, external format, formatted output.
#include <erl_nif.h>
#include <string.h>

// bytes(Binary | Iolist): size and the sum of the bytes, for both ways to look at them.
static ERL_NIF_TERM bytes(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ERL_NIF_TERM none = enif_make_atom(env, "none"), results[2] = {none, none};
  for (int way = 0; way < 2; way++) {
    ErlNifBinary bin;
    int ok = way == 0 ? enif_inspect_binary(env, argv[0], &bin)
                      : enif_inspect_iolist_as_binary(env, argv[0], &bin);
    if (!ok) continue;
    unsigned long sum = 0;
    for (size_t i = 0; i < bin.size; i++) sum += bin.data[i];
    results[way] = enif_make_tuple2(env, enif_make_ulong(env, bin.size), enif_make_ulong(env, sum));
  }
  return enif_make_tuple2(env, results[0], results[1]);
}

// grown(Binary, N): a copy in memory of the library's own, made N bytes large, filled with `x`.
static ERL_NIF_TERM grown(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifBinary from, to;
  unsigned n;
  if (!enif_inspect_binary(env, argv[0], &from) || !enif_get_uint(env, argv[1], &n))
    return enif_make_badarg(env);
  enif_alloc_binary(from.size, &to);
  memcpy(to.data, from.data, from.size);
  enif_realloc_binary(&to, n);
  if (n > from.size) memset(to.data + from.size, 'x', n - from.size);
  ERL_NIF_TERM result = enif_make_binary(env, &to);
  enif_release_binary(&to);
  return result;
}

// fresh(N): a new binary of N bytes 0, 1, 2 ...
static ERL_NIF_TERM fresh(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  unsigned n;
  ERL_NIF_TERM result;
  if (!enif_get_uint(env, argv[0], &n)) return enif_make_badarg(env);
  unsigned char* data = enif_make_new_binary(env, n, &result);
  for (unsigned i = 0; i < n; i++) data[i] = (unsigned char)i;
  return result;
}

static ERL_NIF_TERM part(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  unsigned start, size;
  if (!enif_get_uint(env, argv[1], &start) || !enif_get_uint(env, argv[2], &size))
    return enif_make_badarg(env);
  return enif_make_sub_binary(env, argv[0], start, size);
}

// external(Term): the term after a way through the external format, and how many bytes it took.
static ERL_NIF_TERM external(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifBinary bin;
  ERL_NIF_TERM term;
  if (!enif_term_to_binary(env, argv[0], &bin)) return enif_make_atom(env, "no");
  size_t used = enif_binary_to_term(env, bin.data, bin.size, &term, 0);
  ERL_NIF_TERM result = used ? enif_make_tuple2(env, term, enif_make_atom(env, used == bin.size ? "all" : "some"))
                             : enif_make_atom(env, "bad");
  enif_release_binary(&bin);
  return result;
}

// decode(Binary, Safe)
static ERL_NIF_TERM decode(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifBinary bin;
  ERL_NIF_TERM term;
  unsigned safe;
  if (!enif_inspect_binary(env, argv[0], &bin) || !enif_get_uint(env, argv[1], &safe))
    return enif_make_badarg(env);
  size_t used =
      enif_binary_to_term(env, bin.data, bin.size, &term, safe ? ERL_NIF_BIN2TERM_SAFE : 0);
  return used ? enif_make_tuple2(env, enif_make_ulong(env, used), term)
              : enif_make_atom(env, "bad");
}

// queue([Binary], Skip, Drop): what a queue holds after both.
static ERL_NIF_TERM queue(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifIOVec* vector = NULL;
  ERL_NIF_TERM tail, head;
  unsigned skip, drop;
  if (!enif_get_uint(env, argv[1], &skip) || !enif_get_uint(env, argv[2], &drop) ||
      !enif_inspect_iovec(env, 100, argv[0], &tail, &vector))
    return enif_make_badarg(env);
  ErlNifIOQueue* q = enif_ioq_create(ERL_NIF_IOQ_NORMAL);
  int enqueued = enif_ioq_enqv(q, vector, skip);
  size_t size = enif_ioq_size(q), left = 0, first = 0;
  int dropped = enif_ioq_deq(q, drop, &left);
  ErlNifBinary all;
  enif_alloc_binary(enif_ioq_size(q), &all);
  int count;
  SysIOVec* parts = enif_ioq_peek(q, &count);
  size_t at = 0;
  for (int i = 0; i < count; i++) {
    memcpy(all.data + at, parts[i].iov_base, parts[i].iov_len);
    at += parts[i].iov_len;
  }
  int has_head = enif_ioq_peek_head(env, q, &first, &head);
  enif_ioq_destroy(q);
  return enif_make_list(env, 7, enif_make_int(env, enqueued), enif_make_ulong(env, size),
                        enif_make_int(env, dropped), enif_make_ulong(env, left),
                        enif_make_binary(env, &all), has_head ? head : enif_make_atom(env, "none"),
                        tail);
}

// Bytes of the stack that the next call overwrites.
static __attribute__((noinline)) void scribble(void) {
  volatile char bytes[4096];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = 0x55;
}

static ERL_NIF_TERM vector_term(ErlNifEnv* env, ERL_NIF_TERM list, unsigned long most) {
  ErlNifIOVec on_stack, *vector = &on_stack;
  ERL_NIF_TERM tail, parts = enif_make_list(env, 0);
  if (!enif_inspect_iovec(env, most, list, &tail, &vector)) return enif_make_atom(env, "refused");
  for (int i = vector->iovcnt - 1; i >= 0; i--) {
    ERL_NIF_TERM part;
    unsigned char* bytes = enif_make_new_binary(env, vector->iov[i].iov_len, &part);
    memcpy(bytes, vector->iov[i].iov_base, vector->iov[i].iov_len);
    parts = enif_make_list_cell(env, part, parts);
  }
  return enif_make_tuple4(env, enif_make_int(env, vector->iovcnt),
                          enif_make_ulong(env, vector->size), parts, tail);
}

// vector([Binary], Most): the parts of a vector that is a variable, which is gone when the call ends
static ERL_NIF_TERM vector(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  unsigned long most;
  if (!enif_get_ulong(env, argv[1], &most)) return enif_make_badarg(env);
  ERL_NIF_TERM result = vector_term(env, argv[0], most);
  scribble();
  return result;
}

// map_ops(Map, Key, Value)
static ERL_NIF_TERM map_ops(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ERL_NIF_TERM no = enif_make_atom(env, "no"), put, value, updated, removed;
  size_t size = 0;
  int is_map = enif_get_map_size(env, argv[0], &size);
  return enif_make_list(
      env, 5, is_map ? enif_make_ulong(env, size) : no,
      enif_make_map_put(env, argv[0], argv[1], argv[2], &put) ? put : no,
      enif_get_map_value(env, argv[0], argv[1], &value) ? value : no,
      enif_make_map_update(env, argv[0], argv[1], argv[2], &updated) ? updated : no,
      enif_make_map_remove(env, argv[0], argv[1], &removed) ? removed : no);
}

// walk(Map): the pairs forwards and then backwards, each as a list.
static ERL_NIF_TERM walk(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifMapIterator it;
  ERL_NIF_TERM key, value, forwards = enif_make_list(env, 0), backwards = enif_make_list(env, 0);
  if (!enif_map_iterator_create(env, argv[0], &it, ERL_NIF_MAP_ITERATOR_FIRST))
    return enif_make_badarg(env);
  while (enif_map_iterator_get_pair(env, &it, &key, &value)) {
    forwards = enif_make_list_cell(env, enif_make_tuple2(env, key, value), forwards);
    enif_map_iterator_next(env, &it);
  }
  int tail = enif_map_iterator_is_tail(env, &it);
  enif_map_iterator_destroy(env, &it);
  enif_map_iterator_create(env, argv[0], &it, ERL_NIF_MAP_ITERATOR_LAST);
  while (enif_map_iterator_get_pair(env, &it, &key, &value)) {
    backwards = enif_make_list_cell(env, enif_make_tuple2(env, key, value), backwards);
    enif_map_iterator_prev(env, &it);
  }
  int head = enif_map_iterator_is_head(env, &it);
  enif_map_iterator_destroy(env, &it);
  return enif_make_tuple4(env, forwards, enif_make_int(env, tail), backwards,
                          enif_make_int(env, head));
}

// from_arrays([Key], [Value])
static ERL_NIF_TERM from_arrays(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ERL_NIF_TERM keys[64], values[64], k = argv[0], v = argv[1], map;
  size_t n = 0;
  while (n < 64 && enif_get_list_cell(env, k, &keys[n], &k) &&
         enif_get_list_cell(env, v, &values[n], &v))
    n++;
  return enif_make_map_from_arrays(env, keys, values, n, &map) ? map
                                                               : enif_make_atom(env, "duplicate");
}

// format(Term)
static ERL_NIF_TERM format(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char buffer[500], small[8];
  int n = enif_snprintf(buffer, sizeof buffer, "%d %5.2f|%-6s|%x %lu %c %% %T.", -7, 2.5, "ab", 255u,
                        1234567890123ul, 'z', argv[0]);
  int cut = enif_snprintf(small, sizeof small, "%s", "abcdefghij");
  return enif_make_tuple4(env, enif_make_string(env, buffer, ERL_NIF_LATIN1),
                          enif_make_int(env, n), enif_make_string(env, small, ERL_NIF_LATIN1),
                          enif_make_int(env, cut));
}

static ErlNifFunc functions[] = {
    {"bytes", 1, bytes},     {"grown", 2, grown},     {"fresh", 1, fresh},
    {"part", 3, part},       {"external", 1, external}, {"decode", 2, decode},
    {"queue", 3, queue},     {"map_ops", 3, map_ops}, {"walk", 1, walk},
    {"from_arrays", 2, from_arrays}, {"format", 1, format}, {"vector", 2, vector},
};
ERL_NIF_INIT(nif_data, functions, NULL, NULL, NULL, NULL)
