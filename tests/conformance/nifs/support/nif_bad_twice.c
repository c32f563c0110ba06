// A library with two entries for one function.
#include <erl_nif.h>

static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }
static ErlNifFunc functions[] = {{"f", 1, f, 0}, {"f", 1, f, 0}};
ERL_NIF_INIT(nif_bad, functions, NULL, NULL, NULL, NULL)
