// A driver whose port may be busy, and that takes commands that are forced nevertheless (ERL_DRV_FLAG_SOFT_BUSY).
#include <erl_driver.h>
#include <stdio.h>
#include <string.h>

static ErlDrvData start(ErlDrvPort port, char* command) {
  if (strstr(command, "busy")) set_busy_port(port, 1);
  return (ErlDrvData)port;
}

static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) {
  if (size > 0 && bytes[0] == '+') set_busy_port((ErlDrvPort)data, 1);
  driver_output((ErlDrvPort)data, bytes, size);
}

static long shown(ErlDrvSizeT limit) { return limit == ERL_DRV_BUSY_MSGQ_DISABLED ? -1 : (long)limit; }

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  ErlDrvPort port = (ErlDrvPort)data;
  switch (operation) {
    case 1: set_busy_port(port, bytes[0]); return 0;
    case 2: {
      // Two numbers, -1 for "disabled", 0 for "only read".
      long first = 0, second = 0;
      sscanf(bytes, "%ld %ld", &first, &second);
      ErlDrvSizeT low = first < 0 ? ERL_DRV_BUSY_MSGQ_DISABLED : (ErlDrvSizeT)first;
      ErlDrvSizeT high = second < 0 ? ERL_DRV_BUSY_MSGQ_DISABLED : (ErlDrvSizeT)second;
      erl_drv_busy_msgq_limits(port, &low, &high);
      return snprintf(*result, room, "%ld %ld", shown(low), shown(high));
    }
    case 3: {
      ErlDrvSizeT high = (ErlDrvSizeT)(unsigned char)bytes[0] * 100;
      erl_drv_busy_msgq_limits(port, NULL, &high);
      return snprintf(*result, room, "%ld", shown(high));
    }
    default: return -1;
  }
}

static ErlDrvEntry entry = {
    .start = start,
    .output = output,
    .driver_name = "drv_soft",
    .control = control,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING | ERL_DRV_FLAG_SOFT_BUSY,
};

DRIVER_INIT(drv_soft) { return &entry; }
