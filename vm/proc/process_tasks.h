// ProcessTasks: what processes have asked others to do in their own context, between two of their
// time slices: collect garbage, look for old code. Each task has the priority of the process that
// asked: max before high, and both before the others; a task of low priority comes after kLowEvery
// of normal ones. While a process holds its collections back (for tests), tasks that collect wait.
// Processes with tasks are few: the others cost a test of a count.
// Ownership: MultiScheduling; the tasks of a process end with it.
// Threads: the map any, under the lock; the tasks of one process the thread that runs it.
// Source: erts_internal:request_system_task/3 as OTP's process_SUITE uses it.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace vm {

/// One request. Its destructor answers, if run() was never called: the process has ended.
class ProcessTask {
 public:
  ProcessTask(Priority its_priority, bool is_collection)
      : priority(its_priority), collects(is_collection) {}
  virtual ~ProcessTask() = default;
  ProcessTask(const ProcessTask&) = delete;
  /// In the context of the process, its registers are saved; may collect.
  virtual void run(Process& p) = 0;
  const Priority priority;
  const bool collects;
};

/// Every function is called in the context of its process.
class ProcessTasks {
 public:
  /// Adds a task; it is run before the next time slice of the process.
  void add(Process& p, std::unique_ptr<ProcessTask> task);
  /// Whether there is one that can be run now.
  bool wait_in(const Process& p) const { return has_any() && has_some(p); }
  /// Runs all that can be run now. Between two time slices.
  void run_all(Process& p) {
    if (has_any()) [[unlikely]]
      run_those_of(p);
  }
  /// The process ends.
  void forget(const Process& p);
  /// Tasks that collect wait, until they are no longer held back. Returns what was set before.
  bool hold_collections(Process& p, bool hold);

 private:
  using List = std::deque<std::unique_ptr<ProcessTask>>;
  static constexpr unsigned kPriorities = 4;
  static constexpr unsigned kLowEvery = 8;
  struct Tasks {
    List lists[kPriorities];
    List held;  // those that collect, while they are held back
    unsigned normal_since_low = 0;
    bool holds_collections = false;
    List& list(Priority priority) { return lists[static_cast<unsigned>(priority)]; }
    bool has_some() const;
    bool is_needed() const { return holds_collections || !held.empty() || has_some(); }
    std::unique_ptr<ProcessTask> next();
  };
  bool has_any() const { return count_.load(kRelaxed) != 0; }  // relaxed: a process sees its own
  bool has_some(const Process& p) const;
  void run_those_of(Process& p);
  Tasks* find(const Process& p) const VM_EXCLUDES(mutex_);
  Tasks& of(const Process& p) VM_EXCLUDES(mutex_);

  mutable Mutex mutex_{LockRank::kIoOutput};
  std::unordered_map<Word, std::unique_ptr<Tasks>> tasks_ VM_GUARDED_BY(mutex_);  // by pid's bits
  Atomic<Word> count_{0};                                                         // of tasks_
};

}  // namespace vm
