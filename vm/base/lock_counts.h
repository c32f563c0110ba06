// LockCounts: how often the locks of each rank are taken, how often and how long threads wait for
// them, and how long they are held. Mutex and SharedMutex count while `--log=locks` is on. While it
// is off, lock() and unlock() have a relaxed load and a branch more; README.md says what they cost.
// Invariants: each thread adds to counts on cache lines of its own, so that counting adds no
// traffic between processors. Threads: any.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

#include <vector>

namespace vm {

enum class LockRank : unsigned char;

/// Whether a lock excludes all other threads, or writers only.
enum class LockUse : unsigned char { kExclusive, kShared };

/// The counts of one rank and use, over all threads, including those that have ended.
struct LockCounts {
  LockRank rank;
  LockUse use;
  Word taken = 0;
  Word waited = 0;           // of `taken`: those that were not free at once
  Word waited_ns = 0;        // all waits
  Word longest_wait_ns = 0;  // one wait
  Word held = 0;             // times it was held, up to a release or the wait of a CondVar
  Word held_ns = 0;          // the sum of these; each includes the time of reading the clock
};

/// Starts or ends counting; the counts are kept. Called by set_log_subjects(). Locks that are held
/// at that moment count as taken, but not as held.
void count_locks(bool on);

/// The counts up to now, without ranks that were never taken.
std::vector<LockCounts> lock_counts();

/// Logs lock_counts(), a line each, if `--log=locks` is on.
void log_lock_counts();

namespace detail {

inline Atomic<bool> counts_locks{false};

/// True while locks are counted.
inline bool is_counting_locks() {
  // Relaxed: a thread that sees the change late counts a few locks more or less.
  return counts_locks.load(kRelaxed);
}

Word lock_ticks();
/// The calling thread has taken a lock, and holds it from now on. `wait_began`: lock_ticks() before
/// it waited; 0: it did not wait.
void note_taken(const void* lock, LockRank rank, LockUse use, Word wait_began);
/// The calling thread holds the lock again, after the wait of a CondVar.
void note_held_again(const void* lock);
/// The calling thread has released the lock at `ticks`.
void note_released(const void* lock, LockRank rank, LockUse use, Word ticks);

}  // namespace detail

}  // namespace vm
