// Differences to when it was switched on: the threads count from their start, for microstates too.
#include "vm/sched/wall_time.h"

#include "vm/proc/process.h"

#include <algorithm>
#include <utility>

namespace vm {

bool WallTime::switch_to(const Process& p, bool on, AllThreadTimes now) {
  MutexLock lock(mutex_);
  const bool was_on = !holders_.is_empty();
  if (on) {
    holders_.add(p.pid);
    if (!was_on) since_ = std::move(now);
  } else {
    holders_.take_back(p.pid);
  }
  is_on_.store(!holders_.is_empty(), kRelaxed);  // relaxed: see the declaration
  return was_on;
}

std::optional<std::vector<WallTime::Share>> WallTime::shares(const AllThreadTimes& now) {
  AllThreadTimes since;
  {
    MutexLock lock(mutex_);
    if (holders_.is_empty()) return std::nullopt;
    since = since_;
  }
  std::vector<Share> shares;
  for (Word i = 0; i < now.size(); ++i) {
    // A process that switches it on between the two looks makes times that are out of order.
    const SWord total = std::max<SWord>(now[i].at_ns - since[i].at_ns, 0);
    const SWord asleep = now[i].asleep_ns - since[i].asleep_ns;
    shares.push_back({now[i].kind, std::clamp<SWord>(total - asleep, 0, total), total});
  }
  return shares;
}

void WallTime::process_exited(const Process& p) {
  if (!is_on_.load(kRelaxed)) return;  // relaxed: see the declaration
  MutexLock lock(mutex_);
  holders_.forget(p.pid);
  is_on_.store(!holders_.is_empty(), kRelaxed);  // relaxed: see the declaration
}

}  // namespace vm
