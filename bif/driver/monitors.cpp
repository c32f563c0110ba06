// Monitors of processes by drivers. Source: erl_driver(3), driver_monitor_process.
#include "bif/driver/driver_port.h"
#include "bif/nif/c_monitor.h"

#include <cstring>

extern "C" {

int driver_monitor_process(ErlDrvPort handle, ErlDrvTermData process, ErlDrvMonitor* monitor) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr || driver->entry().process_exit == nullptr) return -1;
  const auto target = vm::Term::from_bits(process);
  if (!target.is_local_pid()) return 1;
  const auto number = vm::ObjectMonitors::monitor(driver->port().vm(), driver->monitors(), target);
  if (!number) return 1;
  *monitor = bif::c_monitor(*number);
  return 0;
}

int driver_demonitor_process(ErlDrvPort handle, const ErlDrvMonitor* monitor) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  const vm::RefNumber number = bif::number_of(*monitor);
  return driver->monitors()->demonitor(driver->port().vm(), number) ? 0 : 1;
}

ErlDrvTermData driver_get_monitored_process(ErlDrvPort handle, const ErlDrvMonitor* monitor) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  const vm::Term pid =
      driver == nullptr ? vm::Term::none() : driver->monitors()->find(bif::number_of(*monitor));
  return pid.is_none() ? driver_term_nil : pid.bits();
}

int driver_compare_monitors(const ErlDrvMonitor* a, const ErlDrvMonitor* b) {
  return std::memcmp(a, b, sizeof *a);
}

}  // extern "C"
