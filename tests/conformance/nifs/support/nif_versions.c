// A library that sends a message to the process `versions` when it is loaded, upgraded and unloaded. The load
// information is {Result, Data}: what load or upgrade returns, and the private data.
#include <erl_nif.h>

static void tell(ErlNifEnv* env, const char* what, long data) {
  ErlNifPid pid;
  if (!enif_whereis_pid(env, enif_make_atom(env, "versions"), &pid)) return;
  ErlNifEnv* own = enif_alloc_env();
  enif_send(env, &pid, own, enif_make_tuple2(own, enif_make_atom(own, what), enif_make_long(own, data)));
  enif_free_env(own);
}
static int read_info(ErlNifEnv* env, ERL_NIF_TERM info, long* data) {
  const ERL_NIF_TERM* pair;
  int arity, result;
  if (!enif_get_tuple(env, info, &arity, &pair) || arity != 2 || !enif_get_int(env, pair[0], &result) ||
      !enif_get_long(env, pair[1], data))
    return -99;
  return result;
}
static int load(ErlNifEnv* env, void** priv, ERL_NIF_TERM info) {
  long data = 0;
  int result = read_info(env, info, &data);
  tell(env, "load", data);
  *priv = (void*)data;
  return result;
}
static int upgrade(ErlNifEnv* env, void** priv, void** old, ERL_NIF_TERM info) {
  long data = 0;
  int result = read_info(env, info, &data);
  tell(env, "upgrade_from", (long)*old);
  *priv = (void*)data;
  return result;
}
static void unload(ErlNifEnv* env, void* priv) { tell(env, "unload", (long)priv); }
static ERL_NIF_TERM data(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_long(env, (long)enif_priv_data(env));
}
static ErlNifFunc functions[] = {{"data", 0, data}};
#ifndef MODULE
#define MODULE nif_versions
#endif
// Another macro around it expands the name.
#define INIT(NAME) ERL_NIF_INIT(NAME, functions, load, NULL, upgrade, unload)
INIT(MODULE)
