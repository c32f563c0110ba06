// What a driver sets at its port, what it waits for, and what it does with other ports.
// Threads: under the port's lock. Source: erl_driver(3).
#include "bif/driver/driver_port.h"
#include "vm/port/port_table.h"

using vm::Term;

extern "C" {

// --- attributes ---

void set_busy_port(ErlDrvPort handle, int on) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return;
  driver->port().assert_locked();
  driver->port().set_busy(on != 0);
}
void set_port_control_flags(ErlDrvPort handle, int flags) {
  if (bif::DriverPort* driver = bif::DriverPort::of(handle)) driver->control_flags = flags;
}
int get_port_flags(ErlDrvPort handle) {
  const bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return 0;
  const vm::PortSettings& settings = const_cast<bif::DriverPort*>(driver)->port().settings();
  return (settings.is_binary ? PORT_FLAG_BINARY : 0) |
         (settings.framing.kind == vm::Framing::Kind::kLine ? PORT_FLAG_LINE : 0);
}
void erl_drv_busy_msgq_limits(ErlDrvPort handle, ErlDrvSizeT* low, ErlDrvSizeT* high) {
  if (bif::DriverPort* driver = bif::DriverPort::of(handle)) driver->limit_queue(low, high);
}
void erl_drv_set_os_pid(ErlDrvPort handle, ErlDrvSInt pid) {
  if (bif::DriverPort* driver = bif::DriverPort::of(handle))
    driver->set_os_pid(static_cast<vm::Word>(pid));
}
void erl_drv_init_ack(ErlDrvPort handle, ErlDrvData result) {
  if (bif::DriverPort* driver = bif::DriverPort::of(handle)) driver->acknowledge(result);
}
int erl_drv_consume_timeslice(ErlDrvPort handle, int percent) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  return driver->consume_timeslice(percent) ? 1 : 0;
}

// --- other ports, the driver itself ---

ErlDrvPort driver_create_port(ErlDrvPort creator, ErlDrvTermData owner, char* name,
                              ErlDrvData data) {
  const auto invalid = reinterpret_cast<ErlDrvPort>(std::intptr_t{-1});
  bif::DriverPort* driver = bif::DriverPort::of(creator);
  if (driver == nullptr) return invalid;
  vm::Port& own = driver->port();
  vm::Vm& vm = own.vm();
  bif::DriverState& state = driver->state();
  const Term pid = Term::from_bits(owner);
  if (!pid.is_local_pid()) return invalid;
  vm::PortSettings settings;
  settings.has_driver_lock = own.settings().has_driver_lock;
  settings.takes_force = own.settings().takes_force;
  const vm::SharedRef<vm::Port> port =
      vm.port_table->add(name, pid, settings, driver->driver()->lock);
  if (!port) return invalid;
  if (!state.table.use_for_port(*driver->driver(), own.lock().get())) {
    vm.port_table->remove(*port);
    return invalid;
  }
  auto made = std::make_unique<bif::DriverPort>(*port, driver->driver());
  made->set_data(data);
  const ErlDrvPort handle = made->handle();
  return port->open_by_driver(std::move(made)) ? handle : invalid;
}

int driver_lock_driver(ErlDrvPort handle) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  driver->state().table.make_permanent(*driver->driver());
  return 0;
}

// Drivers that are part of the machine are made in C++ here.
void add_driver_entry(ErlDrvEntry*) {}
int remove_driver_entry(ErlDrvEntry*) { return -1; }
int null_func() { return 0; }

// --- timers, threads ---

int driver_set_timer(ErlDrvPort handle, unsigned long milliseconds) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr || driver->entry().timeout == nullptr) return -1;
  driver->set_timer(milliseconds);
  return 0;
}
int driver_cancel_timer(ErlDrvPort handle) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  driver->cancel_timer();
  return 0;
}
int driver_read_timer(ErlDrvPort handle, unsigned long* left) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  *left = driver->timer_left().value_or(0);
  return 0;
}

int driver_select(ErlDrvPort handle, ErlDrvEvent event, int mode, int on) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  return driver->select(static_cast<int>(reinterpret_cast<std::intptr_t>(event)), mode, on != 0);
}

unsigned int driver_async_port_key(ErlDrvPort handle) {
  const bif::DriverPort* driver = bif::DriverPort::of(handle);
  return driver == nullptr
             ? 0
             : static_cast<unsigned>(const_cast<bif::DriverPort*>(driver)->port().id.id_data());
}
long driver_async(ErlDrvPort handle, unsigned int* key, void (*invoke)(void*), void* data,
                  void (*free_data)(void*)) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  return driver == nullptr ? -1 : driver->run_async(key, invoke, data, free_data);
}

}  // extern "C"
