// For each process four lists by priority, and one of what has to wait.
#include "vm/proc/process_tasks.h"

#include "vm/proc/exit.h"

#include <algorithm>
#include <utility>

namespace vm {

ProcessTasks::Tasks* ProcessTasks::find(const Process& p) const {
  MutexLock lock(mutex_);
  const auto found = tasks_.find(p.pid.bits());
  return found == tasks_.end() ? nullptr : found->second.get();
}

ProcessTasks::Tasks& ProcessTasks::of(const Process& p) {
  MutexLock lock(mutex_);
  std::unique_ptr<Tasks>& tasks = tasks_[p.pid.bits()];
  if (tasks == nullptr) tasks = std::make_unique<Tasks>();
  count_.store(tasks_.size(), kRelaxed);  // relaxed: see has_any()
  return *tasks;
}

void ProcessTasks::forget(const Process& p) {
  if (!has_any()) return;
  std::unique_ptr<Tasks> ended;  // destroyed without the lock: tasks that were not run answer
  {
    MutexLock lock(mutex_);
    const auto found = tasks_.find(p.pid.bits());
    if (found == tasks_.end()) return;
    ended = std::move(found->second);
    tasks_.erase(found);
    count_.store(tasks_.size(), kRelaxed);  // relaxed: see has_any()
  }
}

void ProcessTasks::add(Process& p, std::unique_ptr<ProcessTask> task) {
  p.assert_own_thread();
  List& list = of(p).list(task->priority);
  list.push_back(std::move(task));
}

bool ProcessTasks::hold_collections(Process& p, bool hold) {
  p.assert_own_thread();
  return std::exchange(of(p).holds_collections, hold);
}

bool ProcessTasks::Tasks::has_some() const {
  if (!held.empty() && !holds_collections) return true;
  return std::ranges::any_of(lists, [](const List& list) { return !list.empty(); });
}

bool ProcessTasks::has_some(const Process& p) const {
  const Tasks* tasks = find(p);
  return tasks != nullptr && tasks->has_some();
}

/// The next one to run, or null.
std::unique_ptr<ProcessTask> ProcessTasks::Tasks::next() {
  const auto found = std::ranges::find_if(lists, [](const List& each) { return !each.empty(); });
  if (found == std::end(lists)) return nullptr;
  List* from = found;
  List& low = list(Priority::kLow);
  if (from == &list(Priority::kNormal) && !low.empty() && normal_since_low++ == kLowEvery)
    from = &low;
  if (from == &low) normal_since_low = 0;
  std::unique_ptr<ProcessTask> task = std::move(from->front());
  from->pop_front();
  return task;
}

void ProcessTasks::run_those_of(Process& p) {
  Tasks* tasks = find(p);
  if (tasks == nullptr) return;
  if (!tasks->holds_collections) {
    for (std::unique_ptr<ProcessTask>& task : std::exchange(tasks->held, {})) {
      List& list = tasks->list(task->priority);
      list.push_back(std::move(task));
    }
  }
  while (!is_exiting(p)) {
    std::unique_ptr<ProcessTask> task = tasks->next();
    if (task == nullptr) break;
    if (task->collects && tasks->holds_collections) {
      tasks->held.push_back(std::move(task));
    } else {
      task->run(p);
    }
  }
  if (!tasks->is_needed()) forget(p);
}

}  // namespace vm
