// Makes the parts, opens ports, and ends them with the machine.
#include "bif/driver/driver_state.h"

#include "bif/driver/driver_port.h"
#include "bif/driver/interface.h"
#include "bif/nif/environment.h"
#include "bif/state.h"
#include "vm/base/environment.h"
#include "vm/port/linked_in.h"
#include "vm/port/port_table.h"

#include <cstdlib>

namespace bif {

DriverState::DriverState(vm::Vm& vm) : vm(vm), table(vm), timers(vm) { set_async_threads(1); }
DriverState::~DriverState() = default;

DriverState& DriverState::of(vm::Vm& vm) { return *BifState::of(vm).drivers; }

void DriverState::set_async_threads(std::size_t count) {
  async.clear();
  for (std::size_t i = 0; i < count; ++i)
    async.push_back(
        std::make_unique<vm::DirtySchedulers>(1, vm::DirtySchedulers::Kind::kDriver, nullptr));
}

bool DriverState::resolve(vm::OpenRequest* request, Term caller) {
  const DriverRef driver = table.find_usable(vm::driver_name(request->command));
  if (!driver) return false;
  request->kind = vm::OpenRequest::Kind::kLoaded;
  request->make_driver = [this, driver, caller, command = request->command](
                             vm::Port& port, Term* why) -> std::unique_ptr<vm::PortDriver> {
    *why = am::badarg;
    // It may have been unloaded meanwhile.
    if (!table.use_for_port(*driver, port.lock().get())) return nullptr;
    auto made = std::make_unique<DriverPort>(port, driver);
    if (!made->start(command, caller, why)) return nullptr;
    return made;
  };
  const bool found = table.with_driver(driver->name, [&](const Driver& known) {
    request->lock = known.lock;
    request->settings.has_driver_lock = static_cast<bool>(known.lock);
    request->settings.takes_force = known.library->has_flag(ERL_DRV_FLAG_SOFT_BUSY);
  });
  return found;
}

void DriverState::close_in_emergency() {
  const auto seconds = vm::Environment::of_program().find("ERL_CRASH_DUMP_SECONDS");
  if (seconds && std::atoi(seconds->c_str()) == 0) return;
  table.for_each_port([](DriverPort& port) { port.close_in_emergency(); });
}

bool DriverState::stop() {
  bool jobs_ended = true;
  for (const auto& thread : async)
    jobs_ended = thread->stop(vm::DirtySchedulers::Halt::kWaits) && jobs_ended;
  // A job that cannot be ended may use its port.
  if (jobs_ended) table.stop();
  return jobs_ended;
}

}  // namespace bif
