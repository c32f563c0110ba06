// A driver that sends to the process that opened the port what is called, with timers, a
// pipe, jobs, monitors and a queue.
#include <erl_driver.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  ErlDrvPort port;
  ErlDrvTermData id, watcher;
  int pipe[2];
  ErlDrvMonitor monitor;
} State;

static void tell(State* state, char* what, int number) {
  ErlDrvTermData terms[] = {ERL_DRV_ATOM, driver_mk_atom(what), ERL_DRV_INT, (ErlDrvTermData)number, ERL_DRV_TUPLE, 2};
  erl_drv_send_term(state->id, state->watcher, terms, sizeof terms / sizeof *terms);
}

static ErlDrvData start(ErlDrvPort port, char* command) {
  State* state = driver_alloc(sizeof *state);
  state->port = port;
  state->id = driver_mk_port(port);
  state->watcher = driver_caller(port);
  state->pipe[0] = state->pipe[1] = -1;
  tell(state, "start", (int)strlen(command));
  return (ErlDrvData)state;
}

static void stop(ErlDrvData data) {
  State* state = (State*)data;
  if (state->pipe[0] >= 0) {
    driver_select(state->port, (ErlDrvEvent)(long)state->pipe[0], ERL_DRV_USE | ERL_DRV_READ, 0);
    close(state->pipe[1]);
  }
  driver_free(state);
}

static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) { tell((State*)data, "output", (int)size); }

static void ready_input(ErlDrvData data, ErlDrvEvent event) {
  char bytes[16];
  State* state = (State*)data;
  long got = read((int)(long)event, bytes, sizeof bytes);
  tell(state, "ready_input", (int)got);
  if (got > 1 && bytes[0] == '-') driver_select(state->port, event, ERL_DRV_READ, 0);
}

static void ready_output(ErlDrvData data, ErlDrvEvent event) {
  State* state = (State*)data;
  driver_select(state->port, event, ERL_DRV_WRITE, 0);
  tell(state, "ready_output", 0);
}

static void flush(ErlDrvData data) {
  State* state = (State*)data;
  tell(state, "flush", (int)driver_sizeq(state->port));
  driver_set_timer(state->port, 1);
}

// While the port closes, this empties the queue.
static void timed_out(ErlDrvData data) {
  State* state = (State*)data;
  tell(state, "timeout", (int)driver_sizeq(state->port));
  driver_deq(state->port, driver_sizeq(state->port));
}

static void invoke(void* data) { ++*(int*)data; }
static void free_job(void* data) { driver_free(data); }

static void ready_async(ErlDrvData data, ErlDrvThreadData job) {
  tell((State*)data, "ready_async", *(int*)job);
  driver_free(job);
}

static void process_exit(ErlDrvData data, ErlDrvMonitor* monitor) {
  State* state = (State*)data;
  tell(state, "process_exit", driver_compare_monitors(monitor, &state->monitor) == 0);
}

static void stop_select(ErlDrvEvent event, void* reserved) { close((int)(long)event); }

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  State* state = (State*)data;
  unsigned long left = 0;
  int* job;
  switch (operation) {
    case 1: driver_set_timer(state->port, (unsigned char)bytes[0]); break;
    case 2: driver_cancel_timer(state->port); break;
    case 3:
      driver_read_timer(state->port, &left);
      (*result)[0] = left > 0;
      return 1;
    case 4:
      if (pipe(state->pipe) != 0) return -1;
      driver_select(state->port, (ErlDrvEvent)(long)state->pipe[0], ERL_DRV_USE | ERL_DRV_READ, 1);
      break;
    case 5: return write(state->pipe[1], bytes, size) < 0 ? -1 : 0;
    case 6: driver_select(state->port, (ErlDrvEvent)(long)state->pipe[1], ERL_DRV_WRITE, 1); break;
    case 7:
      job = driver_alloc(sizeof *job);
      *job = bytes[0];
      driver_async(state->port, NULL, invoke, job, free_job);
      break;
    case 8: {
      ErlDrvTermData pid = driver_caller(state->port);
      (*result)[0] = (char)driver_monitor_process(state->port, pid, &state->monitor);
      (*result)[1] = driver_get_monitored_process(state->port, &state->monitor) == pid;
      return 2;
    }
    case 9: (*result)[0] = (char)driver_demonitor_process(state->port, &state->monitor); return 1;
    case 10: driver_enq(state->port, bytes, size); break;
    default: return -1;
  }
  return 0;
}

static void finish(void) {}

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .output = output,
    .ready_input = ready_input,
    .ready_output = ready_output,
    .driver_name = "drv_life",
    .finish = finish,
    .control = control,
    .timeout = timed_out,
    .ready_async = ready_async,
    .flush = flush,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
    .process_exit = process_exit,
    .stop_select = stop_select,
};

DRIVER_INIT(drv_life) { return &entry; }
