/* A tracer module that takes every event and does nothing. */
#include <erl_nif.h>

static ERL_NIF_TERM trace_atom, ok;

static ERL_NIF_TERM enabled(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)env, (void)argc, (void)argv;
  return trace_atom;
}

static ERL_NIF_TERM trace(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)env, (void)argc, (void)argv;
  return ok;
}

static ERL_NIF_TERM empty(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)env, (void)argc;
  return argv[0];
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  (void)data, (void)info;
  trace_atom = enif_make_atom(env, "trace");
  ok = enif_make_atom(env, "ok");
  return 0;
}

static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0}, {"trace", 5, trace, 0}, {"empty", 1, empty, 0}};

ERL_NIF_INIT(null_tracer, functions, load, NULL, NULL, NULL)
