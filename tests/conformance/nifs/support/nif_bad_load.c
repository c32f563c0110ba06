// A library whose load function fails.
#include <erl_nif.h>

static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }
static int load(ErlNifEnv* env, void** priv, ERL_NIF_TERM info) { return 42; }
static ErlNifFunc functions[] = {{"f", 1, f, 0}};
ERL_NIF_INIT(nif_bad, functions, load, NULL, NULL, NULL)
