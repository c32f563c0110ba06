// The two signals that an object's monitors send: one enters a monitor at the process, one removes
// it there.
#include "vm/proc/object_monitors.h"

#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"

#include <utility>

namespace vm {
namespace {

/// Enters a monitor at the monitored process. A process that ends first has never had it.
struct MonitorRequest final : CallSignal {
  MonitorRequest(Vm& vm, Term pid, std::shared_ptr<ObjectMonitors> monitors, RefNumber number)
      : CallSignal(enter), vm(vm), pid(pid), monitors(std::move(monitors)), number(number) {}
  ~MonitorRequest() override {
    if (monitors != nullptr) monitors->process_down(vm, pid, number);
  }
  static void enter(Process& p, CallSignal& self) {
    auto& request = static_cast<MonitorRequest&>(self);
    links_of(p).monitored_by[request.number] = {Term::none(), Term::none(),
                                                std::move(request.monitors)};
  }
  Vm& vm;
  const Term pid;
  std::shared_ptr<ObjectMonitors> monitors;
  const RefNumber number;
};

/// Removes it there.
struct DemonitorRequest final : CallSignal {
  explicit DemonitorRequest(RefNumber number) : CallSignal(remove), number(number) {}
  static void remove(Process& p, CallSignal& self) {
    if (p.links != nullptr)
      p.links->monitored_by.erase(static_cast<DemonitorRequest&>(self).number);
  }
  const RefNumber number;
};

void send_demonitor(Vm& vm, Term pid, RefNumber number) {
  const ThreadProgress::Visit visit(*vm.progress);
  push_signal(vm, pid, std::make_unique<DemonitorRequest>(number));
}

}  // namespace

std::optional<RefNumber> ObjectMonitors::monitor(Vm& vm,
                                                 const std::shared_ptr<ObjectMonitors>& monitors,
                                                 Term pid) {
  const RefNumber number = next_ref_number(vm);
  {
    const MutexLock lock(monitors->mutex_);
    monitors->pids_.emplace(number, pid);
  }
  const ThreadProgress::Visit visit(*vm.progress);
  Process* process = vm.processes->find(pid);
  auto request = std::make_unique<MonitorRequest>(vm, pid, monitors, number);
  if (process == nullptr || !push_signal(*process, request.get())) {
    request->monitors = nullptr;
    monitors->remove(number);
    return std::nullopt;
  }
  static_cast<void>(request.release());
  return number;
}

void ObjectMonitors::add(RefNumber monitor, Term pid) {
  const MutexLock lock(mutex_);
  pids_.emplace(monitor, pid);
}

bool ObjectMonitors::demonitor(Vm& vm, RefNumber monitor) {
  const Term pid = remove(monitor);
  if (pid.has_value()) send_demonitor(vm, pid, monitor);
  return pid.has_value();
}

void ObjectMonitors::demonitor_all(Vm& vm) {
  std::map<RefNumber, Term> ended;
  {
    const MutexLock lock(mutex_);
    ended.swap(pids_);
  }
  for (const auto& [monitor, pid] : ended) send_demonitor(vm, pid, monitor);
}

Term ObjectMonitors::find(RefNumber monitor) {
  const MutexLock lock(mutex_);
  const auto found = pids_.find(monitor);
  return found == pids_.end() ? Term::none() : found->second;
}

std::vector<Term> ObjectMonitors::all() {
  const MutexLock lock(mutex_);
  std::vector<Term> pids;
  for (const auto& [monitor, pid] : pids_) pids.push_back(pid);
  return pids;
}

Term ObjectMonitors::remove(RefNumber monitor) {
  const MutexLock lock(mutex_);
  const auto found = pids_.find(monitor);
  if (found == pids_.end()) return Term::none();
  const Term pid = found->second;
  pids_.erase(found);
  return pid;
}

}  // namespace vm
