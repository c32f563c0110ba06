// How the machine's threads spend their time: the schedulers, and the file threads, which take the
// place of OTP's dirty I/O schedulers. Threads: any.
#pragma once

#include "bif/bif.h"

#include <vector>

namespace bif {

enum class ThreadKind { kScheduler, kDirtyIo };

/// Since the thread began, but for `at_ns`, which is a point in time.
struct ThreadTimes {
  ThreadKind kind = ThreadKind::kScheduler;
  SWord at_ns = 0;
  SWord asleep_ns = 0;      // with nothing to do
  SWord collecting_ns = 0;  // while it is measured, see SchedulerSet::measure_collections()
};

/// All schedulers in the order of their numbers, then all threads for files. Takes their locks one
/// after the other.
std::vector<ThreadTimes> thread_times(Vm& vm);

}  // namespace bif
