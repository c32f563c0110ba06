// The run-time check of the lock order, for which each thread keeps a small stack of the ranks it
// holds; waiting for a lock; and locking with counts.
#include "vm/base/shared_mutex.h"

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace vm {

namespace {

constexpr const char* kRankNames[] = {
#define LOCK_RANK(name, reason) #name,
#include "vm/base/lock_ranks.def"
};

/// The ranks held by this thread, in the order of locking. A trivial type, so that the thread-local
/// variable needs no constructor call.
struct HeldRanks {
  static constexpr std::size_t kMost = 16;
  LockRank ranks[kMost];
  std::size_t count;
};

thread_local constinit HeldRanks held{};

[[noreturn]] void order_broken(LockRank wanted, LockRank holding) {
  std::fprintf(stderr, "lock order: %s is taken while %s is held; see vm/base/lock_ranks.def\n",
               lock_rank_name(wanted), lock_rank_name(holding));
  std::abort();
}

// About 3 us, in steps that become longer, so that few waiting threads take the cache line from the
// one that holds the lock.
constexpr int kMostPauses = 32;

/// Whether one of some calls of `try_lock` returned true.
bool retry(auto try_lock) {
  for (int pauses = 1; pauses <= kMostPauses; pauses *= 2) {
    for (int i = 0; i < pauses; ++i) cpu_pause();
    if (try_lock()) return true;
  }
  return false;
}

void retry_then_sleep(auto& lock) {
  if (!retry([&] { return lock.try_lock(); })) lock.lock();
}

}  // namespace

const char* lock_rank_name(LockRank rank) { return kRankNames[static_cast<std::size_t>(rank)]; }

void assert_no_locks_held(const char* why) {
  if (!kAsserts || held.count == 0) return;
  std::fprintf(stderr, "lock order: %s is held in a place that may hold none: %s\n",
               lock_rank_name(held.ranks[held.count - 1]), why);
  std::abort();
}

void Mutex::lock_counted() {
  Word wait_began = 0;
  if (!mutex_.try_lock()) {
    wait_began = detail::lock_ticks();
    detail::lock_when_free(mutex_);
  }
  detail::note_taken(this, rank_, LockUse::kExclusive, wait_began);
}

void Mutex::unlock_counted() {
  const Word ticks = detail::lock_ticks();
  const LockRank rank = rank_;  // another thread may destroy the lock once it is free
  mutex_.unlock();
  detail::note_released(this, rank, LockUse::kExclusive, ticks);
}

void CondVar::wait(Mutex& mutex) { wait_for_change(mutex, {}); }

bool CondVar::wait_for(Mutex& mutex, std::chrono::nanoseconds timeout) {
  return wait_until(mutex, std::chrono::steady_clock::now() + timeout);
}

bool CondVar::wait_until(Mutex& mutex, std::chrono::steady_clock::time_point deadline) {
  return wait_for_change(mutex, deadline);
}

bool CondVar::wait_for_change(Mutex& mutex, FutexDeadline deadline) {
  if constexpr (kAsserts) detail::check_waits_with_only(mutex.rank_);
  mutex.end_hold();
  // relaxed, all of these: the mutex orders them, see has_waiters()
  waiters_.fetch_add(1, std::memory_order_relaxed);
  const std::uint32_t changes = changes_.load(std::memory_order_relaxed);
  mutex.mutex_.unlock();
  const bool in_time = futex_wait(changes_, changes, deadline);
  if (!mutex.mutex_.try_lock()) detail::lock_when_free(mutex.mutex_);
  waiters_.fetch_sub(1, std::memory_order_relaxed);
  mutex.begin_hold();
  return in_time;
}

namespace detail {

void lock_when_free(PlainLock& lock) { retry_then_sleep(lock); }
void lock_when_free(SharedLock& lock) { retry_then_sleep(lock); }
void lock_shared_when_free(SharedLock& lock) {
  if (!retry([&] { return lock.try_lock_shared(); })) lock.lock_shared();
}

void note_locked(LockRank rank, LockHow how) {
  if (how == LockHow::kWait) {
    for (std::size_t i = 0; i < held.count; i++) {
      if (held.ranks[i] >= rank) order_broken(rank, held.ranks[i]);
    }
  }
  VM_CHECK(held.count < HeldRanks::kMost, "no thread nests this many locks");
  held.ranks[held.count++] = rank;
}

void note_unlocked(LockRank rank) {
  for (std::size_t i = held.count; i-- > 0;) {
    if (held.ranks[i] != rank) continue;
    for (std::size_t j = i + 1; j < held.count; j++) held.ranks[j - 1] = held.ranks[j];
    held.count--;
    return;
  }
  VM_CHECK(false, "a thread unlocks only locks that it holds");
}

void check_waits_with_only(LockRank rank) {
  VM_CHECK(held.count == 1 && held.ranks[0] == rank,
           "a thread that waits on a CondVar holds only the mutex it passes to wait()");
}

}  // namespace detail

}  // namespace vm

#if __has_feature(thread_sanitizer)
/// Read by the thread sanitizer at its start. Its search for deadlocks goes no further than 64
/// locks in one thread and ends the program with the next one: an ETS table has up to 32,768. The
/// ranks say more: they find a wrong order even where no two threads ever met.
extern "C" const char* __tsan_default_options() {  // NOLINT: the name is the sanitizer's
  return "detect_deadlocks=0";
}
#endif
