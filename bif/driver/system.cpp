// What drivers learn of the machine and of the operating system: versions, time, environment,
// dynamic linking. Source: erl_driver(3).
#include "bif/driver/driver_state.h"
#include "bif/nif/environment.h"
#include "vm/base/environment.h"
#include "vm/port/port.h"
#include "vm/sched/scheduler.h"

#include <cstring>
#include <dlfcn.h>
#include <erl_driver.h>

namespace bif {
namespace {

/// A time for callbacks only, which run on schedulers and on the thread that reports events;
/// ERL_DRV_TIME_ERROR for other threads and units that do not exist.
ErlDrvTime in_unit(vm::SWord ns, ErlDrvTimeUnit unit) {
  const bool is_callback = vm::Scheduler::current() != nullptr || vm::PortEntry::is_inside_any();
  return is_callback ? erl_drv_convert_time_unit(ns, ERL_DRV_NSEC, unit) : ERL_DRV_TIME_ERROR;
}

}  // namespace
}  // namespace bif

extern "C" {

void driver_system_info(ErlDrvSysInfo* to, size_t size) {
  enif_system_info(to, size);
  constexpr std::size_t kAsyncThreads = offsetof(ErlDrvSysInfo, async_threads);
  if (size >= kAsyncThreads + sizeof(int))
    to->async_threads = static_cast<int>(bif::DriverState::of(bif::nif_machine()).async.size());
}

int driver_get_now(ErlDrvNowData* now) {
  const vm::SWord us = bif::nif_machine().schedulers->clock().next_now_us();
  now->megasecs = static_cast<unsigned long>(us / 1'000'000'000'000);
  now->secs = static_cast<unsigned long>(us / 1'000'000 % 1'000'000);
  now->microsecs = static_cast<unsigned long>(us % 1'000'000);
  return 0;
}
ErlDrvTime erl_drv_monotonic_time(ErlDrvTimeUnit unit) {
  return bif::in_unit(bif::nif_machine().schedulers->clock().monotonic_ns(), unit);
}
ErlDrvTime erl_drv_time_offset(ErlDrvTimeUnit unit) {
  return bif::in_unit(bif::nif_machine().schedulers->clock().offset_ns(), unit);
}
ErlDrvTime erl_drv_convert_time_unit(ErlDrvTime time, ErlDrvTimeUnit from, ErlDrvTimeUnit to) {
  return enif_convert_time_unit(time, static_cast<ErlNifTimeUnit>(from),
                                static_cast<ErlNifTimeUnit>(to));
}

int erl_drv_getenv(const char* key, char* value, size_t* size) {
  return enif_getenv(key, value, size);
}
int erl_drv_putenv(const char* key, char* value) {
  vm::Environment::of_program().set(key, value);
  return 0;
}

void* driver_dl_open(char* name) { return ::dlopen(name, RTLD_LAZY); }
void* driver_dl_sym(void* library, char* name) { return ::dlsym(library, name); }
int driver_dl_close(void* library) { return ::dlclose(library); }
char* driver_dl_error() { return ::dlerror(); }

// The header declares this one without C's linkage, and C code looks for C's name.
void port_text_for_dtrace(ErlDrvPort, char* text) __asm__("dtrace_drvport_str");
void port_text_for_dtrace(ErlDrvPort, char* text) { text[0] = '\0'; }

}  // extern "C"
