// A library that needs a function which no machine has.
#include <erl_nif.h>

int enif_no_such_function(ErlNifEnv* env);
static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_int(env, enif_no_such_function(env));
}
static ErlNifFunc functions[] = {{"f", 1, f, 0}};
ERL_NIF_INIT(nif_bad, functions, NULL, NULL, NULL, NULL)
