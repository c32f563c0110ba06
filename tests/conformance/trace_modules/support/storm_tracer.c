/* The tracer module of tests/stress/module_storm.erl. Its state is the number of a slot; what the slot's mode says is done when it is asked and
   when it gets an event. Calls counted(Worker, N) must come in order; a fault is a message to the process `storm_faults`. */
#include <erl_nif.h>

#include <stdatomic.h>
#include <time.h>

#define SLOTS 64
#define WORKERS 16

enum mode { TRACE, DISCARD, REMOVE, BLOCK, RAISE, RUBBISH, MODES };

static ERL_NIF_TERM atom_trace, atom_discard, atom_remove, atom_trace_status, atom_call, atom_counted, atom_faults, atom_ok;
static _Atomic int modes[SLOTS];
static _Atomic long last[SLOTS][WORKERS];
static _Atomic unsigned long events;

static int get_slot(ErlNifEnv* env, ERL_NIF_TERM term, int* slot) { return enif_get_int(env, term, slot) && *slot >= 0 && *slot < SLOTS; }

/* Now and then: a time slice has hundreds of events, and what is changed waits for the ends of slices. */
static void block(void) {
  static _Atomic unsigned calls;
  const struct timespec pause = {0, 300000};
  if (++calls % 1024 == 0) nanosleep(&pause, NULL);
}

static ERL_NIF_TERM enabled(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int slot;
  (void)argc;
  if (!get_slot(env, argv[1], &slot)) return atom_remove;
  switch (modes[slot]) {
    case DISCARD:
      return atom_discard;
    case REMOVE:
      return argv[0] == atom_trace_status ? atom_remove : atom_discard;
    case BLOCK:
      block();
      return atom_trace;
    case RAISE:
      return enif_make_badarg(env);
    case RUBBISH:
      return enif_make_tuple2(env, argv[0], argv[2]);
    default:
      return atom_trace;
  }
}

static void report_fault(ErlNifEnv* env, ERL_NIF_TERM what) {
  ErlNifPid pid;
  if (enif_whereis_pid(env, atom_faults, &pid)) enif_send(env, &pid, NULL, what);
}

/* {Module, counted, [Worker, N]}, in the context of the worker. */
static void check_call(ErlNifEnv* env, int slot, ERL_NIF_TERM tracee, ERL_NIF_TERM call) {
  const ERL_NIF_TERM* parts;
  ERL_NIF_TERM head, tail;
  ErlNifPid self;
  int arity, worker;
  long n;
  if (!enif_get_tuple(env, call, &arity, &parts) || arity != 3 || parts[1] != atom_counted) return;
  if (!enif_get_list_cell(env, parts[2], &head, &tail) || !enif_get_int(env, head, &worker) || worker < 0 || worker >= WORKERS ||
      !enif_get_list_cell(env, tail, &head, &tail) || !enif_get_long(env, head, &n) || enif_self(env, &self) == NULL || self.pid != tracee) {
    report_fault(env, enif_make_tuple2(env, enif_make_atom(env, "odd"), call));
  } else if (atomic_exchange(&last[slot][worker], n) >= n) {
    report_fault(env, enif_make_tuple3(env, enif_make_atom(env, "order"), tracee, call));
  }
}

static ERL_NIF_TERM trace(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int slot;
  if (argc != 5) return atom_trace; /* OTP 27 asks the function that reports, where it is a meta trace. */
  ++events;
  if (!get_slot(env, argv[1], &slot)) return atom_ok;
  if (argv[0] == atom_call) check_call(env, slot, argv[2], argv[3]);
  if (modes[slot] == BLOCK) block();
  if (modes[slot] == RUBBISH) return enif_make_copy(env, argv[3]);
  return modes[slot] == RAISE ? enif_make_badarg(env) : atom_ok;
}

static ERL_NIF_TERM set_mode(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int slot, mode;
  (void)argc;
  if (!get_slot(env, argv[0], &slot) || !enif_get_int(env, argv[1], &mode) || mode < 0 || mode >= MODES) return enif_make_badarg(env);
  modes[slot] = mode;
  return atom_ok;
}

static ERL_NIF_TERM count(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc, (void)argv;
  return enif_make_uint64(env, events);
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  (void)data, (void)info;
  atom_trace = enif_make_atom(env, "trace");
  atom_discard = enif_make_atom(env, "discard");
  atom_remove = enif_make_atom(env, "remove");
  atom_trace_status = enif_make_atom(env, "trace_status");
  atom_call = enif_make_atom(env, "call");
  atom_counted = enif_make_atom(env, "counted");
  atom_faults = enif_make_atom(env, "storm_faults");
  atom_ok = enif_make_atom(env, "ok");
  return 0;
}

static int upgrade(ErlNifEnv* env, void** data, void** old_data, ERL_NIF_TERM info) {
  (void)old_data;
  return load(env, data, info);
}

static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0}, {"trace", 5, trace, 0}, {"set_mode", 2, set_mode, 0}, {"count", 0, count, 0}};

ERL_NIF_INIT(storm_tracer, functions, load, NULL, upgrade, NULL)
