/* A tracer module that discards every event. */
#include <erl_nif.h>

static ERL_NIF_TERM discard_atom, ok;

static ERL_NIF_TERM enabled(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)env, (void)argc, (void)argv;
  return discard_atom;
}

static ERL_NIF_TERM trace(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)env, (void)argc, (void)argv;
  return ok;
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  (void)data, (void)info;
  discard_atom = enif_make_atom(env, "discard");
  ok = enif_make_atom(env, "ok");
  return 0;
}

static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0}, {"trace", 5, trace, 0}};

ERL_NIF_INIT(discarding_tracer, functions, load, NULL, NULL, NULL)
