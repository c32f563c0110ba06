// Natives that would keep their scheduler for long in something that cannot be done in parts, as it
// must be visible all at once, or is a library of its own: they do it on a dirty scheduler for
// computing. Threads: as vm/proc/outside_work.h.
#pragma once

#include "vm/proc/outside_work.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/thread_progress.h"
#include "vm/vm.h"

namespace vm {

/// Does `work` on a dirty scheduler of this kind, and answers `answer(Result&)` in the process.
template <class Work, class Answer>
Operation work_on_dirty(Process& p, DirtySchedulers::Kind kind, Work work, Answer answer) {
  const auto start = [&p, kind](std::function<void()> job) {
    DirtyThreads& dirty = p.vm.multi_scheduling->dirty();
    DirtySchedulers& threads =
        kind == DirtySchedulers::Kind::kComputing ? dirty.computing : dirty.waiting;
    return threads.run(p.pid, p.flags.priority, std::move(job), DirtySchedulers::Halt::kAtOnce);
  };
  return work_elsewhere(p, start, std::move(work), std::move(answer));
}

/// A native's end: the process continues with the answer. `work` may look at what is shared: the
/// thread counts as a participant of thread progress while it runs.
template <class Work, class Answer>
Term compute_on_dirty(Process& p, Work work, Answer answer) {
  const auto visiting = [&vm = p.vm, work = std::move(work)]() mutable {
    const ThreadProgress::Visit visit(*vm.progress);
    return work();
  };
  return p.suspend_on(
      work_on_dirty(p, DirtySchedulers::Kind::kComputing, std::move(visiting), std::move(answer)));
}

}  // namespace vm
