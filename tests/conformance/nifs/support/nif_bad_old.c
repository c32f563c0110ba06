// A library of the interface before its second version.
#include <erl_nif.h>

static ERL_NIF_TERM f(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }
static ErlNifFunc functions[] = {{"f", 1, f, 0}};
static ErlNifEntry entry = {1, 0, "nif_bad", 1, functions, NULL, NULL, NULL, NULL, "beam.vanilla", 0, 0, "erts-5.7"};
ErlNifEntry* nif_init(void) { return &entry; }
