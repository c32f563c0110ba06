// A driver that locks itself into the machine.
#include <erl_driver.h>

static ErlDrvPort the_port;

static ErlDrvData start(ErlDrvPort port, char* command) {
  the_port = port;
  return (ErlDrvData)port;
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  (*result)[0] = (char)('0' + driver_lock_driver(the_port));
  return 1;
}

static ErlDrvEntry entry = {
    .start = start,
    .driver_name = "drv_permanent",
    .control = control,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
};

DRIVER_INIT(drv_permanent) { return &entry; }
