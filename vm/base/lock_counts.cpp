// Counting of locks. Each thread has a slot of counters, and a small stack of the locks that it
// holds.
#include "vm/base/lock_counts.h"

#include "vm/base/log.h"
#include "vm/base/mutex.h"
#include "vm/base/tick_clock.h"

#include <algorithm>
#include <cstddef>

namespace vm {

namespace {

constexpr std::size_t kRanks = 0
#define LOCK_RANK(name, reason) +1
#include "vm/base/lock_ranks.def"
    ;
constexpr std::size_t kUses = 2;

/// All counters are relaxed: they are read when the threads have ended, or as an estimate.
struct Counters {
  Atomic<Word> taken;
  Atomic<Word> waited;
  Atomic<Word> waited_ticks;
  Atomic<Word> longest_wait_ticks;
  Atomic<Word> held;
  Atomic<Word> held_ticks;
};

struct alignas(64) Slot {
  Counters counters[kRanks][kUses];
};

// Further threads share these, which only makes counting slower. Slots that no thread uses are
// pages that the system never provides.
constexpr unsigned kSlots = 128;
constinit Slot slots[kSlots];
Atomic<unsigned> threads{0};

/// The locks that this thread holds, and since when. Locks beyond kMost (the stripes of a table,
/// all of which are locked for some operations) are counted as taken only.
struct Held {
  static constexpr std::size_t kMost = 16;
  struct Lock {
    const void* lock;
    Word since;
  };
  Lock locks[kMost];
  std::size_t count;
  Slot* slot;
};
thread_local constinit Held held_here{};

const TickClock& tick_clock() {
  static const TickClock clock;
  return clock;
}

Counters& counters_of(LockRank rank, LockUse use) {
  if (held_here.slot == nullptr)
    held_here.slot = &slots[threads.fetch_add(1, kRelaxed) % kSlots];  // relaxed: only a number
  return held_here.slot->counters[static_cast<std::size_t>(rank)][static_cast<std::size_t>(use)];
}

void add(Atomic<Word>& counter, Word n) {
  counter.fetch_add(n, kRelaxed);  // relaxed: see Counters
}

LockCounts sum_of(LockRank rank, LockUse use) {
  LockCounts sum{rank, use};
  Word waited = 0;
  Word longest = 0;
  Word held = 0;
  for (const Slot& slot : slots) {
    const Counters& c =
        slot.counters[static_cast<std::size_t>(rank)][static_cast<std::size_t>(use)];
    sum.taken += c.taken.load(kRelaxed);  // relaxed, as all here: see Counters
    sum.waited += c.waited.load(kRelaxed);
    waited += c.waited_ticks.load(kRelaxed);
    longest = std::max(longest, c.longest_wait_ticks.load(kRelaxed));
    sum.held += c.held.load(kRelaxed);
    held += c.held_ticks.load(kRelaxed);
  }
  sum.waited_ns = tick_clock().to_ns(waited);
  sum.longest_wait_ns = tick_clock().to_ns(longest);
  sum.held_ns = tick_clock().to_ns(held);
  return sum;
}

/// How long a lock seems to be held when nothing is done under it: the time of reading the clock.
Word empty_hold_ns() {
  Word least = ~Word{0};
  Word before = detail::lock_ticks();
  for (int i = 0; i < 1000; i++) {
    const Word now = detail::lock_ticks();
    least = std::min(least, now - before);
    before = now;
  }
  return tick_clock().to_ns(least);
}

}  // namespace

void count_locks(bool on) {
  tick_clock();                              // begins to measure the rate of ticks
  detail::counts_locks.store(on, kRelaxed);  // relaxed: see is_counting_locks()
}

std::vector<LockCounts> lock_counts() {
  std::vector<LockCounts> all;
  for (std::size_t rank = 0; rank < kRanks; rank++) {
    for (const LockUse use : {LockUse::kExclusive, LockUse::kShared}) {
      const LockCounts sum = sum_of(static_cast<LockRank>(rank), use);
      if (sum.taken != 0) all.push_back(sum);
    }
  }
  return all;
}

void log_lock_counts() {
  if (!log_on(LogSubject::locks)) return;
  const std::vector<LockCounts> all = lock_counts();
  VM_LOG(locks, "reading the clock takes {} ns, which each time held includes", empty_hold_ns());
  for (const LockCounts& c : all) {
    VM_LOG(
        locks,
        "{}{}: taken {}, held {} ns on average; waited for {} times, {} us in all, {} us at most",
        lock_rank_name(c.rank), c.use == LockUse::kShared ? " shared" : "", c.taken,
        c.held == 0 ? 0 : c.held_ns / c.held, c.waited, c.waited_ns / 1000,
        c.longest_wait_ns / 1000);
  }
}

namespace detail {

Word lock_ticks() { return tick_clock().ticks(); }

void note_taken(const void* lock, LockRank rank, LockUse use, Word wait_began) {
  Counters& c = counters_of(rank, use);
  add(c.taken, 1);
  if (wait_began != 0) {
    const Word waited = lock_ticks() - wait_began;
    add(c.waited, 1);
    add(c.waited_ticks, waited);
    // relaxed: see Counters. Of two threads that share the slot, one may lose its longest wait.
    if (waited > c.longest_wait_ticks.load(kRelaxed)) c.longest_wait_ticks.store(waited, kRelaxed);
  }
  note_held_again(lock);
}

void note_held_again(const void* lock) {
  if (held_here.count == Held::kMost) return;
  Held::Lock& entry = held_here.locks[held_here.count++];
  entry.lock = lock;
  entry.since = lock_ticks();
}

void note_released(const void* lock, LockRank rank, LockUse use, Word ticks) {
  for (std::size_t i = held_here.count; i-- > 0;) {
    if (held_here.locks[i].lock != lock) continue;
    Counters& c = counters_of(rank, use);
    add(c.held, 1);
    add(c.held_ticks, ticks - held_here.locks[i].since);
    for (std::size_t j = i + 1; j < held_here.count; j++)
      held_here.locks[j - 1] = held_here.locks[j];
    held_here.count--;
    return;
  }
}

}  // namespace detail

}  // namespace vm
