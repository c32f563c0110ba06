// A library with a function of no kind that there is.
#include <erl_nif.h>

static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }
static ErlNifFunc functions[] = {{"f", 1, f, 17}};
ERL_NIF_INIT(nif_bad, functions, NULL, NULL, NULL, NULL)
