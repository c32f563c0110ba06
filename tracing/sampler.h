// Sampler: where the machine spends its time, found by looking at the stack of the process that
// runs so many times in a second of running time, without breakpoints. Interpreted and native code
// are alike: both keep the same stack, and give up their scheduler at the same places.
//
// A scheduler adds up how long its time slices took. When that makes an interval, the next process
// whose slice is cut off gets the sample. While samples are taken, slices have random lengths
// (Scheduler::slice_reductions()), so the cut is at any of a process's calls with the same
// probability, in short-lived processes, too. A process that ends its slice itself is not sampled:
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
#include <tuple>
#include <vector>

namespace tracing {

class Sampler {
 public:
  explicit Sampler(vm::Vm& vm) : vm_(vm), clocks_(std::make_unique<Clocks>()) {}
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
  void start(vm::SWord interval_ns) VM_EXCLUDES(mutex_);
  /// Takes no more. Any thread.
  void stop();
  /// What was sampled since start(). Any thread.
  Counts counts() const VM_EXCLUDES(mutex_);

  /// The time slice of `p` took `ns`; it is still with its scheduler. By that scheduler.
  void slice_ended(vm::Process& p, vm::SWord ns) VM_EXCLUDES(mutex_);

 private:
  static constexpr std::size_t kMostSchedulers = 1024;  // as --schedulers allows
  /// The time for which a scheduler has not taken samples yet. On a line of its own, because it is
  /// written with each time slice.
  struct alignas(64) RunClock {
    vm::Atomic<vm::SWord> owed_ns{0};  // relaxed: written by its scheduler only
  };
  using Clocks = std::array<RunClock, kMostSchedulers>;

  vm::Vm& vm_;
  const std::unique_ptr<Clocks> clocks_;
  vm::Atomic<vm::SWord> interval_ns_{0};  // relaxed: advice; 0: off
  mutable vm::Mutex mutex_{vm::LockRank::kBpCounters};
  Counts counts_ VM_GUARDED_BY(mutex_);
};

}  // namespace tracing
