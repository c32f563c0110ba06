/* No tracer: it lacks trace/5. */
#include <erl_nif.h>

static ERL_NIF_TERM enabled(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc, (void)argv;
  return enif_make_atom(env, "trace");
}

static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0}};

ERL_NIF_INIT(half_tracer, functions, NULL, NULL, NULL, NULL)
