// A library for another kind of machine.
#include <erl_nif.h>

static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }
static ErlNifFunc functions[] = {{"f", 1, f, 0}};
static ErlNifEntry entry = {2, 16, "nif_bad", 1, functions, NULL, NULL, NULL, NULL, "beam.lemon", 0, 0, "erts-12.0"};
ErlNifEntry* nif_init(void) { return &entry; }
