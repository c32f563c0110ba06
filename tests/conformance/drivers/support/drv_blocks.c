// A driver whose callback waits until another port of it says so, for half a minute at most.
#include <erl_driver.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { kBlock = 1, kRelease, kIsBlocked };

static atomic_int is_blocked, is_released;

static ErlDrvData start(ErlDrvPort port, char* command) {
  (void)command;
  return (ErlDrvData)port;
}

static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) { driver_output((ErlDrvPort)data, bytes, size); }

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  (void)data, (void)bytes, (void)size;
  const struct timespec pause = {0, 1000000};
  switch (operation) {
    case kBlock:
      atomic_store(&is_blocked, 1);
      for (int i = 0; i < 30000 && !atomic_load(&is_released); ++i) nanosleep(&pause, NULL);
      atomic_store(&is_blocked, 0);
      return snprintf(*result, room, "%s", atomic_exchange(&is_released, 0) ? "released" : "too late");
    case kRelease: atomic_store(&is_released, 1); return 0;
    case kIsBlocked: return snprintf(*result, room, "%d", atomic_load(&is_blocked));
    default: return -1;
  }
}

static ErlDrvSSizeT call(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                         ErlDrvSizeT room, unsigned* flags) {
  (void)data, (void)operation, (void)flags;
  if (size > room) *result = driver_alloc(size);
  for (ErlDrvSizeT i = 0; i < size; ++i) (*result)[i] = bytes[i];
  return (ErlDrvSSizeT)size;
}

static ErlDrvEntry entry = {
    .start = start,
    .output = output,
    .driver_name = "drv_blocks",
    .control = control,
    .call = call,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
};

DRIVER_INIT(drv_blocks) { return &entry; }
