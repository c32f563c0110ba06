// A driver that says what it has found out about the machine, and tries the functions that need no port: threads,
// locks, memory, the environment, time.
#include <erl_driver.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ErlDrvData start(ErlDrvPort port, char* command) { return (ErlDrvData)port; }

// --- system information ---

static ErlDrvSSizeT info(char* result, ErlDrvSizeT room) {
  ErlDrvSysInfo info;
  driver_system_info(&info, sizeof info);
  return snprintf(result, room, "%d.%d|%s|%s|%d|%d|%d|%d|%d.%d|%d", info.driver_major_version, info.driver_minor_version,
                  info.erts_version, info.otp_release, info.thread_support, info.smp_support, info.async_threads,
                  info.scheduler_threads, info.nif_major_version, info.nif_minor_version, info.dirty_scheduler_support);
}

// A structure of an older header: nothing behind its size is written.
static ErlDrvSSizeT short_info(char* result, ErlDrvSizeT room) {
  ErlDrvSysInfo info;
  memset(&info, 0x55, sizeof info);
  driver_system_info(&info, offsetof(ErlDrvSysInfo, nif_major_version));
  return snprintf(result, room, "%d %d", info.driver_major_version > 0, info.nif_major_version == 0x55555555);
}

// --- threads ---

typedef struct {
  ErlDrvMutex* mutex;
  ErlDrvCond* changed;
  ErlDrvRWLock* lock;
  ErlDrvTSDKey key;
  ErlDrvTid creator;
  int turn, rounds, tried, differs;
} Shared;

static void* player(void* data) {
  Shared* shared = data;
  shared->differs = !erl_drv_equal_tids(shared->creator, erl_drv_thread_self());
  int own = erl_drv_tsd_get(shared->key) == NULL;
  erl_drv_tsd_set(shared->key, shared);
  own += erl_drv_tsd_get(shared->key) == shared;
  erl_drv_mutex_lock(shared->mutex);
  for (int i = 0; i < 10; ++i) {
    while (shared->turn != 1) erl_drv_cond_wait(shared->changed, shared->mutex);
    shared->turn = 0;
    ++shared->rounds;
    erl_drv_cond_signal(shared->changed);
  }
  erl_drv_mutex_unlock(shared->mutex);
  erl_drv_thread_exit((void*)(intptr_t)own);
  return NULL;
}

static void* locker(void* data) {
  Shared* shared = data;
  shared->tried = erl_drv_mutex_trylock(shared->mutex) != 0;
  shared->tried = shared->tried * 10 + (erl_drv_rwlock_tryrwlock(shared->lock) != 0);
  int reads = erl_drv_rwlock_tryrlock(shared->lock) == 0;
  if (reads) erl_drv_rwlock_runlock(shared->lock);
  shared->tried = shared->tried * 10 + reads;
  return data;
}

static ErlDrvSSizeT threads(char* result, ErlDrvSizeT room) {
  Shared shared = {.mutex = erl_drv_mutex_create("a mutex"), .changed = erl_drv_cond_create("a condition"),
                   .lock = erl_drv_rwlock_create("a lock"), .creator = erl_drv_thread_self()};
  erl_drv_tsd_key_create("a key", &shared.key);
  ErlDrvThreadOpts* options = erl_drv_thread_opts_create("options");
  options->suggested_stack_size = 64;
  ErlDrvTid tid;
  void* own = NULL;
  int made = erl_drv_thread_create("player", &tid, player, &shared, options);
  for (int i = 0; i < 10; ++i) {
    erl_drv_mutex_lock(shared.mutex);
    shared.turn = 1;
    erl_drv_cond_broadcast(shared.changed);
    while (shared.turn != 0) erl_drv_cond_wait(shared.changed, shared.mutex);
    erl_drv_mutex_unlock(shared.mutex);
  }
  int joined = erl_drv_thread_join(tid, &own);
  void* same = NULL;
  erl_drv_mutex_lock(shared.mutex);
  erl_drv_rwlock_rlock(shared.lock);
  erl_drv_thread_create("locker", &tid, locker, &shared, NULL);
  erl_drv_thread_join(tid, &same);
  erl_drv_rwlock_runlock(shared.lock);
  erl_drv_mutex_unlock(shared.mutex);
  erl_drv_rwlock_rwlock(shared.lock);
  erl_drv_rwlock_rwunlock(shared.lock);
  ErlDrvSSizeT size = snprintf(result, room, "%d %d %d %d|%d %03d %d|%s,%s,%s|%d", made, joined, shared.rounds, (int)(intptr_t)own,
                               same == &shared, shared.tried, shared.differs, erl_drv_mutex_name(shared.mutex),
                               erl_drv_cond_name(shared.changed), erl_drv_rwlock_name(shared.lock), erl_drv_tsd_get(shared.key) == NULL);
  erl_drv_thread_opts_destroy(options);
  erl_drv_tsd_key_destroy(shared.key);
  erl_drv_rwlock_destroy(shared.lock);
  erl_drv_cond_destroy(shared.changed);
  erl_drv_mutex_destroy(shared.mutex);
  return size;
}

// --- memory ---

static ErlDrvSSizeT memory(char* result, ErlDrvSizeT room) {
  char* bytes = driver_alloc(100);
  memset(bytes, 'a', 100);
  bytes = driver_realloc(bytes, 100000);
  int kept = bytes[0] == 'a' && bytes[99] == 'a';
  driver_free(bytes);
  driver_free(driver_realloc(NULL, 10));
  ErlDrvBinary* binary = driver_alloc_binary(1000);
  memset(binary->orig_bytes, 'b', 1000);
  ErlDrvBinary* more = driver_realloc_binary(binary, 2000);
  int grown = more->orig_size == 2000 && more->orig_bytes[999] == 'b';
  more = driver_realloc_binary(more, 10);
  int shrunk = more->orig_size == 10 && more->orig_bytes[9] == 'b';
  long counts[3] = {(long)driver_binary_inc_refc(more), (long)driver_binary_inc_refc(more), (long)driver_binary_dec_refc(more)};
  long left = (long)driver_binary_dec_refc(more);
  driver_free_binary(more);
  ErlDrvBinary* empty = driver_alloc_binary(0);
  int is_empty = empty != NULL && empty->orig_size == 0;
  driver_free_binary(empty);
  return snprintf(result, room, "%d %d %d %ld%ld%ld%ld %d %d", kept, grown, shrunk, counts[0], counts[1], counts[2], left, is_empty,
                  driver_alloc_binary((ErlDrvSizeT)1 << 60) == NULL);
}

// --- environment ---

static ErlDrvSSizeT get(char* name, ErlDrvSizeT given, char* result, ErlDrvSizeT room) {
  char value[64] = "unchanged";
  size_t size = given;
  int found = erl_drv_getenv(name, value, &size);
  return snprintf(result, room, "%d %lu %s", found, (unsigned long)size, value);
}

// --- time ---

static ErlDrvSSizeT times(char* result, ErlDrvSizeT room) {
  ErlDrvTime before = erl_drv_monotonic_time(ERL_DRV_NSEC);
  ErlDrvNowData now, later;
  driver_get_now(&now);
  driver_get_now(&later);
  ErlDrvTime us = ((ErlDrvTime)now.megasecs * 1000000 + (ErlDrvTime)now.secs) * 1000000 + (ErlDrvTime)now.microsecs;
  ErlDrvTime later_us = ((ErlDrvTime)later.megasecs * 1000000 + (ErlDrvTime)later.secs) * 1000000 + (ErlDrvTime)later.microsecs;
  ErlDrvTime after = erl_drv_monotonic_time(ERL_DRV_NSEC);
  ErlDrvTime system = erl_drv_convert_time_unit(after + erl_drv_time_offset(ERL_DRV_NSEC), ERL_DRV_NSEC, ERL_DRV_SEC);
  long apart = (long)(system - us / 1000000);
  return snprintf(result, room, "%d %d %d|%ld %ld %ld", before <= after, later_us > us, apart > -5 && apart < 5,
                  (long)erl_drv_convert_time_unit(1500, ERL_DRV_MSEC, ERL_DRV_SEC),
                  (long)erl_drv_convert_time_unit(-1500, ERL_DRV_MSEC, ERL_DRV_SEC),
                  (long)erl_drv_convert_time_unit(3, ERL_DRV_USEC, ERL_DRV_NSEC));
}

static ErlDrvSSizeT timeslice(ErlDrvPort port, char* bytes, ErlDrvSizeT size, char* result) {
  for (ErlDrvSizeT i = 0; i < size; ++i) result[i] = (char)('0' + erl_drv_consume_timeslice(port, (signed char)bytes[i]));
  return (ErlDrvSSizeT)size;
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  char name[64] = "";
  memcpy(name, bytes, size < 63 ? size : 63);
  *result = driver_alloc(256);
  switch (operation) {
    case 1: return info(*result, 256);
    case 2: return short_info(*result, 256);
    case 3: return threads(*result, 256);
    case 4: return memory(*result, 256);
    case 5: return get(name + 1, (unsigned char)bytes[0], *result, 256);
    case 6: {
      char* value = strchr(name, '=');
      *value++ = '\0';
      return snprintf(*result, 256, "%d", erl_drv_putenv(name, value));
    }
    case 7: return times(*result, 256);
    case 8: return timeslice((ErlDrvPort)data, bytes, size, *result);
    case 9: return snprintf(*result, 256, "%s", erl_errno_id(bytes[0]));
    case 10: return snprintf(*result, 256, "%d", erl_drv_putenv(bytes[0] == 'e' ? "" : "a=b", "x"));
    default: driver_free(*result); return -1;
  }
}

static ErlDrvEntry entry = {
    .start = start,
    .driver_name = "drv_system",
    .control = control,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
};

DRIVER_INIT(drv_system) { return &entry; }
