// A NIF library that writes to ports: enif_port_command().
#include <erl_nif.h>

static ERL_NIF_TERM command(ErlNifEnv* env, int count, const ERL_NIF_TERM arguments[]) {
  ErlNifPort port;
  if (!enif_get_local_port(env, arguments[0], &port)) return enif_make_badarg(env);
  int result = enif_port_command(env, &port, NULL, arguments[1]);
  return enif_make_int(env, result);
}

// The same with an environment of its own for the message.
static ERL_NIF_TERM command_from(ErlNifEnv* env, int count, const ERL_NIF_TERM arguments[]) {
  ErlNifPort port;
  if (!enif_get_local_port(env, arguments[0], &port)) return enif_make_badarg(env);
  ErlNifEnv* own = enif_alloc_env();
  int result = enif_port_command(env, &port, own, enif_make_copy(own, arguments[1]));
  enif_free_env(own);
  return enif_make_int(env, result);
}

static ERL_NIF_TERM is_alive(ErlNifEnv* env, int count, const ERL_NIF_TERM arguments[]) {
  ErlNifPort port;
  if (!enif_get_local_port(env, arguments[0], &port)) return enif_make_badarg(env);
  return enif_make_atom(env, enif_is_port_alive(env, &port) ? "true" : "false");
}

static ErlNifFunc functions[] = {{"command", 2, command}, {"command_from", 2, command_from}, {"is_alive", 1, is_alive}};

ERL_NIF_INIT(drv_from_nif, functions, NULL, NULL, NULL, NULL)
