// StepLog: what changes of breakpoints did, step by step, while it is turned on
// (`sonde trace --explain`). Threads: turned on and read by any; written by processes that hold the
// code modification permission. Contract: B4.
#pragma once

#include "tracing/bp_spec.h"
#include "vm/base/mutex.h"
#include "vm/code/code_mod_permission.h"
#include "vm/proc/process.h"

#include <optional>
#include <vector>

namespace tracing {

/// A step of a change. Its number is that of B4.
struct ChangeStep {
  Word change = 0;  // numbers the changes
  unsigned number = 0;
  SWord start_ns = 0;  // monotonic
  SWord ns = 0;
  Word sites = 0;  // functions and exports that the change touches, as far as known
  std::vector<unsigned> waits_for;  // schedulers that ran a process when a wait began, from 1
};

class StepLog {
 public:
  bool is_on() const { return is_on_.load(vm::kRelaxed); }  // relaxed: a change may miss its start
  /// Turns it on or off, and takes what it has.
  std::vector<ChangeStep> turn(bool on) VM_EXCLUDES(mutex_);
  void add(std::vector<ChangeStep> steps) VM_EXCLUDES(mutex_);
  Word next_change() { return last_change_.fetch_add(1, vm::kRelaxed) + 1; }  // relaxed: a number

 private:
  vm::Atomic<bool> is_on_{false};
  vm::Atomic<Word> last_change_{0};
  vm::Mutex mutex_{vm::LockRank::kBpCounters};
  std::vector<ChangeStep> steps_ VM_GUARDED_BY(mutex_);
};

/// The steps of one change, as it goes: at() ends a step and begins the next. Nothing where the log
/// is off. Threads: the process that makes the change, on whichever scheduler.
class StepClock {
 public:
  StepClock(Process& p, StepLog& log);
  /// The end of the change: the log gets its steps.
  ~StepClock();
  StepClock(const StepClock&) = delete;

  void at(unsigned number, Word sites = 0);

 private:
  void finish_step();

  Process& process_;
  StepLog* const log_;  // null: it is off
  std::vector<ChangeStep> steps_;
};

}  // namespace tracing
