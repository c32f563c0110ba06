// ObjectMonitors: the processes that an object of C code monitors: a NIF resource, the driver of a
// port. Derived classes know the object, and notify it. Invariant: a monitor is entered here before
// the process can end and look for it. Ownership: shared by the object and by the monitors at the
// processes, which outlive it. Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/proc/links.h"
#include "vm/proc/references.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace vm {

class ObjectMonitors : public MonitoringObject {
 public:
  /// Monitors process `pid` for the object of `monitors`. Nothing: there is no such process.
  static std::optional<RefNumber> monitor(Vm& vm, const std::shared_ptr<ObjectMonitors>& monitors,
                                          Term pid);
  /// Enters a monitor whose other end its process has already: of one that does not run yet.
  void add(RefNumber monitor, Term pid) VM_EXCLUDES(mutex_);
  /// Ends a monitor. False: there was none.
  bool demonitor(Vm& vm, RefNumber monitor) VM_EXCLUDES(mutex_);
  /// Ends all monitors.
  void demonitor_all(Vm& vm) VM_EXCLUDES(mutex_);
  /// The process that a monitor is for; none() without one.
  Term find(RefNumber monitor) VM_EXCLUDES(mutex_);
  /// The processes of all monitors.
  std::vector<Term> all() VM_EXCLUDES(mutex_);

 protected:
  /// Forgets a monitor: the process that it was for, or none() if there was none.
  Term remove(RefNumber monitor) VM_EXCLUDES(mutex_);

  Mutex mutex_{LockRank::kNifResource};
  std::map<RefNumber, Term> pids_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
