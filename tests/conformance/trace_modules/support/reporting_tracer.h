// A tracer that reports its calls to a process. Its state is {Pid, Answers, Asks}: Answers is a map
// from tags to what `enabled` returns (`crash`: it raises; a tag that is not there: `discard`),
// Asks is `true` where calls of `enabled` are reported, too. Threads: those of the tracees.
#pragma once

#include <erl_nif.h>

static ERL_NIF_TERM report(ErlNifEnv* env, ERL_NIF_TERM state, const char* what, int argc,
                           const ERL_NIF_TERM argv[]) {
  const ERL_NIF_TERM* parts;
  ERL_NIF_TERM terms[7];
  ErlNifPid to;
  int size, count = 0;
  if (!enif_get_tuple(env, state, &size, &parts) || size != 3 ||
      !enif_get_local_pid(env, parts[0], &to))
    return 0;
  terms[count++] = enif_make_atom(env, what);
  for (int n = 0; n < argc; ++n)
    if (n != 1) terms[count++] = argv[n];
  enif_send(env, &to, NULL, enif_make_tuple_from_array(env, terms, count));
  return enif_make_atom(env, "ok");
}

static ERL_NIF_TERM answer(ErlNifEnv* env, const char* name, int argc, const ERL_NIF_TERM argv[]) {
  const ERL_NIF_TERM* parts;
  ERL_NIF_TERM found;
  int size;
  if (!enif_get_tuple(env, argv[1], &size, &parts) || size != 3)
    return enif_make_atom(env, "trace");
  if (enif_is_identical(parts[2], enif_make_atom(env, "true")))
    report(env, argv[1], name, argc, argv);
  if (!enif_get_map_value(env, parts[1], argv[0], &found)) return enif_make_atom(env, "discard");
  if (enif_is_identical(found, enif_make_atom(env, "crash"))) return enif_make_badarg(env);
  return found;
}

#define ENABLED(name) \
  static ERL_NIF_TERM name(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { \
    return answer(env, #name, argc, argv); \
  }
#define TRACE(name) \
  static ERL_NIF_TERM name(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { \
    return report(env, argv[1], #name, argc, argv); \
  }

static int upgrade(ErlNifEnv* env, void** data, void** old_data, ERL_NIF_TERM info) {
  (void)env, (void)data, (void)old_data, (void)info;
  return 0;
}
