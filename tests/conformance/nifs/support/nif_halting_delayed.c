// A library whose call on a dirty scheduler goes on when the machine halts, and delays its end. Its header may be
// older than the option.
#include <erl_nif.h>
#include <stdlib.h>
#include <unistd.h>

#if ERL_NIF_MINOR_VERSION < 17
extern int enif_set_option(ErlNifEnv* env, int option, ...);
#define ERL_NIF_OPT_DELAY_HALT 1
#define ERL_NIF_OPT_ON_HALT 2
#endif

static volatile int is_halting;

static void on_halt(void* data) { is_halting = 1; }

static ERL_NIF_TERM delay(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  static const char text[] = "the call has ended\n";
  ErlNifPid pid;
  ErlNifEnv* own = enif_alloc_env();
  if (!enif_get_local_pid(env, argv[0], &pid)) return enif_make_badarg(env);
  enif_send(env, &pid, own, enif_make_atom(own, "running"));
  enif_free_env(own);
  while (!is_halting) usleep(1000);
  usleep(50000);
  if (write(1, text, sizeof text - 1) < 0) abort();
  return argv[0];
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  return enif_set_option(env, ERL_NIF_OPT_DELAY_HALT) != 0 ||
         enif_set_option(env, ERL_NIF_OPT_ON_HALT, NULL) == 0 ||
         enif_set_option(env, ERL_NIF_OPT_ON_HALT, on_halt) != 0;
}

static ErlNifFunc functions[] = {{"delay", 1, delay, ERL_NIF_DIRTY_JOB_IO_BOUND}};
ERL_NIF_INIT(nif_halting_delayed, functions, load, NULL, NULL, NULL)
