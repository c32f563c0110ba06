// A driver that has one port at a time, and says back what it gets.
#include <erl_driver.h>

static ErlDrvPort single;

static ErlDrvData start(ErlDrvPort port, char* command) {
  (void)command;
  if (single != NULL) return ERL_DRV_ERROR_GENERAL;
  single = port;
  return (ErlDrvData)port;
}

static void stop(ErlDrvData data) {
  (void)data;
  single = NULL;
}

static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) {
  (void)data;
  driver_output(single, bytes, size);
}

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .output = output,
    .driver_name = "drv_single",
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
};

DRIVER_INIT(drv_single) { return &entry; }
