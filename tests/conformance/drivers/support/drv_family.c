// A driver whose ports work on each other: all of them share one lock. drv_family_apart is the same
// with a lock for each port.
#include <erl_driver.h>
#include <stdio.h>
#include <string.h>

#ifndef NAME
#define NAME drv_family
#define FLAGS 0
#endif
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

typedef struct {
  ErlDrvPort port;
  int number;
} State;

#define PORTS 64
static State* latest;     // of the port opened last
static int inside, most;  // threads in a callback; without a lock of our own

static State* new_state(int number) {
  State* state = driver_alloc(sizeof *state);
  memset(state, 0, sizeof *state);
  state->number = number;
  return state;
}

static ErlDrvData start(ErlDrvPort port, char* command) {
  State* state = new_state(0);
  state->port = port;
  if (strstr(command, "latest")) latest = state;
  return (ErlDrvData)state;
}

static void stop(ErlDrvData data) {
  if (latest == (State*)data) latest = NULL;
  driver_free(data);
}

static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) {
  State* state = (State*)data;
  char head[8];
  int length = snprintf(head, sizeof head, "%d:", state->number);
  driver_output2(state->port, head, (ErlDrvSizeT)length, bytes, size);
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  State* state = (State*)data;
  switch (operation) {
    case 2: return snprintf(*result, room, "%d %s", state->number, driver_caller(state->port) == driver_connected(state->port) ? "owner" : "other");
    case 3:
      // Another port speaks: its lock is ours, too.
      if (latest == NULL) return -1;
      driver_output(latest->port, bytes, size);
      return 0;
    case 4:
      if (latest == NULL) return -1;
      driver_failure_atom(latest->port, "said_by_another");
      return 0;
    case 5: {
      int now = ++inside;
      if (now > most) most = now;
      for (volatile int i = 0; i < 20000; ++i)
        if (inside != now) most = PORTS;
      --inside;
      return snprintf(*result, room, "%d", most);
    }
    default: return -1;
  }
}

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .output = output,
    .driver_name = TEXT(NAME),
    .control = control,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = FLAGS,
};

DRIVER_INIT(NAME) { return &entry; }
