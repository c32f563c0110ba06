// A library with a function that the module lacks.
#include <erl_nif.h>

static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }
static ErlNifFunc functions[] = {{"f", 1, f, 0}, {"missing", 3, f, 0}};
ERL_NIF_INIT(nif_bad, functions, NULL, NULL, NULL, NULL)
