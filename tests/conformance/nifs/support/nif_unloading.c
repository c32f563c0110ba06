// A library that counts on how many threads of each kind its function for ERL_NIF_OPT_ON_UNLOAD_THREAD is called, and reports it when it is
// unloaded. Its header may be older than the option.
#include <erl_nif.h>
#include <stdatomic.h>
#include <stdlib.h>

#if ERL_NIF_MINOR_VERSION < 17
extern int enif_set_option(ErlNifEnv* env, int option, ...);
#define ERL_NIF_OPT_ON_UNLOAD_THREAD 3
#endif

#define KINDS 4

struct counts {
  _Atomic int of[KINDS];  // by enif_thread_type(); 0: none of a scheduler
};

static _Thread_local int was_here;
static _Atomic int repeated;

static void on_unload_thread(void* data) {
  struct counts* counts = data;
  const int type = enif_thread_type();
  ++counts->of[type > 0 && type < KINDS ? type : 0];
  if (was_here++) ++repeated;
}

static void unload(ErlNifEnv* env, void* data) {
  struct counts* counts = data;
  ErlNifPid pid;
  ErlNifEnv* message = enif_alloc_env();
  if (enif_whereis_pid(env, enif_make_atom(env, "unloaded"), &pid)) {
    enif_send(env, &pid, message,
              enif_make_tuple6(message, enif_make_atom(message, "unloaded"), enif_make_int(message, counts->of[1]),
                               enif_make_int(message, counts->of[2]), enif_make_int(message, counts->of[3]), enif_make_int(message, counts->of[0]),
                               enif_make_int(message, repeated)));
  }
  enif_free_env(message);
  free(data);
}

static ERL_NIF_TERM dirty(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return enif_make_int(env, enif_thread_type()); }

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  *data = calloc(1, sizeof(struct counts));
  return *data == NULL || enif_set_option(env, ERL_NIF_OPT_ON_UNLOAD_THREAD, on_unload_thread) != 0 ||
         enif_set_option(env, ERL_NIF_OPT_ON_UNLOAD_THREAD, on_unload_thread) == 0;
}

static ErlNifFunc functions[] = {{"computes", 0, dirty, ERL_NIF_DIRTY_JOB_CPU_BOUND}, {"waits", 0, dirty, ERL_NIF_DIRTY_JOB_IO_BOUND}};
ERL_NIF_INIT(nif_unloading, functions, load, NULL, NULL, unload)
