// MemoryTrim: returns memory that malloc keeps to the operating system. Processes that ended, and
// heaps that shrank, leave whole pages free between blocks that stay; malloc reuses them, and never
// returns them by itself. Schedulers that go to sleep call look(). Once in kEveryNs it compares the
// resident memory with what terms take. If terms take much less, twice in a row, a thread of its
// own has malloc return its free pages, so that no scheduler waits for it. Other memory than that
// of terms may be in use (code, large tables): a trim that found little is repeated later and
// later, and never while the machine does nothing. Rejected: a trim whenever processes have ended
// (a program that starts as many again would pay for each page again). Ownership: SchedulerSet.
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

  /// A scheduler goes to sleep at `now_ns`; `work` grows with all that the machine does. Returns
  /// when to call again at the latest, if nothing wakes the scheduler before: a time, or kNever.
  SWord look(SWord now_ns, Word work) VM_EXCLUDES(mutex_);
  /// Waits for a trim in progress. There is none afterwards unless look() is called again.
  void stop() VM_EXCLUDES(mutex_);

 private:
  static constexpr SWord kEveryNs = 1'000'000'000;
  // Looks between two trims: at first this many, and twice as many after each trim that was not
  // worthwhile.
  static constexpr Word kFirstPause = 5, kLongestPause = 80;
  // Less is not worth the page faults of using it again.
  static constexpr Word kWorthwhileBytes = Word{64} << 20;
  // Resident beyond what terms take: the program itself is half of it.
  static constexpr Word kMuchBytes = 2 * kWorthwhileBytes;

  void compare(Word work) VM_REQUIRES(mutex_);
  void trim();

  Mutex mutex_{LockRank::kSchedulerSleep};
  SWord last_look_ns_ VM_GUARDED_BY(mutex_) = 0;  // 0: none yet
  Word work_then_ VM_GUARDED_BY(mutex_) = 0;
  Word work_at_trim_ VM_GUARDED_BY(mutex_) =
      0;  // while that is the present value, no more can be free
  bool was_much_ VM_GUARDED_BY(mutex_) = false;          // at the last look, and not trimmed since
  std::uint32_t looks_to_go_ VM_GUARDED_BY(mutex_) = 0;  // before the next trim
  std::thread thread_ VM_GUARDED_BY(mutex_);
  // Looks between this trim and the next; written by its thread. relaxed: ordered by is_trimming_.
  Atomic<Word> pause_{kFirstPause};
  Atomic<bool> is_trimming_{false};
};

}  // namespace vm
