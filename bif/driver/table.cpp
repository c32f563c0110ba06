// The states of a driver, as erl_ddll(3) has them. What is to be sent, and ports that are to be
// killed, wait until the lock is released.
#include "bif/driver/table.h"

#include "bif/driver/driver_port.h"
#include "bif/nif/environment.h"
#include "bif/nif/nif_state.h"
#include "vm/io/io.h"
#include "vm/port/linked_in.h"
#include "vm/port/port_table.h"
#include "vm/proc/send.h"
#include "vm/term/copy.h"

#include <algorithm>

namespace bif {
namespace {

bool is_last_user(const Driver& driver, Term pid) {
  const auto loaded = [](const Driver::User& user) { return user.use == Driver::Use::kLoaded; };
  const auto own = [&](const Driver::User& user) { return loaded(user) && user.pid == pid; };
  return std::ranges::count_if(driver.users, loaded) == 1 && std::ranges::any_of(driver.users, own);
}

bool has_users(const Driver& driver) {
  return std::ranges::any_of(
      driver.users, [](const Driver::User& user) { return user.use == Driver::Use::kLoaded; });
}

auto find_user(Driver& driver, Term pid) {
  return std::ranges::find_if(driver.users, [&](const Driver::User& user) {
    return user.use == Driver::Use::kLoaded && user.pid == pid;
  });
}

bool is_reloading(const Driver& driver) {
  return driver.status == Driver::Status::kReload || driver.status == Driver::Status::kForceReload;
}

bool takes_ports(const Driver& driver) {
  return driver.status != Driver::Status::kForceUnload &&
         driver.status != Driver::Status::kForceReload;
}

}  // namespace

Driver::Driver(std::string given)
    : name(std::move(given)), name_term(vm::intern_atom(name).value()) {}

DriverTable::DriverTable(vm::Vm& vm) : vm_(vm) {
  vm.at_process_exit([this](vm::Process& p) {
    // relaxed: the process itself has added its pid
    if (pid_count_.load(vm::kRelaxed) != 0) process_exited(p.pid);
  });
}

Driver* DriverTable::find(std::string_view name) {
  const auto found =
      std::ranges::find_if(drivers_, [&](const DriverRef& driver) { return driver->name == name; });
  return found == drivers_.end() ? nullptr : found->get();
}

void DriverTable::set_library(Driver& driver, std::unique_ptr<DriverLibrary> library) {
  driver.library = std::move(library);
  driver.lock = driver.library->has_flag(ERL_DRV_FLAG_USE_PORT_LOCKING)
                    ? vm::SharedRef<vm::PortLock>()
                    : vm::make_shared_ref<vm::PortLock>();
}

void DriverTable::begin_change() {
  while (changing_) changed_.wait(mutex_);
  changing_ = true;
}
void DriverTable::end_change() {
  changing_ = false;
  changed_.notify_all();
}

void DriverTable::use(Driver& driver, Term pid) {
  driver.users.push_front({pid, Driver::Use::kLoaded});
  if (pids_.insert(pid.bits()).second) pid_count_.fetch_add(1, vm::kRelaxed);  // relaxed: a count
}

void DriverTable::drop_reference(Driver& driver) {
  if (--driver.references != 0) return;
  vm_.io->thread.on_loop([this, ref = DriverRef(&driver)](uv_loop_t*) {
    const vm::ThreadProgress::Visit visit(vm_.io->thread.participant());
    no_more_references(ref);
  });
}

// --- loading ---

DriverTable::Answer DriverTable::start_reload(Driver& driver, Term pid,
                                              const LoadRequest& request) {
  if (request.reload == When::kPendingDriver && !is_last_user(driver, pid))
    return {.error = am::pending_process};
  if (driver.kills_ports != request.kills_ports) return {.error = am::inconsistent};
  const auto own = find_user(driver, pid);
  if (own == driver.users.end()) return {.error = am::not_loaded_by_this_process};
  driver.users.erase(own);
  // Held until the end of this function: the users' references go, and it must not be the last.
  add_reference(driver);
  drop_reference(driver);
  for (Driver::User& user : driver.users) {
    if (user.use != Driver::Use::kLoaded) continue;
    user.is_dereferenced = true;
    drop_reference(driver);
  }
  driver.users.push_front({pid, Driver::Use::kLoaded, true});
  driver.status = Driver::Status::kReload;
  driver.reload_path = request.path;
  driver.reload_kills_ports = request.kills_ports;
  drop_reference(driver);
  return {.ok = request.reload == When::kPendingDriver ? am::pending_driver : am::pending_process};
}

DriverTable::Answer DriverTable::load_known(Driver& driver, Term pid, const LoadRequest& request,
                                            Notices* notices) {
  using Status = Driver::Status;
  if (driver.status == Status::kPermanent) return {.error = am::permanent};
  const bool reloads = is_reloading(driver);
  if (request.reload != When::kNever) {
    if (driver.status == Status::kOk) return start_reload(driver, pid, request);
    return {.error = reloads ? am::pending_reload : am::not_loaded_by_this_process};
  }
  const std::string& path = reloads ? driver.reload_path : driver.path;
  const bool kills_ports = reloads ? driver.reload_kills_ports : driver.kills_ports;
  if (path != request.path || kills_ports != request.kills_ports)
    return {.error = am::inconsistent};
  if (driver.status != Status::kOk && !reloads) {
    driver.status = Status::kOk;
    notify_all(driver, Driver::Use::kAwaitsUnload, am::UP, am::unload_cancelled, notices);
  }
  use(driver, pid);
  if (reloads) {
    // Its reference is made when the driver has been reloaded.
    driver.users.front().is_dereferenced = true;
    return {.ok = am::pending_driver};
  }
  add_reference(driver);
  return {.ok = am::already_loaded};
}

DriverTable::Answer DriverTable::try_load(vm::Process& p, const LoadRequest& request) {
  Notices notices;
  Answer answer;
  DriverRef killed;
  Term new_driver;
  {
    vm::MutexLock lock(mutex_);
    begin_change();
    Driver* driver = find(request.name);
    if (driver != nullptr) {
      const bool was_reloading = is_reloading(*driver);
      answer = load_known(*driver, p.pid, request, &notices);
      const bool starts_reload = request.reload != When::kNever && answer.ok.has_value();
      const bool waits = request.monitor != When::kNever || was_reloading;
      if (answer.ok.has_value() && waits && is_reloading(*driver)) {
        answer.monitor = vm::next_ref_number(vm_);
        driver->users.push_front({p.pid, Driver::Use::kAwaitsLoad, false, *answer.monitor});
      }
      if (starts_reload && driver->kills_ports) {
        killed = DriverRef(driver);
        driver->status = Driver::Status::kForceReload;
        add_reference(*driver);
      }
    } else if (vm::is_linked_in(request.name)) {
      answer.error = am::linked_in_driver;
    } else if (request.reload != When::kNever) {
      answer.error = am::not_loaded;
    } else {
      mutex_.unlock();
      const DriverRef loaded = vm::make_shared_ref<Driver>(request.name);
      std::unique_ptr<DriverLibrary> library =
          DriverLibrary::open(request.path, request.name, &answer.load_error);
      mutex_.lock();
      if (library != nullptr) {
        set_library(*loaded, std::move(library));
        loaded->path = request.path;
        loaded->kills_ports = request.kills_ports;
        use(*loaded, p.pid);
        add_reference(*loaded);
        drivers_.push_back(loaded);
        answer.ok = am::loaded;
        new_driver = loaded->name_term;
      }
    }
    end_change();
  }
  if (new_driver.has_value()) NifState::of(vm_).add_taint(new_driver);
  send(notices);
  if (killed) {
    kill_ports(killed);
    release(killed);
  }
  return answer;
}

// --- unloading ---

DriverTable::Answer DriverTable::try_unload(vm::Process& p, const std::string& name,
                                            bool kills_ports, When monitor) {
  Notices notices;
  Answer answer;
  DriverRef killed;
  {
    vm::MutexLock lock(mutex_);
    begin_change();
    end_change();
    Driver* driver = find(name);
    if (driver == nullptr)
      return {.error = vm::is_linked_in(name) ? am::linked_in_driver : am::not_loaded};
    if (driver->status == Driver::Status::kPermanent) return {.error = am::permanent};
    const auto own = find_user(*driver, p.pid);
    if (own == driver->users.end() && has_users(*driver))
      return {.error = am::not_loaded_by_this_process};
    const DriverRef keep(driver);
    add_reference(*driver);
    if (own != driver->users.end()) {
      if (!own->is_dereferenced) drop_reference(*driver);
      driver->users.erase(own);
    }
    bool waits = monitor != When::kNever;
    if (has_users(*driver)) {
      answer.ok = am::pending_process;
      waits = monitor == When::kPending;
    } else {
      cancel_reload(*driver, &notices);
      driver->status = Driver::Status::kUnload;
      if ((kills_ports || driver->kills_ports) && driver->port_count > 0) {
        killed = keep;
        driver->status = Driver::Status::kForceUnload;
        add_reference(*driver);
      }
      answer.ok = am::pending_driver;
    }
    if (waits) {
      answer.monitor = vm::next_ref_number(vm_);
      driver->users.push_front({p.pid, Driver::Use::kAwaitsUnload, false, *answer.monitor});
      if (pids_.insert(p.pid.bits()).second)
        pid_count_.fetch_add(1, vm::kRelaxed);  // relaxed: a count
    }
    drop_reference(*driver);
  }
  send(notices);
  if (killed) {
    kill_ports(killed);
    release(killed);
  }
  return answer;
}

void DriverTable::cancel_reload(Driver& driver, Notices* notices) {
  if (!is_reloading(driver)) return;
  notify_all(driver, Driver::Use::kAwaitsLoad, am::DOWN, am::load_cancelled, notices);
  driver.reload_path.clear();
  driver.reload_kills_ports = false;
}

void DriverTable::process_exited(Term pid) {
  Notices notices;
  std::vector<DriverRef> killed;
  {
    vm::MutexLock lock(mutex_);
    if (pids_.erase(pid.bits()) == 0) return;
    pid_count_.fetch_sub(1, vm::kRelaxed);  // relaxed: a count
    for (const DriverRef& driver : drivers_) {
      if (driver->status == Driver::Status::kPermanent) continue;
      const bool had_users = has_users(*driver);
      for (auto user = driver->users.begin(); user != driver->users.end();) {
        if (user->pid != pid) {
          ++user;
          continue;
        }
        if (user->use == Driver::Use::kLoaded && !user->is_dereferenced) drop_reference(*driver);
        user = driver->users.erase(user);
      }
      if (!had_users || has_users(*driver)) continue;
      cancel_reload(*driver, &notices);
      driver->status = Driver::Status::kUnload;
      if (driver->port_count == 0 || !driver->kills_ports) continue;
      driver->status = Driver::Status::kForceUnload;
      add_reference(*driver);
      killed.push_back(driver);
    }
  }
  send(notices);
  for (const DriverRef& driver : killed) {
    kill_ports(driver);
    release(driver);
  }
}

void DriverTable::kill_ports(const DriverRef& driver) {
  std::map<DriverPort*, vm::SharedRef<vm::Port>> ports;
  {
    vm::MutexLock lock(mutex_);
    ports = driver->ports;
  }
  const Term reason = am::driver_unloaded;
  for (const auto& [port, keep] : ports) port->kill(reason);
}

vm::SharedRef<vm::Port> DriverTable::find_stopping(Term id, bool* takes_output) {
  vm::MutexLock lock(mutex_);
  for (const DriverRef& driver : drivers_) {
    for (const auto& [port, keep] : driver->ports) {
      if (keep->id != id) continue;
      *takes_output = port->takes_output();
      return keep;
    }
  }
  return {};
}

void DriverTable::for_each_port(const std::function<void(DriverPort&)>& f) {
  std::map<DriverPort*, vm::SharedRef<vm::Port>> ports;
  {
    vm::MutexLock lock(mutex_);
    for (const DriverRef& driver : drivers_)
      ports.insert(driver->ports.begin(), driver->ports.end());
  }
  for (const auto& [port, keep] : ports) f(*port);
}

void DriverTable::stop() {
  for_each_port([](DriverPort& port) { port.stop_with_machine(); });
}

void DriverTable::no_more_references(const DriverRef& driver) {
  Notices notices;
  {
    vm::MutexLock lock(mutex_);
    begin_change();
    const bool is_unused = driver->references == 0 && driver->library != nullptr;
    if (is_unused) {
      // Not found by name while its code goes: `finish` may take its time.
      std::erase(drivers_, driver);
      std::unique_ptr<DriverLibrary> library = std::move(driver->library);
      const bool reloads = is_reloading(*driver);
      const std::string path = driver->reload_path;
      vm::SWord error = DriverLoadError::kNone;
      mutex_.unlock();
      library.reset();
      if (reloads) library = DriverLibrary::open(path, driver->name, &error);
      mutex_.lock();
      notify_all(*driver, Driver::Use::kAwaitsUnload, am::DOWN, am::unloaded, &notices);
      notify_all(*driver, Driver::Use::kAwaitsUnloadOnly, am::DOWN, am::unloaded, &notices);
      if (reloads) reloaded(*driver, std::move(library), error, &notices);
    }
    end_change();
  }
  send(notices);
}

void DriverTable::reloaded(Driver& driver, std::unique_ptr<DriverLibrary> library, vm::SWord error,
                           Notices* notices) {
  if (library == nullptr) {
    for (const Driver::User& user : driver.users) {
      if (user.use == Driver::Use::kAwaitsLoad)
        notices->push_back(
            {user.pid, user.monitor, driver.name_term, am::DOWN, am::load_failure, error});
    }
    driver.users.clear();
    return;
  }
  notify_all(driver, Driver::Use::kAwaitsLoad, am::UP, am::loaded, notices);
  set_library(driver, std::move(library));
  driver.path = std::exchange(driver.reload_path, {});
  driver.kills_ports = driver.reload_kills_ports;
  driver.status = Driver::Status::kOk;
  drivers_.push_back(DriverRef(&driver));
  for (Driver::User& user : driver.users) {
    if (!std::exchange(user.is_dereferenced, false)) continue;
    add_reference(driver);
  }
}

// --- monitors ---

vm::RefNumber DriverTable::monitor(vm::Process& p, const std::string& name, Term name_term,
                                   Driver::Use use) {
  const vm::RefNumber number = vm::next_ref_number(vm_);
  Notice notice{p.pid, number, name_term, am::DOWN, am::unloaded};
  {
    vm::MutexLock lock(mutex_);
    begin_change();
    end_change();
    Driver* driver = find(name);
    const bool is_permanent =
        driver == nullptr ? vm::is_linked_in(name) : driver->status == Driver::Status::kPermanent;
    const bool awaits_load = use == Driver::Use::kAwaitsLoad;
    if (is_permanent) {
      notice.type = am::UP;
      notice.tag = am::permanent;
    } else if (driver != nullptr && awaits_load && driver->status == Driver::Status::kOk) {
      notice.type = am::UP;
      notice.tag = am::loaded;
    } else if (driver != nullptr && awaits_load && !is_reloading(*driver)) {
      notice.tag = am::load_cancelled;
    } else if (driver != nullptr) {
      driver->users.push_front({p.pid, use, false, number});
      if (pids_.insert(p.pid.bits()).second)
        pid_count_.fetch_add(1, vm::kRelaxed);  // relaxed: a count
      return number;
    }
  }
  send({notice});
  return number;
}

void DriverTable::demonitor(Term pid, vm::RefNumber monitor) {
  vm::MutexLock lock(mutex_);
  for (const DriverRef& driver : drivers_) {
    std::erase_if(driver->users, [&](const Driver::User& user) {
      return user.use != Driver::Use::kLoaded && user.pid == pid && user.monitor == monitor;
    });
  }
}

void DriverTable::notify_all(Driver& driver, Driver::Use use, Term type, Term tag,
                             Notices* notices) {
  for (auto user = driver.users.begin(); user != driver.users.end();) {
    if (user->use != use) {
      ++user;
      continue;
    }
    notices->push_back({user->pid, user->monitor, driver.name_term, type, tag});
    user = driver.users.erase(user);
  }
}

void DriverTable::send(const Notices& notices) {
  for (const Notice& notice : notices) {
    HeapBuilder builder(vm::Word{64});
    const Term name = vm::copy_term(builder, notice.name, nullptr);
    Term tag = notice.tag;
    if (notice.load_error != DriverLoadError::kNone)
      tag = builder.tuple(tag, load_error_term(builder, notice.load_error));
    const Term message = builder.tuple(notice.type, vm::make_ref(builder, notice.monitor),
                                       Term(am::driver), name, tag);
    vm::send_from_machine(vm_, Term::none(), notice.pid, message, builder.take_fragments());
  }
}

// --- questions ---

std::vector<std::string> DriverTable::names() {
  vm::MutexLock lock(mutex_);
  std::vector<std::string> names;
  for (const DriverRef& driver : drivers_) names.push_back(driver->name);
  return names;
}

bool DriverTable::with_driver(const std::string& name,
                              const std::function<void(const Driver&)>& f) {
  vm::MutexLock lock(mutex_);
  const Driver* driver = find(name);
  if (driver != nullptr) f(*driver);
  return driver != nullptr;
}

// --- ports ---

DriverRef DriverTable::find_usable(std::string_view name) {
  vm::MutexLock lock(mutex_);
  begin_change();
  end_change();
  Driver* driver = find(name);
  return DriverRef(driver != nullptr && takes_ports(*driver) ? driver : nullptr);
}

bool DriverTable::use_for_port(Driver& driver, const vm::PortLock* own_lock) {
  vm::MutexLock lock(mutex_);
  const bool is_same = driver.library != nullptr && (!driver.lock || driver.lock.get() == own_lock);
  if (!is_same || !takes_ports(driver)) return false;
  add_reference(driver);
  ++driver.port_count;
  return true;
}

void DriverTable::add_port(Driver& driver, DriverPort& port) {
  vm::MutexLock lock(mutex_);
  driver.ports.emplace(&port, vm::SharedRef<vm::Port>(&port.port()));
}

void DriverTable::leave_port(const DriverRef& driver, DriverPort& port) {
  vm::SharedRef<vm::Port> last;  // dropped without the lock
  vm::MutexLock lock(mutex_);
  const auto found = driver->ports.find(&port);
  last = std::move(found->second);
  driver->ports.erase(found);
  --driver->port_count;
  drop_reference(*driver);
}

void DriverTable::retain(Driver& driver) {
  vm::MutexLock lock(mutex_);
  add_reference(driver);
}
void DriverTable::release(const DriverRef& driver) {
  vm::MutexLock lock(mutex_);
  drop_reference(*driver);
}

void DriverTable::make_permanent(Driver& driver) {
  Notices notices;
  {
    vm::MutexLock lock(mutex_);
    if (driver.status == Driver::Status::kPermanent) return;
    for (const Driver::Use use :
         {Driver::Use::kAwaitsLoad, Driver::Use::kAwaitsUnload, Driver::Use::kAwaitsUnloadOnly})
      notify_all(driver, use, am::UP, am::permanent, &notices);
    driver.users.clear();
    add_reference(driver);
    driver.status = Driver::Status::kPermanent;
  }
  send(notices);
}

Term load_error_term(HeapBuilder& builder, vm::SWord code) {
  const Term name = DriverLoadError::name(code);
  return name.has_value() ? name : builder.tuple(am::open_error, Term::small(code));
}

}  // namespace bif
