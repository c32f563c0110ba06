// A driver with jobs on other threads: driver_async() with keys, a thread of its own, and the lock of its data between
// them and the callbacks.
#include <erl_driver.h>
#include <stdio.h>
#include <string.h>

typedef struct Job Job;

typedef struct State {
  struct State* next;
  Job* kept;  // jobs that nobody frees
  ErlDrvPort port;
  ErlDrvPDL lock;
  ErlDrvTermData watcher;
  ErlDrvMutex* mutex;
  ErlDrvCond* opened;
  int is_open;
  int order;
} State;

struct Job {
  State* state;
  int number;
  int is_kept;
  Job* next;  // kept before it
};

static int freed;                // jobs whose result nobody has taken
static ErlDrvTermData listener;  // another port, through which a port says what happens when it has closed

static State* states;            // of all ports

static void tell(State* state, char* what, int number) {
  ErlDrvTermData terms[] = {ERL_DRV_ATOM, driver_mk_atom(what), ERL_DRV_INT, (ErlDrvTermData)number, ERL_DRV_TUPLE, 2};
  erl_drv_send_term(listener, state->watcher, terms, sizeof terms / sizeof *terms);
}

static ErlDrvData start(ErlDrvPort port, char* command) {
  State* state = driver_alloc(sizeof *state);
  memset(state, 0, sizeof *state);
  state->port = port;
  if (strstr(command, "listener")) listener = driver_mk_port(port);
  state->watcher = driver_connected(port);
  state->mutex = erl_drv_mutex_create("gate");
  state->opened = erl_drv_cond_create("opened");
  state->is_open = 1;
  state->next = __atomic_load_n(&states, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&states, &state->next, state, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) continue;
  return (ErlDrvData)state;
}

// A job waits for the gate.
static void invoke(void* data) {
  Job* job = data;
  State* state = job->state;
  erl_drv_mutex_lock(state->mutex);
  while (!state->is_open) erl_drv_cond_wait(state->opened, state->mutex);
  ++state->order;
  erl_drv_mutex_unlock(state->mutex);
}

static void free_job(void* data) {
  Job* job = data;
  ++freed;
  tell(job->state, "free", job->number);
  driver_free(job);
}

static void ready_async(ErlDrvData data, ErlDrvThreadData result) {
  Job* job = (Job*)result;
  tell((State*)data, "ready", job->number);
  if (!job->is_kept) driver_free(job);
}

static void set_gate(State* state, int is_open) {
  erl_drv_mutex_lock(state->mutex);
  state->is_open = is_open;
  erl_drv_cond_broadcast(state->opened);
  erl_drv_mutex_unlock(state->mutex);
}

// What jobs refer to stays until the driver is unloaded: they may end after the port.
static void finish(void) {
  while (states != NULL) {
    State* state = states;
    states = state->next;
    for (Job* job = state->kept; job != NULL;) {
      Job* next = job->next;
      driver_free(job);
      job = next;
    }
    erl_drv_cond_destroy(state->opened);
    erl_drv_mutex_destroy(state->mutex);
    driver_free(state);
  }
}

static void stop(ErlDrvData data) {
  State* state = (State*)data;
  tell(state, "stop", 0);
  if (state->lock == NULL) set_gate(state, 1);
}

static ErlDrvSSizeT run(State* state, char* bytes, char* result, ErlDrvSizeT room) {
  Job* job = driver_alloc(sizeof *job);
  job->state = state;
  job->number = bytes[0];
  job->is_kept = bytes[2] == 0;
  job->next = state->kept;
  if (job->is_kept) state->kept = job;
  unsigned key = (unsigned char)bytes[1];
  long id = driver_async(state->port, bytes[1] == 0 ? NULL : &key, invoke, job, bytes[2] ? free_job : NULL);
  return snprintf(result, room, "%d %u", id > 0, key);
}

static void* fill(void* data) {
  State* state = data;
  ErlDrvPDL lock = state->lock;
  for (int i = 0; i < 100; ++i) {
    driver_pdl_lock(lock);
    driver_enq(state->port, "xyz", 3);
    driver_pdl_unlock(lock);
  }
  driver_pdl_dec_refc(lock);
  return NULL;
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  State* state = (State*)data;
  if (operation >= 5 && operation <= 8 && state->lock == NULL) return -1;
  switch (operation) {
    case 1: return run(state, bytes, *result, room);
    case 2: set_gate(state, bytes[0]); return 0;
    case 3: return snprintf(*result, room, "%d %d", freed, state->order);
    case 4: {
      ErlDrvPDL lock = driver_pdl_create(state->port);
      if (lock != NULL) state->lock = lock;
      return snprintf(*result, room, "%s %ld", lock == NULL ? "null" : "lock", (long)driver_pdl_get_refc(state->lock));
    }
    case 5: return snprintf(*result, room, "%ld", (long)driver_pdl_inc_refc(state->lock));
    case 6: return snprintf(*result, room, "%ld", (long)driver_pdl_dec_refc(state->lock));
    case 7: {
      ErlDrvTid threads[4];
      for (int i = 0; i < 4; ++i) {
        driver_pdl_inc_refc(state->lock);
        erl_drv_thread_create("filler", &threads[i], fill, state, NULL);
      }
      for (int i = 0; i < 4; ++i) erl_drv_thread_join(threads[i], NULL);
      driver_pdl_lock(state->lock);
      long queued = (long)driver_sizeq(state->port);
      driver_deq(state->port, (ErlDrvSizeT)queued);
      driver_pdl_unlock(state->lock);
      return snprintf(*result, room, "%ld %ld", queued, (long)driver_pdl_get_refc(state->lock));
    }
    case 8: {
      // The count while the lock is held.
      driver_pdl_lock(state->lock);
      long held = (long)driver_pdl_get_refc(state->lock);
      driver_pdl_unlock(state->lock);
      return snprintf(*result, room, "%ld %ld", held, (long)driver_pdl_get_refc(state->lock));
    }
    case 9: return snprintf(*result, room, "%d", driver_async_port_key(state->port) == driver_async_port_key(state->port));
    default: return -1;
  }
}

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .finish = finish,
    .driver_name = "drv_jobs",
    .control = control,
    .ready_async = ready_async,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
};

DRIVER_INIT(drv_jobs) { return &entry; }
