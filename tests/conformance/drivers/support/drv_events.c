// A driver that waits: for times, pipes and processes. What happens is sent to the process that opened the port.
#include <erl_driver.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MONITORS 4

typedef struct {
  ErlDrvPort port;
  ErlDrvTermData id, watcher;
  int pipe[2];
  int is_full;
  ErlDrvMonitor monitors[MONITORS];
} State;

static void tell(State* state, char* what, int number) {
  ErlDrvTermData terms[] = {ERL_DRV_ATOM, driver_mk_atom(what), ERL_DRV_INT, (ErlDrvTermData)number, ERL_DRV_TUPLE, 2};
  erl_drv_send_term(state->id, state->watcher, terms, sizeof terms / sizeof *terms);
}

static ErlDrvEvent event_of(int fd) { return (ErlDrvEvent)(long)fd; }

// Who is to be notified of stop_select, which has no port.
static ErlDrvTermData select_port, select_watcher;
static int read_end = -1;

static ErlDrvData start(ErlDrvPort port, char* command) {
  State* state = driver_alloc(sizeof *state);
  memset(state, 0, sizeof *state);
  state->port = port;
  state->id = driver_mk_port(port);
  state->watcher = driver_connected(port);
  state->pipe[0] = state->pipe[1] = -1;
  if (strstr(command, "listener")) {
    select_port = state->id;
    select_watcher = state->watcher;
  }
  return (ErlDrvData)state;
}

static void stop(ErlDrvData data) {
  State* state = (State*)data;
  for (int i = 0; i < 2; ++i)
    if (state->pipe[i] >= 0) driver_select(state->port, event_of(state->pipe[i]), ERL_DRV_USE, 0);
  driver_free(state);
}

static void stop_select(ErlDrvEvent event, void* reserved) {
  ErlDrvTermData terms[] = {ERL_DRV_ATOM, driver_mk_atom("stop_select"), ERL_DRV_ATOM,
                            driver_mk_atom((int)(long)event == read_end ? "read_end" : "write_end"), ERL_DRV_TUPLE, 2};
  close((int)(long)event);
  erl_drv_send_term(select_port, select_watcher, terms, sizeof terms / sizeof *terms);
}

static void ready_input(ErlDrvData data, ErlDrvEvent event) {
  char bytes[16];
  State* state = (State*)data;
  long got = read((int)(long)event, bytes, sizeof bytes);
  if (got > 0) {
    tell(state, "input", (int)got);
    if (bytes[0] == '!') driver_failure_posix(state->port, 5);
    return;
  }
  tell(state, "end_of_input", (int)got);
  driver_select(state->port, event, ERL_DRV_READ, 0);
}

static void ready_output(ErlDrvData data, ErlDrvEvent event) {
  State* state = (State*)data;
  tell(state, "writable", state->is_full);
  driver_select(state->port, event, ERL_DRV_WRITE, 0);
}

static void timed_out(ErlDrvData data) {
  State* state = (State*)data;
  unsigned long left = 99;
  int result = driver_read_timer(state->port, &left);
  tell(state, "timeout", result * 100 + (int)left);
}

static void process_exit(ErlDrvData data, ErlDrvMonitor* monitor) {
  State* state = (State*)data;
  for (int i = 0; i < MONITORS; ++i)
    if (driver_compare_monitors(monitor, &state->monitors[i]) == 0) tell(state, "down", i);
}

static ErlDrvSSizeT on_timer(State* state, char* bytes, ErlDrvSizeT size, char* result, ErlDrvSizeT room) {
  unsigned long left = 0;
  switch (bytes[0]) {
    case 's': return snprintf(result, room, "%d", driver_set_timer(state->port, (unsigned long)(unsigned char)bytes[1] * 1000));
    case 'm': return snprintf(result, room, "%d", driver_set_timer(state->port, (unsigned char)bytes[1]));
    case 'c': return snprintf(result, room, "%d", driver_cancel_timer(state->port));
    case 'r': {
      // In units of ten seconds, rounded up.
      int read = driver_read_timer(state->port, &left);
      return snprintf(result, room, "%d %lu", read, (left + 9999) / 10000);
    }
    default: return -1;
  }
}

static ErlDrvSSizeT on_pipe(State* state, char* bytes, ErlDrvSizeT size, char* result, ErlDrvSizeT room) {
  static const char block[4096];
  switch (bytes[0]) {
    case 'o':
      if (state->pipe[0] >= 0 || pipe(state->pipe) != 0) return -1;
      fcntl(state->pipe[0], F_SETFL, O_NONBLOCK);
      fcntl(state->pipe[1], F_SETFL, O_NONBLOCK);
      read_end = state->pipe[0];
      return 0;
    case 'r': return snprintf(result, room, "%d", driver_select(state->port, event_of(state->pipe[0]), ERL_DRV_READ | ERL_DRV_USE, 1));
    case 'w': return snprintf(result, room, "%d", driver_select(state->port, event_of(state->pipe[1]), ERL_DRV_WRITE | ERL_DRV_USE, 1));
    case 'R': return snprintf(result, room, "%d", driver_select(state->port, event_of(state->pipe[0]), ERL_DRV_READ, 0));
    case 'U': {
      // Without the callback: the descriptor stays ours.
      return snprintf(result, room, "%d", driver_select(state->port, event_of(state->pipe[0]), ERL_DRV_READ | ERL_DRV_USE_NO_CALLBACK, 0));
    }
    case 'p': return write(state->pipe[1], bytes + 1, size - 1) < 0 ? -1 : 0;
    case 'f':
      while (write(state->pipe[1], block, sizeof block) > 0) state->is_full = 1;
      return 0;
    case 'd': {
      char rest[4096];
      while (read(state->pipe[0], rest, sizeof rest) > 0) state->is_full = 0;
      return 0;
    }
    case 'c': {
      int end = bytes[1] == 'r' ? 0 : 1;
      int fd = state->pipe[end];
      state->pipe[end] = -1;
      return snprintf(result, room, "%d", driver_select(state->port, event_of(fd), ERL_DRV_USE | ERL_DRV_READ | ERL_DRV_WRITE, 0));
    }
    case 'b': return snprintf(result, room, "%d", driver_select(state->port, event_of(-1), ERL_DRV_READ, 1));
    default: return -1;
  }
}

static ErlDrvSSizeT on_monitor(State* state, char* bytes, ErlDrvSizeT size, char* result, ErlDrvSizeT room) {
  ErlDrvMonitor* monitor = &state->monitors[bytes[1] - '0'];
  ErlDrvTermData caller = driver_caller(state->port);
  switch (bytes[0]) {
    case 'm': return snprintf(result, room, "%d", driver_monitor_process(state->port, caller, monitor));
    case 'd': return snprintf(result, room, "%d", driver_demonitor_process(state->port, monitor));
    case 'g': {
      ErlDrvTermData pid = driver_get_monitored_process(state->port, monitor);
      return snprintf(result, room, "%s", pid == caller ? "caller" : pid == driver_term_nil ? "nil" : "other");
    }
    case 'w': return snprintf(result, room, "%d", driver_monitor_process(state->port, state->watcher, monitor));
    default: return -1;
  }
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  State* state = (State*)data;
  switch (operation) {
    case 1: return on_timer(state, bytes, size, *result, room);
    case 2: return on_pipe(state, bytes, size, *result, room);
    case 3: return on_monitor(state, bytes, size, *result, room);
    default: return -1;
  }
}

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .ready_input = ready_input,
    .ready_output = ready_output,
    .driver_name = "drv_events",
    .control = control,
    .timeout = timed_out,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
    .process_exit = process_exit,
    .stop_select = stop_select,
};

DRIVER_INIT(drv_events) { return &entry; }
