// A library whose function for ERL_NIF_OPT_ON_HALT prints. Its header may be older than the option.
#include <erl_nif.h>
#include <stdlib.h>
#include <unistd.h>

#if ERL_NIF_MINOR_VERSION < 17
extern int enif_set_option(ErlNifEnv* env, int option, ...);
#define ERL_NIF_OPT_DELAY_HALT 1
#define ERL_NIF_OPT_ON_HALT 2
#endif

static void say(const char* text, size_t size) {
  if (write(1, text, size) != (ssize_t)size) abort();
}

static void on_halt(void* data) { say("halts\n", 6); }

static ERL_NIF_TERM before(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  say("before\n", 7);
  return argv[0];
}

static ERL_NIF_TERM wait(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifPid pid;
  if (!enif_get_local_pid(env, argv[0], &pid)) return enif_make_badarg(env);
  enif_send(env, &pid, NULL, enif_make_atom(env, "waits"));
  sleep(30);
  say("waited\n", 7);
  return argv[0];
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  return enif_set_option(env, ERL_NIF_OPT_ON_HALT, on_halt) != 0 || enif_set_option(env, ERL_NIF_OPT_DELAY_HALT) != 0;
}

static ErlNifFunc functions[] = {{"before", 1, before, 0}, {"wait", 1, wait, ERL_NIF_DIRTY_JOB_IO_BOUND}};
ERL_NIF_INIT(nif_halting_unflushed, functions, load, NULL, NULL, NULL)
