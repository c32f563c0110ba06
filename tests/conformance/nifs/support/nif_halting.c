// A library that prints when the machine halts. Its header may be older than the option.
#include <erl_nif.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if ERL_NIF_MINOR_VERSION < 17
extern int enif_set_option(ErlNifEnv* env, int option, ...);
#define ERL_NIF_OPT_ON_HALT 2
#endif

static void on_halt(void* data) {
  const char digits[] = {(char)('0' + *(int*)data / 10), (char)('0' + *(int*)data % 10), '\n'};
  if (write(1, digits, sizeof digits) != sizeof digits) abort();
}

static ERL_NIF_TERM fill(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int more;
  if (!enif_get_int(env, argv[0], &more)) return enif_make_badarg(env);
  return enif_make_int(env, *(int*)enif_priv_data(env) += more);
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  static int number;
  if (!enif_get_int(env, info, &number)) return 1;
  *data = &number;
  return enif_set_option(env, ERL_NIF_OPT_ON_HALT, on_halt) != 0 ||
         enif_set_option(env, ERL_NIF_OPT_ON_HALT, on_halt) == 0;
}

static ErlNifFunc functions[] = {{"fill", 1, fill, 0}};
ERL_NIF_INIT(nif_halting, functions, load, NULL, NULL, NULL)
