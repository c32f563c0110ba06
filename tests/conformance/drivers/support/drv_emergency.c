// A driver that writes what is called while the machine ends, to the descriptor of standard output.
#include <erl_driver.h>
#include <string.h>
#include <unistd.h>

static void say(const char* text) {
  if (write(1, text, strlen(text)) < 0) _exit(3);
}

static ErlDrvData start(ErlDrvPort port, char* command) { return (ErlDrvData)port; }
static void stop(ErlDrvData data) { say("stop\n"); }
static void emergency_close(ErlDrvData data) { say("emergency_close\n"); }

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .driver_name = "drv_emergency",
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
    .emergency_close = emergency_close,
};

DRIVER_INIT(drv_emergency) { return &entry; }
