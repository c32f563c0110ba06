// Sampler: where the machine spends its time, found by looking at the stack of the process that
// runs so many times in a second of running time, without breakpoints. Interpreted and native code
// are alike: both keep the same stack, and give up their scheduler at the same places.
//
// A clock that a thread of the sampler advances in each interval says how long slices took: most
// take no time, and some a whole step, so that the sum is right. To read an exact clock twice in a
// slice takes longer than many slices do, where processes send each other short messages. The
// steps have random lengths, so that they do not follow what the program does.
//
// A scheduler adds up how long its time slices took. When that makes an interval, it owes a sample:
// from then on its slices have random lengths (Scheduler::slice_reductions()), so the cut is at any
// of a process's calls with the same probability, in short-lived processes, too. The next process
// whose slice is cut off gets the sample. A process that ends its slice itself is not sampled:
// it would always show where it waits. A slice longer than the interval is one long native
// function, which has just returned: its process gets the samples. So what is counted is time, at
// the next call or return behind it.
//
// Samples of the same stack and the same name of process are one entry with a count, so memory is
// bounded by what the program does, not by how long it runs.
// Ownership: Tracing. Threads: as said at each function.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process.h"

#include <array>
#include <map>
#include <memory>
#include <thread>
#include <tuple>
#include <vector>

namespace tracing {

class Sampler {
 public:
  explicit Sampler(vm::Vm& vm) : vm_(vm), clocks_(std::make_unique<Clocks>()) {}
  ~Sampler() { stop(); }
  Sampler(const Sampler&) = delete;

  /// Module, function and arity: comparable.
  using Function = std::tuple<vm::Word, vm::Word, vm::Word>;
  struct Stack {
    vm::Word name = 0;                // an atom: the registered name; 0: none
    Function start;                   // the initial call, of proc_lib where it knows it
    std::vector<Function> functions;  // the innermost first
    auto operator<=>(const Stack&) const = default;
  };
  using Counts = std::map<Stack, vm::Word>;

  /// Takes samples from now on, one for each `interval_ns` (> 0); earlier ones are forgotten. Any
  /// thread.
  void start(vm::SWord interval_ns) VM_EXCLUDES(mutex_, steps_mutex_);
  /// Takes no more. Any thread.
  void stop() VM_EXCLUDES(steps_mutex_);
  /// What was sampled since start(). Any thread.
  Counts counts() const VM_EXCLUDES(mutex_);

  /// The time slice of `p` began at `start_ns` and took `ns`; it is still with its scheduler. By
  /// that scheduler.
  void slice_ended(vm::Process& p, vm::SWord start_ns, vm::SWord ns) VM_EXCLUDES(mutex_);

 private:
  static constexpr std::size_t kMostSchedulers = 1024;  // as --schedulers allows
  /// The time for which a scheduler has not taken samples yet. On a line of its own, because it is
  /// written with each time slice.
  struct alignas(64) RunClock {
    vm::Atomic<vm::SWord> owed_ns{0};  // relaxed: written by its scheduler only
  };
  using Clocks = std::array<RunClock, kMostSchedulers>;

  /// What the thread does until stop().
  void advance_clock(vm::SWord interval_ns) VM_EXCLUDES(steps_mutex_);

  vm::Vm& vm_;
  const std::unique_ptr<Clocks> clocks_;
  vm::Atomic<vm::SWord> interval_ns_{0};     // relaxed: advice; 0: off
  vm::Atomic<vm::SWord> step_before_ns_{0};  // relaxed: the step before the clock's present one
  vm::Mutex steps_mutex_{vm::LockRank::kIoOutput};
  vm::CondVar stopped_;
  std::thread thread_ VM_GUARDED_BY(steps_mutex_);  // advances the clock
  bool is_stopping_ VM_GUARDED_BY(steps_mutex_) = false;
  mutable vm::Mutex mutex_{vm::LockRank::kBpCounters};
  Counts counts_ VM_GUARDED_BY(mutex_);
};

}  // namespace tracing
