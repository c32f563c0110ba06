/* A tracer module that reports who sends messages to whom, and nothing of the messages. Its state is the process that gets the
 * reports, {trace, Sender, Receiver}. An ordinary C library: any compiler builds it against Erlang's header. */
#include <erl_nif.h>

static ERL_NIF_TERM atom(ErlNifEnv* env, const char* name) { return enif_make_atom(env, name); }

/* enabled(Tag, State, Tracee): is the event wanted? Asked before anything of it is built. */
static ERL_NIF_TERM enabled(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  const int is_status = enif_is_identical(argv[0], atom(env, "trace_status"));
  ErlNifPid to;
  (void)argc;
  if (enif_get_local_pid(env, argv[1], &to) && !enif_is_process_alive(env, &to))
    return atom(env, is_status ? "remove" : "discard");
  /* The process that gets the reports is not traced itself. */
  if (enif_is_identical(argv[1], argv[2])) return atom(env, "discard");
  return atom(env, is_status || enif_is_identical(argv[0], atom(env, "send")) ? "trace" : "discard");
}

/* trace(Tag, State, Tracee, Message, #{extra => Receiver}) */
static ERL_NIF_TERM trace(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifPid to;
  ERL_NIF_TERM receiver;
  (void)argc;
  if (enif_get_local_pid(env, argv[1], &to) && enif_get_map_value(env, argv[4], atom(env, "extra"), &receiver))
    enif_send(env, &to, NULL, enif_make_tuple3(env, atom(env, "trace"), argv[2], receiver));
  return atom(env, "ok");
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  (void)env, (void)info;
  *data = NULL;
  return 0;
}

static int upgrade(ErlNifEnv* env, void** data, void** old_data, ERL_NIF_TERM info) {
  if (*old_data != NULL || *data != NULL) return -1;
  return load(env, data, info);
}

static void unload(ErlNifEnv* env, void* data) { (void)env, (void)data; }

static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0}, {"trace", 5, trace, 0}};

ERL_NIF_INIT(msg_tracer, functions, load, NULL, upgrade, unload)
