// How C functions run: scheduled calls, dirty schedulers, time slices, processes that end
// meanwhile.
#include <erl_nif.h>

#include <unistd.h>

static ERL_NIF_TERM thread_type(ErlNifEnv* env) {
  switch (enif_thread_type()) {
    case ERL_NIF_THR_UNDEFINED:
      return enif_make_atom(env, "undefined");
    case ERL_NIF_THR_NORMAL_SCHEDULER:
      return enif_make_atom(env, "normal");
    case ERL_NIF_THR_DIRTY_CPU_SCHEDULER:
      return enif_make_atom(env, "dirty_cpu");
    case ERL_NIF_THR_DIRTY_IO_SCHEDULER:
      return enif_make_atom(env, "dirty_io");
  }
  return enif_make_atom(env, "unknown");
}

static ERL_NIF_TERM where(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return thread_type(env);
}

// hops(N, Acc): calls itself N times more; the kinds of threads it ran on.
static ERL_NIF_TERM hops(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int n;
  if (!enif_get_int(env, argv[0], &n)) return enif_make_badarg(env);
  ERL_NIF_TERM seen = enif_make_list_cell(env, thread_type(env), argv[1]);
  if (n == 0) return seen;
  ERL_NIF_TERM next[2] = {enif_make_int(env, n - 1), seen};
  static const int kinds[3] = {0, ERL_NIF_DIRTY_JOB_CPU_BOUND, ERL_NIF_DIRTY_JOB_IO_BOUND};
  return enif_schedule_nif(env, "hops", kinds[n % 3], hops, 2, next);
}

// count(N, Sum): the sum of N .. 1, a scheduled call for each.
static ERL_NIF_TERM count(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int n, sum;
  if (!enif_get_int(env, argv[0], &n) || !enif_get_int(env, argv[1], &sum))
    return enif_make_badarg(env);
  if (n == 0) return argv[1];
  ERL_NIF_TERM next[2] = {enif_make_int(env, n - 1), enif_make_int(env, sum + n)};
  return enif_schedule_nif(env, "count", 0, count, 2, next);
}

// numbers(N, Acc): N .. 1 in tuples, before Acc in reverse; a scheduled call for each, which makes
// garbage.
static ERL_NIF_TERM numbers(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int n;
  if (!enif_get_int(env, argv[0], &n)) return enif_make_badarg(env);
  if (n == 0) return argv[1];
  ERL_NIF_TERM garbage = enif_make_list(env, 0);
  for (int i = 0; i < 500; i++) garbage = enif_make_list_cell(env, argv[0], garbage);
  ERL_NIF_TERM next[2] = {enif_make_int(env, n - 1),
                          enif_make_list_cell(env, enif_make_tuple1(env, argv[0]), argv[1])};
  return enif_schedule_nif(env, "numbers", 0, numbers, 2, next);
}

static ERL_NIF_TERM raise_it(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_raise_exception(env, argv[0]);
}
// later(Kind, Reason): raises in a scheduled call.
static ERL_NIF_TERM later(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int kind;
  if (!enif_get_int(env, argv[0], &kind)) return enif_make_badarg(env);
  return enif_schedule_nif(env, "raise_it", kind, raise_it, 1, argv + 1);
}

static ERL_NIF_TERM echo(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_tuple2(env, argv[0], argv[0]);
}
// pair(Binary): the binary's bytes in a new one, and the old one.
static ERL_NIF_TERM pair(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifBinary bin;
  ERL_NIF_TERM copy;
  if (!enif_inspect_binary(env, argv[0], &bin)) return enif_make_badarg(env);
  unsigned char* to = enif_make_new_binary(env, bin.size, &copy);
  for (size_t i = 0; i < bin.size; i++) to[i] = bin.data[bin.size - 1 - i];
  return enif_make_tuple2(env, copy, argv[0]);
}
static ERL_NIF_TERM own_pid(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifPid pid;
  return enif_self(env, &pid) == NULL ? enif_make_atom(env, "none") : enif_make_pid(env, &pid);
}
static ERL_NIF_TERM tell(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifPid pid;
  if (!enif_get_local_pid(env, argv[0], &pid)) return enif_make_badarg(env);
  return enif_make_int(env, enif_send(env, &pid, NULL, argv[1]));
}
// until_dead(Pid): sends `ready`, waits until the calling process is gone, then sends `gone`.
static ERL_NIF_TERM until_dead(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifPid pid;
  if (!enif_get_local_pid(env, argv[0], &pid)) return enif_make_badarg(env);
  enif_send(env, &pid, NULL, enif_make_atom(env, "ready"));
  while (enif_is_current_process_alive(env)) usleep(1000);
  ErlNifEnv* own = enif_alloc_env();
  enif_send(env, &pid, own, enif_make_atom(own, "gone"));
  enif_free_env(own);
  return enif_make_atom(env, "ok");
}

static int is_open;
// gate(Pid): sends `waiting` and waits for open().
static ERL_NIF_TERM gate(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifPid pid;
  if (!enif_get_local_pid(env, argv[0], &pid)) return enif_make_badarg(env);
  enif_send(env, &pid, NULL, enif_make_atom(env, "waiting"));
  while (!__atomic_load_n(&is_open, __ATOMIC_ACQUIRE)) usleep(1000);
  return enif_make_atom(env, "passed");
}
static ERL_NIF_TERM open_gate(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  __atomic_store_n(&is_open, 1, __ATOMIC_RELEASE);
  return enif_make_atom(env, "ok");
}
static ERL_NIF_TERM slice(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int percent, calls = 0;
  if (!enif_get_int(env, argv[0], &percent)) return enif_make_badarg(env);
  while (!enif_consume_timeslice(env, percent)) calls++;
  return enif_make_atom(env, calls < 100 ? "used_up" : "never");
}

#define CPU ERL_NIF_DIRTY_JOB_CPU_BOUND
#define IO ERL_NIF_DIRTY_JOB_IO_BOUND
static ErlNifFunc functions[] = {
    {"where", 0, where, 0},
    {"where_cpu", 0, where, CPU},
    {"where_io", 0, where, IO},
    {"hops", 2, hops, 0},
    {"count", 2, count, 0},
    {"numbers", 2, numbers, 0},
    {"later", 2, later, 0},
    {"raise_cpu", 1, raise_it, CPU},
    {"raise_io", 1, raise_it, IO},
    {"echo_cpu", 1, echo, CPU},
    {"echo_io", 1, echo, IO},
    {"pair_cpu", 1, pair, CPU},
    {"pid_cpu", 0, own_pid, CPU},
    {"tell_cpu", 2, tell, CPU},
    {"until_dead", 1, until_dead, IO},
    {"gate", 1, gate, IO},
    {"open_gate", 0, open_gate, 0},
    {"slice", 1, slice, 0},
    {"pid", 0, own_pid, 0},
    {"tell", 2, tell, 0},
};
ERL_NIF_INIT(nif_running, functions, NULL, NULL, NULL, NULL)
