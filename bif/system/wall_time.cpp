// Differences to when it was switched on: the threads count from their start, for microstates too.
#include "bif/system/wall_time.h"

#include "vm/proc/process.h"

#include <algorithm>

namespace bif {

bool WallTime::switch_to(Process& p, bool on) {
  // Before the lock: it takes the schedulers' locks.
  std::vector<ThreadTimes> now = thread_times(p.vm);
  vm::MutexLock lock(mutex_);
  const bool was_on = !holders_.is_empty();
  if (on) {
    holders_.add(p.pid);
    if (!was_on) since_ = std::move(now);
  } else {
    holders_.take_back(p.pid);
  }
  is_on_.store(!holders_.is_empty(), vm::kRelaxed);  // relaxed: see the declaration
  return was_on;
}

Term WallTime::to_list(Vm& vm, HeapBuilder& builder, Threads which) {
  const std::vector<ThreadTimes> now = thread_times(vm);
  std::vector<ThreadTimes> since;
  {
    vm::MutexLock lock(mutex_);
    if (holders_.is_empty()) return am::undefined;
    since = since_;
  }
  std::vector<Term> rows;
  for (Word i = 0; i < now.size(); ++i) {
    if (which == Threads::kSchedulers && now[i].kind != ThreadKind::kScheduler) continue;
    // A process that switches it on between the two readings above can put the times out of order.
    const SWord total = std::max<SWord>(now[i].at_ns - since[i].at_ns, 0);
    const SWord asleep = now[i].asleep_ns - since[i].asleep_ns;
    const SWord active = std::clamp<SWord>(total - asleep, 0, total);
    rows.push_back(builder.tuple(Term::small(static_cast<SWord>(i) + 1), builder.integer(active),
                                 builder.integer(total)));
  }
  return builder.list_from(rows);
}

void WallTime::process_exited(const Process& p) {
  if (!is_on_.load(vm::kRelaxed)) return;  // relaxed: see the declaration
  vm::MutexLock lock(mutex_);
  holders_.forget(p.pid);
  is_on_.store(!holders_.is_empty(), vm::kRelaxed);  // relaxed: see the declaration
}

}  // namespace bif
