// DriverTable: the drivers that erl_ddll has loaded, and what processes and ports have to do with
// each. A driver is referred to by each process that has loaded it, once per load, and by its
// ports; without references it is unloaded, or loaded again where that was asked for.
// Invariants: a driver whose library is closed is not in the table. Loading and unloading happen
// one at a time, without the lock, by the thread that has set changing_.
// Ownership: DriverState. A Driver is counted by the table and by its ports.
// Threads: any. Source: erl_ddll(3), driver_entry(3).
#pragma once

#include "bif/driver/library.h"
#include "vm/base/mutex.h"
#include "vm/base/shared.h"
#include "vm/port/port.h"
#include "vm/proc/references.h"

#include <list>
#include <map>
#include <set>
#include <vector>

namespace bif {

class DriverPort;
class DriverTable;

/// A driver by name: its library, its users and its state. Guarded by the table's lock, but for
/// what is constant while there are references.
struct Driver final : vm::Shared {
  enum class Status { kOk, kUnload, kForceUnload, kReload, kForceReload, kPermanent };
  enum class Use { kLoaded, kAwaitsLoad, kAwaitsUnload, kAwaitsUnloadOnly };
  struct User {
    Term pid;
    Use use;
    bool is_dereferenced = false;  // kLoaded: of the library that is to be reloaded
    vm::RefNumber monitor = {};    // not kLoaded
  };
  explicit Driver(std::string given);

  const std::string name;
  const Term name_term;  // as an atom
  std::string path;
  std::unique_ptr<DriverLibrary> library;
  vm::SharedRef<vm::PortLock> lock;  // of its ports; null: each has its own
  bool kills_ports = false;
  Status status = Status::kOk;
  std::list<User> users;  // the latest first
  vm::Word references = 0;
  vm::Word port_count = 0;
  std::map<DriverPort*, vm::SharedRef<vm::Port>> ports;  // those that have not stopped
  std::string reload_path;
  bool reload_kills_ports = false;
};
using DriverRef = vm::SharedRef<Driver>;

class DriverTable {
 public:
  explicit DriverTable(vm::Vm& vm);
  DriverTable(const DriverTable&) = delete;

  enum class When { kNever, kPendingDriver, kPending };
  struct LoadRequest {
    std::string path;
    std::string name;
    bool kills_ports = false;
    When monitor = When::kNever;
    When reload = When::kNever;
  };
  /// What erl_ddll:try_load/3 and try_unload/2 return: {ok, Ok}, {ok, Ok, Monitor}, {error, Error},
  /// or the error of a load.
  struct Answer {
    Term ok = Term::none();     // an atom
    Term error = Term::none();  // an atom
    vm::SWord load_error = DriverLoadError::kNone;
    std::optional<vm::RefNumber> monitor = {};
  };
  /// erl_ddll:try_load/3, by process `p`. Waits while another thread loads or unloads.
  Answer try_load(vm::Process& p, const LoadRequest& request) VM_EXCLUDES(mutex_);
  /// erl_ddll:try_unload/2. Ports that are to be killed are killed before it returns.
  Answer try_unload(vm::Process& p, const std::string& name, bool kills_ports, When monitor)
      VM_EXCLUDES(mutex_);
  /// erl_ddll:monitor(driver, {Name, loaded | unloaded | unloaded_only}); `name_term` is what the
  /// process calls the driver.
  vm::RefNumber monitor(vm::Process& p, const std::string& name, Term name_term, Driver::Use use)
      VM_EXCLUDES(mutex_);
  /// erl_ddll:demonitor/1, for a monitor of process `pid`; no effect if there is none.
  void demonitor(Term pid, vm::RefNumber monitor) VM_EXCLUDES(mutex_);
  /// Process `pid` has ended.
  void process_exited(Term pid) VM_EXCLUDES(mutex_);

  /// The names of all drivers, in the order of loading.
  std::vector<std::string> names() VM_EXCLUDES(mutex_);
  /// Calls `f` with the driver under the lock. False: there is none.
  bool with_driver(const std::string& name, const std::function<void(const Driver&)>& f)
      VM_EXCLUDES(mutex_);

  /// The driver of this name; null if there is none that may have new ports.
  DriverRef find_usable(std::string_view name) VM_EXCLUDES(mutex_);
  /// Makes a reference to the driver, and counts the port, which has this lock. False: the driver
  /// was unloaded or reloaded, or may not have new ports.
  bool use_for_port(Driver& driver, const vm::PortLock* lock) VM_EXCLUDES(mutex_);
  /// Enters a port, which is then stopped with the machine; leave_port() removes it.
  void add_port(Driver& driver, DriverPort& port) VM_EXCLUDES(mutex_);
  /// A port has stopped: it is not counted any more, and its reference goes.
  void leave_port(const DriverRef& driver, DriverPort& port) VM_EXCLUDES(mutex_);
  /// A port with this identifier that has not stopped, whether or not it is open; null if there is
  /// none. `*takes_output`: DriverPort::takes_output().
  vm::SharedRef<vm::Port> find_stopping(Term id, bool* takes_output) VM_EXCLUDES(mutex_);
  /// Calls `f` for each port that has not stopped, without the lock.
  void for_each_port(const std::function<void(DriverPort&)>& f) VM_EXCLUDES(mutex_);
  /// The machine ends: stops all ports.
  void stop() VM_EXCLUDES(mutex_);
  /// A reference for work that outlives a port; release() drops it.
  void retain(Driver& driver) VM_EXCLUDES(mutex_);
  void release(const DriverRef& driver) VM_EXCLUDES(mutex_);
  /// driver_lock_driver(): the driver is never unloaded.
  void make_permanent(Driver& driver) VM_EXCLUDES(mutex_);

 private:
  /// A message to a process that monitors a driver.
  struct Notice {
    Term pid;
    vm::RefNumber monitor;
    Term name;
    Term type;  // 'UP' or 'DOWN'
    Term tag;
    vm::SWord load_error = DriverLoadError::kNone;  // then {Tag, Error}
  };
  using Notices = std::vector<Notice>;

  Driver* find(std::string_view name) VM_REQUIRES(mutex_);
  /// Answers for a driver that is in the table; null: it is to be loaded.
  Answer load_known(Driver& driver, Term pid, const LoadRequest& request, Notices* notices)
      VM_REQUIRES(mutex_);
  Answer start_reload(Driver& driver, Term pid, const LoadRequest& request) VM_REQUIRES(mutex_);
  /// Waits until no other thread loads or unloads.
  void begin_change() VM_REQUIRES(mutex_);
  void end_change() VM_REQUIRES(mutex_);
  void use(Driver& driver, Term pid) VM_REQUIRES(mutex_);
  void add_reference(Driver& driver) VM_REQUIRES(mutex_) { ++driver.references; }
  void drop_reference(Driver& driver) VM_REQUIRES(mutex_);
  void notify_all(Driver& driver, Driver::Use use, Term type, Term tag, Notices* notices)
      VM_REQUIRES(mutex_);
  void cancel_reload(Driver& driver, Notices* notices) VM_REQUIRES(mutex_);
  void kill_ports(const DriverRef& driver) VM_EXCLUDES(mutex_);
  /// The last reference has gone. On the I/O thread.
  void no_more_references(const DriverRef& driver) VM_EXCLUDES(mutex_);
  void reloaded(Driver& driver, std::unique_ptr<DriverLibrary> library, vm::SWord error,
                Notices* notices) VM_REQUIRES(mutex_);
  void send(const Notices& notices) VM_EXCLUDES(mutex_);
  static void set_library(Driver& driver, std::unique_ptr<DriverLibrary> library);

  vm::Vm& vm_;
  vm::Mutex mutex_{vm::LockRank::kNifSelect};
  vm::CondVar changed_;
  bool changing_ VM_GUARDED_BY(mutex_) = false;
  std::vector<DriverRef> drivers_ VM_GUARDED_BY(mutex_);  // in the order of loading
  std::set<vm::Word> pids_ VM_GUARDED_BY(mutex_);         // that have used erl_ddll
  vm::Atomic<vm::Word> pid_count_{0};                     // of pids_; relaxed: most ends find 0
};

/// What erl_ddll says about a library that was not loaded.
Term load_error_term(HeapBuilder& builder, vm::SWord code);

}  // namespace bif
