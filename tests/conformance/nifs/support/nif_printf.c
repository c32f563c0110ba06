/* enif_snprintf() with formats and arguments from Erlang. Each function returns {Result, Text}, Text as a binary. */
#include <erl_nif.h>

#include <string.h>

#define MOST 400

static ERL_NIF_TERM answer(ErlNifEnv* env, int result, const char* text) {
  ErlNifBinary binary;
  enif_alloc_binary(strlen(text), &binary);
  memcpy(binary.data, text, binary.size);
  return enif_make_tuple2(env, enif_make_int(env, result), enif_make_binary(env, &binary));
}

/* FUNCTION(Format, Value): the value has the C type of the function's name. */
#define PRINTS(name, type, get, got) \
  static ERL_NIF_TERM name(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { \
    char format[MOST], text[MOST]; \
    got value; \
    (void)argc; \
    if (enif_get_string(env, argv[0], format, sizeof format, ERL_NIF_LATIN1) <= 0 || !get(env, argv[1], &value)) \
      return enif_make_badarg(env); \
    memset(text, '?', sizeof text - 1); \
    text[sizeof text - 1] = 0; \
    int result = enif_snprintf(text, sizeof text, format, (type)value); \
    return answer(env, result, text); \
  }
PRINTS(print_int, int, enif_get_long, long)
PRINTS(print_long, long, enif_get_long, long)
PRINTS(print_double, double, enif_get_double, double)
PRINTS(print_pointer, void*, enif_get_long, long)

/* string(Format, String) */
static ERL_NIF_TERM print_string(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char format[MOST], string[MOST], text[MOST];
  (void)argc;
  if (enif_get_string(env, argv[0], format, sizeof format, ERL_NIF_LATIN1) <= 0 ||
      enif_get_string(env, argv[1], string, sizeof string, ERL_NIF_LATIN1) <= 0)
    return enif_make_badarg(env);
  int result = enif_snprintf(text, sizeof text, format, string);
  return answer(env, result, text);
}

/* term(Format, Term, Size): in a buffer of that size, less than MOST. */
static ERL_NIF_TERM print_term(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char format[MOST], text[MOST] = "unchanged";
  unsigned size;
  (void)argc;
  if (enif_get_string(env, argv[0], format, sizeof format, ERL_NIF_LATIN1) <= 0 || !enif_get_uint(env, argv[2], &size) || size > MOST)
    return enif_make_badarg(env);
  int result = enif_snprintf(text, size, format, argv[1], argv[1]);
  return answer(env, result, text);
}

/* lengths(): what %n stores. */
static ERL_NIF_TERM lengths(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char text[MOST];
  int first = -1;
  long second = -1;
  (void)argc, (void)argv;
  int result = enif_snprintf(text, 4, "ab%n%5d%ln", &first, 7, &second);
  return enif_make_tuple4(env, enif_make_int(env, result), enif_make_string(env, text, ERL_NIF_LATIN1), enif_make_int(env, first),
                          enif_make_long(env, second));
}

/* show(Format, Term): to standard output, at once. */
static ERL_NIF_TERM show(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char format[MOST];
  (void)argc;
  if (enif_get_string(env, argv[0], format, sizeof format, ERL_NIF_LATIN1) <= 0) return enif_make_badarg(env);
  return enif_make_int(env, enif_fprintf(stdout, format, argv[1]));
}

static ErlNifFunc functions[] = {{"print_int", 2, print_int, 0},       {"print_long", 2, print_long, 0},     {"print_double", 2, print_double, 0},
                                 {"print_pointer", 2, print_pointer, 0}, {"print_string", 2, print_string, 0}, {"print_term", 3, print_term, 0},
                                 {"lengths", 0, lengths, 0},           {"show", 2, show, 0}};
ERL_NIF_INIT(nif_printf, functions, NULL, NULL, NULL, NULL)
