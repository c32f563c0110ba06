// Sums of differences: the threads count from their start.
#include "vm/sched/microstates.h"

#include "vm/sched/scheduler.h"

#include <algorithm>

namespace vm {

Microstates::Sums Microstates::counted(const AllThreadTimes& now) const {
  Sums sums = done_;
  sums.resize(now.size());
  for (Word i = 0; is_on_ && i < now.size(); ++i) {
    sums[i].all_ns += now[i].at_ns - since_[i].at_ns;
    sums[i].sleep_ns += now[i].asleep_ns - since_[i].asleep_ns;
    sums[i].gc_ns += now[i].collecting_ns - since_[i].collecting_ns;
  }
  return sums;
}

bool Microstates::switch_to(bool on, const AllThreadTimes& now) {
  MutexLock lock(mutex_);
  const bool was_on = is_on_;
  if (on == was_on) return was_on;
  schedulers_.measure_collections(on);
  if (on) {
    since_ = now;
  } else {
    done_ = counted(now);
  }
  is_on_ = on;
  return was_on;
}

bool Microstates::reset(const AllThreadTimes& now) {
  MutexLock lock(mutex_);
  done_.clear();
  if (is_on_) since_ = now;
  return is_on_;
}

std::vector<Microstates::Counters> Microstates::counters(const AllThreadTimes& now) {
  Sums sums;
  {
    MutexLock lock(mutex_);
    sums = counted(now);
  }
  std::vector<Counters> result;
  for (Word i = 0; i < sums.size(); ++i) {
    // Processes that ask and switch at once may see times out of order.
    const SWord emulator = std::max<SWord>(sums[i].all_ns - sums[i].sleep_ns - sums[i].gc_ns, 0);
    result.push_back({now[i].kind, emulator, sums[i].sleep_ns, sums[i].gc_ns});
  }
  return result;
}

}  // namespace vm
