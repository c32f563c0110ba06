// A driver whose ports make ports: driver_create_port(). Also the names of threads, and a term without parts.
#include <erl_driver.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  ErlDrvPort port;
  int number;
} Own;

static int ports;

static Own* make(ErlDrvPort port, int number) {
  Own* own = driver_alloc(sizeof *own);
  own->port = port;
  own->number = number;
  return own;
}

static ErlDrvData start(ErlDrvPort port, char* command) {
  set_port_control_flags(port, PORT_CONTROL_FLAG_BINARY);
  return (ErlDrvData)make(port, ++ports);
}

static void stop(ErlDrvData data) { driver_free((Own*)data); }

// What a port gets, it sends to its owner with its number.
static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) {
  Own* own = (Own*)data;
  char text[100];
  int length = snprintf(text, sizeof text, "port %d: %.*s", own->number, (int)size, bytes);
  driver_output(own->port, text, (ErlDrvSizeT)length);
}

static ErlDrvSSizeT answer(char** result, ErlDrvSizeT room, const char* text) {
  ErlDrvSizeT size = strlen(text);
  if (size > room) *result = (char*)driver_alloc_binary((ErlDrvSSizeT)size);
  memcpy(*result, text, size);
  return (ErlDrvSSizeT)size;
}

static void create(Own* own, ErlDrvTermData owner) {
  Own* made = make(NULL, ++ports);
  ErlDrvPort port = driver_create_port(own->port, owner, "made", (ErlDrvData)made);
  if (port == (ErlDrvPort)-1) {
    driver_free(made);
    driver_failure_atom(own->port, "not_created");
    return;
  }
  made->port = port;
  set_port_control_flags(port, PORT_CONTROL_FLAG_BINARY);
  ErlDrvTermData message[] = {ERL_DRV_ATOM, driver_mk_atom("made"), ERL_DRV_PORT, driver_mk_port(port), ERL_DRV_NIL, ERL_DRV_TUPLE, 3};
  erl_drv_output_term(driver_mk_port(own->port), message, sizeof message / sizeof *message);
}

static void* name_of_thread(void* text) {
  snprintf(text, 100, "%s", erl_drv_thread_name(erl_drv_thread_self()));
  return NULL;
}

static ErlDrvSSizeT thread(char** result, ErlDrvSizeT room) {
  char text[100];
  ErlDrvTid id;
  erl_drv_thread_create("the_name", &id, name_of_thread, text, NULL);
  erl_drv_thread_join(id, NULL);
  return answer(result, room, text);
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned command, char* bytes, ErlDrvSizeT size, char** result, ErlDrvSizeT room) {
  Own* own = (Own*)data;
  char text[100];
  switch (command) {
    case 1:
      create(own, driver_caller(own->port));
      return 0;
    case 2:
      snprintf(text, sizeof text, "port %d", own->number);
      return answer(result, room, text);
    case 3:
      return thread(result, room);
    case 4:
      driver_failure_atom(own->port, "ended");
      return 0;
    default:
      return -1;
  }
}

static ErlDrvEntry entry = {.start = start,
                            .stop = stop,
                            .output = output,
                            .control = control,
                            .driver_name = "drv_ports",
                            .extended_marker = ERL_DRV_EXTENDED_MARKER,
                            .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
                            .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
                            .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING};

DRIVER_INIT(drv_ports) { return &entry; }
