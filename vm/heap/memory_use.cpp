// Counters per thread. When a thread ends, its counters keep their values and are reused by the
// next new thread.
#include "vm/heap/memory_use.h"

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"

#include <deque>
#include <memory>
#include <vector>

namespace vm {
namespace {

struct alignas(64) Counters {
  Atomic<SWord> bytes[static_cast<unsigned>(MemoryUse::kKinds)];
};

class CounterPool {
 public:
  Counters& acquire() VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (free_.empty()) return all_.emplace_back();
    Counters* counters = free_.back();
    free_.pop_back();
    return *counters;
  }
  void release(Counters& counters) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    free_.push_back(&counters);
  }
  SWord sum(unsigned kind) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    SWord result = 0;
    // relaxed: the sum is approximate.
    for (const Counters& counters : all_) result += counters.bytes[kind].load(kRelaxed);
    return result;
  }

 private:
  Mutex mutex_{LockRank::kAllocator};
  std::deque<Counters> all_ VM_GUARDED_BY(mutex_);
  std::vector<Counters*> free_ VM_GUARDED_BY(mutex_);
};

CounterPool& counter_pool() {
  // Never destroyed, because threads release their counters until the program exits.
  static CounterPool* const kPool =
      std::make_unique<CounterPool>().release();  // owner: the program
  return *kPool;
}

struct ThreadCounters {
  Counters& counters = counter_pool().acquire();
  ~ThreadCounters() { counter_pool().release(counters); }
};

Counters& own_counters() {
  thread_local ThreadCounters own;
  return own.counters;
}

}  // namespace

void count_memory(MemoryUse kind, SWord bytes) {
  Atomic<SWord>& count = own_counters().bytes[static_cast<unsigned>(kind)];
  count.store(count.load(kRelaxed) + bytes, kRelaxed);  // relaxed: written by this thread only
}

Word memory_in_use(MemoryUse kind) {
  const SWord sum = counter_pool().sum(static_cast<unsigned>(kind));
  return sum > 0 ? static_cast<Word>(sum) : 0;
}

}  // namespace vm
