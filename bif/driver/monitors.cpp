// Monitors of processes by drivers. Source: erl_driver(3), driver_monitor_process.
#include "bif/driver/monitors.h"

#include "bif/driver/driver_port.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"

#include <cstring>

namespace bif {
namespace {

/// Enters a monitor at the monitored process. A process that ends first has never had it.
struct DriverMonitorRequest final : vm::CallSignal {
  DriverMonitorRequest(vm::Vm& vm, Term pid, std::shared_ptr<DriverMonitors> monitors,
                       vm::RefNumber number)
      : CallSignal(enter), vm(vm), pid(pid), monitors(std::move(monitors)), number(number) {}
  ~DriverMonitorRequest() override {
    if (monitors != nullptr) monitors->process_down(vm, pid, number);
  }
  static void enter(vm::Process& p, vm::CallSignal& self) {
    auto& request = static_cast<DriverMonitorRequest&>(self);
    vm::links_of(p).monitored_by[request.number] = {Term::none(), Term::none(),
                                                    std::move(request.monitors)};
  }
  vm::Vm& vm;
  const Term pid;
  std::shared_ptr<DriverMonitors> monitors;
  const vm::RefNumber number;
};

/// Removes it there.
struct DriverDemonitorRequest final : vm::CallSignal {
  explicit DriverDemonitorRequest(vm::RefNumber number) : CallSignal(remove), number(number) {}
  static void remove(vm::Process& p, vm::CallSignal& self) {
    if (p.links != nullptr)
      p.links->monitored_by.erase(static_cast<DriverDemonitorRequest&>(self).number);
  }
  const vm::RefNumber number;
};

vm::RefNumber number_of(const ErlDrvMonitor* monitor) {
  vm::RefNumber number;
  std::memcpy(&number, monitor, sizeof number);
  return number;
}
static_assert(sizeof(vm::RefNumber) <= sizeof(ErlDrvMonitor));

}  // namespace

void demonitor(vm::Vm& vm, Term pid, vm::RefNumber number) {
  const vm::ThreadProgress::Visit visit(*vm.progress);
  vm::push_signal(vm, pid, std::make_unique<DriverDemonitorRequest>(number));
}

}  // namespace bif

extern "C" {

int driver_monitor_process(ErlDrvPort handle, ErlDrvTermData process, ErlDrvMonitor* monitor) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr || driver->entry().process_exit == nullptr) return -1;
  vm::Vm& vm = driver->port().vm();
  const auto target = vm::Term::from_bits(process);
  if (!target.is_local_pid()) return 1;
  const vm::RefNumber number = vm::next_ref_number(vm);
  const auto monitors = driver->shared_monitors();
  // In place before the process can end and look for it.
  monitors->add(number, target);
  const vm::ThreadProgress::Visit visit(*vm.progress);
  vm::Process* found = vm.processes->find(target);
  auto request = std::make_unique<bif::DriverMonitorRequest>(vm, target, monitors, number);
  if (found == nullptr || !vm::push_signal(*found, request.get())) {
    request->monitors = nullptr;
    monitors->remove(number);
    return 1;
  }
  static_cast<void>(request.release());
  *monitor = {};
  std::memcpy(monitor, &number, sizeof number);
  return 0;
}

int driver_demonitor_process(ErlDrvPort handle, const ErlDrvMonitor* monitor) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  const vm::RefNumber number = bif::number_of(monitor);
  const vm::Term pid = driver->monitors().remove(number);
  if (pid.is_none()) return 1;
  bif::demonitor(driver->port().vm(), pid, number);
  return 0;
}

ErlDrvTermData driver_get_monitored_process(ErlDrvPort handle, const ErlDrvMonitor* monitor) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  const vm::Term pid =
      driver == nullptr ? vm::Term::none() : driver->monitors().find(bif::number_of(monitor));
  return pid.is_none() ? driver_term_nil : pid.bits();
}

int driver_compare_monitors(const ErlDrvMonitor* a, const ErlDrvMonitor* b) {
  return std::memcmp(a, b, sizeof *a);
}

}  // extern "C"
