// A library for a version of the interface that is yet to come.
#include <erl_nif.h>

static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }
static ErlNifFunc functions[] = {{"f", 1, f, 0}};
static ErlNifEntry entry = {2,    99,   "nif_bad", 1, functions, NULL, NULL, NULL, NULL, "beam.vanilla",
                            0,    0,    "erts-99.0"};
ErlNifEntry* nif_init(void) { return &entry; }
