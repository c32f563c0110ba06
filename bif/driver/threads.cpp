// Threads, locks and thread-specific data of drivers: the functions of NIF libraries under their
// other names. Source: erl_driver(3).
#include "bif/bif.h"

#include <erl_nif.h>

#include <erl_driver.h>

extern "C" {

ErlDrvMutex* erl_drv_mutex_create(char* name) { return enif_mutex_create(name); }
void erl_drv_mutex_destroy(ErlDrvMutex* mutex) { enif_mutex_destroy(mutex); }
int erl_drv_mutex_trylock(ErlDrvMutex* mutex) { return enif_mutex_trylock(mutex); }
void erl_drv_mutex_lock(ErlDrvMutex* mutex) { enif_mutex_lock(mutex); }
void erl_drv_mutex_unlock(ErlDrvMutex* mutex) { enif_mutex_unlock(mutex); }
char* erl_drv_mutex_name(ErlDrvMutex* mutex) { return enif_mutex_name(mutex); }

ErlDrvCond* erl_drv_cond_create(char* name) { return enif_cond_create(name); }
void erl_drv_cond_destroy(ErlDrvCond* condition) { enif_cond_destroy(condition); }
void erl_drv_cond_signal(ErlDrvCond* condition) { enif_cond_signal(condition); }
void erl_drv_cond_broadcast(ErlDrvCond* condition) { enif_cond_broadcast(condition); }
void erl_drv_cond_wait(ErlDrvCond* condition, ErlDrvMutex* mutex) {
  enif_cond_wait(condition, mutex);
}
char* erl_drv_cond_name(ErlDrvCond* condition) { return enif_cond_name(condition); }

ErlDrvRWLock* erl_drv_rwlock_create(char* name) { return enif_rwlock_create(name); }
void erl_drv_rwlock_destroy(ErlDrvRWLock* lock) { enif_rwlock_destroy(lock); }
int erl_drv_rwlock_tryrlock(ErlDrvRWLock* lock) { return enif_rwlock_tryrlock(lock); }
void erl_drv_rwlock_rlock(ErlDrvRWLock* lock) { enif_rwlock_rlock(lock); }
void erl_drv_rwlock_runlock(ErlDrvRWLock* lock) { enif_rwlock_runlock(lock); }
int erl_drv_rwlock_tryrwlock(ErlDrvRWLock* lock) { return enif_rwlock_tryrwlock(lock); }
void erl_drv_rwlock_rwlock(ErlDrvRWLock* lock) { enif_rwlock_rwlock(lock); }
void erl_drv_rwlock_rwunlock(ErlDrvRWLock* lock) { enif_rwlock_rwunlock(lock); }
char* erl_drv_rwlock_name(ErlDrvRWLock* lock) { return enif_rwlock_name(lock); }

int erl_drv_tsd_key_create(char* name, ErlDrvTSDKey* key) { return enif_tsd_key_create(name, key); }
void erl_drv_tsd_key_destroy(ErlDrvTSDKey key) { enif_tsd_key_destroy(key); }
void erl_drv_tsd_set(ErlDrvTSDKey key, void* data) { enif_tsd_set(key, data); }
void* erl_drv_tsd_get(ErlDrvTSDKey key) { return enif_tsd_get(key); }

ErlDrvThreadOpts* erl_drv_thread_opts_create(char* name) { return enif_thread_opts_create(name); }
void erl_drv_thread_opts_destroy(ErlDrvThreadOpts* options) { enif_thread_opts_destroy(options); }
int erl_drv_thread_create(char* name, ErlDrvTid* tid, void* (*function)(void*), void* argument,
                          ErlDrvThreadOpts* options) {
  return enif_thread_create(name, tid, function, argument, options);
}
ErlDrvTid erl_drv_thread_self() { return enif_thread_self(); }
int erl_drv_equal_tids(ErlDrvTid a, ErlDrvTid b) { return enif_equal_tids(a, b); }
void erl_drv_thread_exit(void* result) { enif_thread_exit(result); }
int erl_drv_thread_join(ErlDrvTid tid, void** result) { return enif_thread_join(tid, result); }
char* erl_drv_thread_name(ErlDrvTid tid) { return enif_thread_name(tid); }

}  // extern "C"
