// What the functions of erl_nif.h answer about terms, and terms that they make.
#include <erl_nif.h>
#include <string.h>

static ERL_NIF_TERM make_bool(ErlNifEnv* env, int value) {
  return enif_make_atom(env, value ? "true" : "false");
}

// types(Term): which of the tests hold, and the type as a number.
static ERL_NIF_TERM types(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ERL_NIF_TERM t = argv[0];
  ERL_NIF_TERM found[16];
  unsigned n = 0;
#define TEST(name) \
  if (enif_is_##name(env, t)) found[n++] = enif_make_atom(env, #name)
  TEST(atom);
  TEST(binary);
  TEST(empty_list);
  TEST(fun);
  TEST(list);
  TEST(map);
  TEST(number);
  TEST(pid);
  TEST(port);
  TEST(ref);
  TEST(tuple);
  TEST(exception);
  return enif_make_tuple2(env, enif_make_int(env, enif_term_type(env, t)),
                          enif_make_list_from_array(env, found, n));
}

// numbers(Term): what each function reads, or `none`.
static ERL_NIF_TERM numbers(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ERL_NIF_TERM none = enif_make_atom(env, "none");
  int i;
  unsigned u;
  long l;
  unsigned long ul;
  ErlNifSInt64 s64;
  ErlNifUInt64 u64;
  double d;
  return enif_make_list(
      env, 7, enif_get_int(env, argv[0], &i) ? enif_make_int(env, i) : none,
      enif_get_uint(env, argv[0], &u) ? enif_make_uint(env, u) : none,
      enif_get_long(env, argv[0], &l) ? enif_make_long(env, l) : none,
      enif_get_ulong(env, argv[0], &ul) ? enif_make_ulong(env, ul) : none,
      enif_get_int64(env, argv[0], &s64) ? enif_make_int64(env, s64) : none,
      enif_get_uint64(env, argv[0], &u64) ? enif_make_uint64(env, u64) : none,
      enif_get_double(env, argv[0], &d) ? enif_make_double(env, d) : none);
}

// text(Term, Size): the atom or string in a buffer of Size bytes, with what the functions return.
static ERL_NIF_TERM text(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char buffer[300] = "untouched";
  unsigned size, length = 0;
  if (!enif_get_uint(env, argv[1], &size) || size > sizeof buffer) return enif_make_badarg(env);
  int atom = enif_get_atom(env, argv[0], buffer, size, ERL_NIF_LATIN1);
  int has_length = enif_get_atom_length(env, argv[0], &length, ERL_NIF_LATIN1);
  ERL_NIF_TERM first = enif_make_tuple3(env, enif_make_int(env, atom), enif_make_int(env, has_length),
                                        enif_make_uint(env, length));
  int string = enif_get_string(env, argv[0], buffer, size, ERL_NIF_LATIN1);
  return enif_make_tuple3(env, first, enif_make_int(env, string),
                          atom || string ? enif_make_string(env, buffer, ERL_NIF_LATIN1)
                                         : enif_make_atom(env, "nothing"));
}

// lists(Term): head and tail, length, reversed.
static ERL_NIF_TERM lists(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ERL_NIF_TERM none = enif_make_atom(env, "none"), head, tail, reversed;
  unsigned length;
  int has_cell = enif_get_list_cell(env, argv[0], &head, &tail);
  ERL_NIF_TERM cell = has_cell ? enif_make_list_cell(env, head, tail) : none;
  return enif_make_tuple3(
      env, cell,
      enif_get_list_length(env, argv[0], &length) ? enif_make_uint(env, length) : none,
      enif_make_reverse_list(env, argv[0], &reversed) ? reversed : none);
}

// tuples(Term): arity and elements in reverse.
static ERL_NIF_TERM tuples(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int arity;
  const ERL_NIF_TERM* elements;
  if (!enif_get_tuple(env, argv[0], &arity, &elements)) return enif_make_atom(env, "none");
  ERL_NIF_TERM reversed[32];
  for (int i = 0; i < arity; i++) reversed[i] = elements[arity - 1 - i];
  return enif_make_tuple2(env, enif_make_int(env, arity),
                          enif_make_tuple_from_array(env, reversed, arity));
}

// order(A, B)
static ERL_NIF_TERM order(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int c = enif_compare(argv[0], argv[1]);
  return enif_make_tuple2(env, enif_make_int(env, c < 0 ? -1 : c > 0),
                          make_bool(env, enif_is_identical(argv[0], argv[1])));
}

// hash(Term): phash2's value.
static ERL_NIF_TERM hash(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_uint64(env, enif_hash(ERL_NIF_PHASH2, argv[0], 0));
}

// existing(Name): whether the atom is there.
static ERL_NIF_TERM existing(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char name[256];
  ERL_NIF_TERM atom;
  if (enif_get_string(env, argv[0], name, sizeof name, ERL_NIF_LATIN1) <= 0)
    return enif_make_badarg(env);
  return enif_make_existing_atom(env, name, &atom, ERL_NIF_LATIN1) ? atom
                                                                   : enif_make_string(env, "no", ERL_NIF_LATIN1);
}

// long_atom(N): an atom of N characters.
static ERL_NIF_TERM long_atom(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char name[400];
  unsigned n;
  if (!enif_get_uint(env, argv[0], &n) || n > sizeof name) return enif_make_badarg(env);
  memset(name, 'x', n);
  return enif_make_atom_len(env, name, n);
}

// raise(Term), infinity()
static ERL_NIF_TERM raise_it(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_raise_exception(env, argv[0]);
}
static ERL_NIF_TERM infinity(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  volatile double zero = 0.0;
  return enif_make_double(env, 1.0 / zero);
}
// pending(Term): raises, and returns another value all the same.
static ERL_NIF_TERM pending(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ERL_NIF_TERM reason;
  if (enif_has_pending_exception(env, NULL)) return enif_make_atom(env, "early");
  enif_raise_exception(env, argv[0]);
  if (!enif_has_pending_exception(env, &reason)) return enif_make_atom(env, "lost");
  return enif_make_tuple1(env, reason);
}

static ErlNifFunc functions[] = {
    {"types", 1, types},       {"numbers", 1, numbers},     {"text", 2, text},
    {"lists", 1, lists},       {"tuples", 1, tuples},       {"order", 2, order},
    {"hash", 1, hash},         {"existing", 1, existing},   {"long_atom", 1, long_atom},
    {"raise", 1, raise_it},    {"infinity", 0, infinity},   {"pending", 1, pending},
};
ERL_NIF_INIT(nif_terms, functions, NULL, NULL, NULL, NULL)
