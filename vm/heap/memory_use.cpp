// Counters by thread. A thread that ends leaves its counts behind, and its place to the next one.
#include "vm/heap/memory_use.h"

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"

#include <deque>
#include <memory>
#include <vector>

namespace vm {
namespace {

struct alignas(64) Counts {
  Atomic<SWord> bytes[static_cast<unsigned>(MemoryUse::kKinds)];
};

class Places {
 public:
  Counts& take() VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (free_.empty()) return all_.emplace_back();
    Counts* place = free_.back();
    free_.pop_back();
    return *place;
  }
  void give_back(Counts& place) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    free_.push_back(&place);
  }
  SWord sum(unsigned kind) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    SWord result = 0;
    for (const Counts& place : all_) result += place.bytes[kind].load(kRelaxed);  // relaxed: advice
    return result;
  }

 private:
  Mutex mutex_{LockRank::kAllocator};
  std::deque<Counts> all_ VM_GUARDED_BY(mutex_);
  std::vector<Counts*> free_ VM_GUARDED_BY(mutex_);
};

Places& places() {
  // Never destroyed: threads give their places back until the very end.
  static Places* const kPlaces = std::make_unique<Places>().release();  // owner: the program
  return *kPlaces;
}

struct ThreadsPlace {
  Counts& counts = places().take();
  ~ThreadsPlace() { places().give_back(counts); }
};

Counts& own_counts() {
  thread_local ThreadsPlace place;
  return place.counts;
}

}  // namespace

void count_memory(MemoryUse kind, SWord bytes) {
  Atomic<SWord>& count = own_counts().bytes[static_cast<unsigned>(kind)];
  count.store(count.load(kRelaxed) + bytes, kRelaxed);  // relaxed: written by this thread only
}

Word memory_in_use(MemoryUse kind) {
  const SWord sum = places().sum(static_cast<unsigned>(kind));
  return sum > 0 ? static_cast<Word>(sum) : 0;
}

}  // namespace vm
