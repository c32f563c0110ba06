// What the machine's threads spend their time on: the schedulers, the dirty CPU schedulers and the
// dirty I/O schedulers (vm/io has all of them).
// Threads: any.
#pragma once

#include "vm/base/types.h"

#include <vector>

namespace vm {

class SchedulerSet;

enum class ThreadKind { kScheduler, kDirtyCpu, kDirtyIo };

/// Since the thread began, but for `at_ns`, which is a point in time.
struct ThreadTimes {
  ThreadKind kind = ThreadKind::kScheduler;
  SWord at_ns = 0;
  SWord asleep_ns = 0;      // with nothing to do
  SWord collecting_ns = 0;  // while it is measured, see SchedulerSet::measure_collections()
};
using AllThreadTimes = std::vector<ThreadTimes>;  // always the same threads in the same order

/// All schedulers in the order of their numbers. Takes their locks one after the other.
AllThreadTimes scheduler_times(SchedulerSet& schedulers);

}  // namespace vm
