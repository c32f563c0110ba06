// A driver that says with erl_drv_init_ack() whether it has started: at once, or after some milliseconds.
#include <erl_driver.h>
#include <errno.h>
#include <string.h>

typedef struct {
  ErlDrvPort port;
  char how;
} State;

static void acknowledge(State* state) {
  switch (state->how) {
    case 'g': erl_drv_init_ack(state->port, ERL_DRV_ERROR_GENERAL); break;
    case 'b': erl_drv_init_ack(state->port, ERL_DRV_ERROR_BADARG); break;
    case 'e':
      errno = ENOSPC;
      erl_drv_init_ack(state->port, ERL_DRV_ERROR_ERRNO);
      break;
    default: erl_drv_init_ack(state->port, (ErlDrvData)state); break;
  }
}

// The last letter says how it goes out.
static ErlDrvData start(ErlDrvPort port, char* command) {
  State* state = driver_alloc(sizeof *state);
  size_t length = strlen(command);
  state->port = port;
  state->how = command[length - 1];
  erl_drv_set_os_pid(port, 4711);
  driver_set_timer(port, 20);
  return (ErlDrvData)state;
}

static void stop(ErlDrvData data) { driver_free(data); }

static void timed_out(ErlDrvData data) { acknowledge((State*)data); }

static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) { driver_output(((State*)data)->port, bytes, size); }

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .output = output,
    .driver_name = "drv_ack",
    .timeout = timed_out,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING | ERL_DRV_FLAG_USE_INIT_ACK,
};

DRIVER_INIT(drv_ack) { return &entry; }
