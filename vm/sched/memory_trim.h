// MemoryTrim: gives memory back to the operating system that malloc keeps. Processes that ended,
// and heaps that shrank, leave whole pages free between blocks that stay; malloc uses them again,
// and never returns them by itself. Schedulers that go to sleep ask look(). Once in kEveryNs it
// compares the resident memory with what terms take. What exceeds that, twice in a row, by much
// more than it does at best, is free pages: then malloc is told to return them, on a thread of its
// own, so that no scheduler waits for it. Rejected: doing so whenever processes have ended (a
// program that starts as many again would pay for each page anew). Ownership: SchedulerSet.
// Threads: any; stop() from the one that ends the machine.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/base/types.h"

#include <limits>
#include <thread>

namespace vm {

class MemoryTrim {
 public:
  static constexpr SWord kNever = std::numeric_limits<SWord>::max();

  MemoryTrim() = default;
  ~MemoryTrim() { stop(); }
  MemoryTrim(const MemoryTrim&) = delete;

  /// A scheduler goes to sleep at `now_ns`; `work` grows with whatever the machine does. When to
  /// come again at the latest, if nothing wakes the scheduler before: a time, or kNever.
  SWord look(SWord now_ns, Word work) VM_EXCLUDES(mutex_);
  /// Waits for a trim under way. There is none afterwards unless look() is called again.
  void stop() VM_EXCLUDES(mutex_);

 private:
  static constexpr SWord kEveryNs = 1'000'000'000;
  // Less is not worth the page faults of taking it again.
  static constexpr Word kWorthwhileBytes = Word{64} << 20;

  void compare() VM_REQUIRES(mutex_);

  Mutex mutex_{LockRank::kSchedulerSleep};
  SWord last_look_ns_ VM_GUARDED_BY(mutex_) = 0;
  Word work_then_ VM_GUARDED_BY(mutex_) = 0;
  Word excess_then_ VM_GUARDED_BY(mutex_) = 0;       // resident beyond what terms take
  bool must_confirm_ VM_GUARDED_BY(mutex_) = false;  // the last look found much
  std::thread thread_ VM_GUARDED_BY(mutex_);
  // The least that was seen since the last trim, which begins with what was left by it; relaxed:
  // is_trimming_ orders the thread's writes.
  Atomic<Word> least_excess_{0};
  Atomic<bool> is_trimming_{false};
};

}  // namespace vm
