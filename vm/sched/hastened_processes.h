// HastenedProcesses: which processes are to get their next time slice with a higher priority than
// their own, because a process of that priority waits for an answer of theirs. Without it,
// processes of a priority between the two would delay the answer for as long as they like. There
// are few at a time: the others cost a test of a count. A process is entered before the question is
// pushed on its in-queue, so a waiting one is put into the list of the higher priority at once; one
// that is in a run queue already is looked for there and moved (hasten()). A scheduler that is
// about to handle the signals of a process removes it; an entry that was made just after that is
// removed the next time. Ownership: MultiScheduling. Threads: any.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process.h"

#include <unordered_map>

namespace vm {

class HastenedProcesses {
 public:
  /// The next time slice of the process has at least this priority.
  void add(Term pid, Priority priority) VM_EXCLUDES(mutex_);
  /// Returns whether the process was there.
  bool remove(Term pid) VM_EXCLUDES(mutex_) {
    // relaxed: what was added before the process was put into its queue is seen
    return count_.load(kRelaxed) != 0 && erase(pid);
  }
  /// The process's own priority, or the one it has here if that is higher. By the thread that has
  /// the process to itself, with the lock of the run queue that it is put into.
  Priority priority_of(const Process& p) const {
    // relaxed: hasten() takes the same lock after it has added the process
    return count_.load(kRelaxed) == 0 ? p.flags.priority : look_up(p);
  }

  /// To be called after the question was pushed: a process that is in a run queue is moved forward
  /// there. Any participant of thread progress.
  void hasten(Process& p, Priority priority) VM_EXCLUDES(mutex_);

 private:
  Priority look_up(const Process& p) const VM_EXCLUDES(mutex_);
  bool erase(Term pid) VM_EXCLUDES(mutex_);

  mutable Mutex mutex_{LockRank::kIoOutput};
  std::unordered_map<Word, Priority> priorities_ VM_GUARDED_BY(mutex_);  // by the pid's bits
  Atomic<Word> count_{0};                                                // of priorities_
};

}  // namespace vm
