// Counters per thread. When a thread ends, its counters keep their values and are reused by the
// next new thread.
#include "vm/heap/memory_use.h"

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

namespace vm {
namespace {

constexpr unsigned kKinds = static_cast<unsigned>(MemoryUse::kKinds);
constexpr unsigned kNotedBits = 20;  // a mebibyte

struct alignas(64) Counters {
  Atomic<SWord> bytes[kKinds];
  Atomic<SWord> blocks[kKinds];
};

MemoryFigures note(MemoryFigures& noted, Word bytes, Word blocks) {
  noted.bytes = bytes;
  noted.blocks = blocks;
  noted.highest_bytes = std::max(noted.highest_bytes, bytes);
  noted.highest_blocks = std::max(noted.highest_blocks, blocks);
  return noted;
}

Word not_negative(SWord sum) { return sum > 0 ? static_cast<Word>(sum) : 0; }

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
  MemoryFigures figures(unsigned kind) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    SWord bytes = 0, blocks = 0;
    for (const Counters& counters : all_) {
      // relaxed: the sums are approximate.
      bytes += counters.bytes[kind].load(kRelaxed);
      blocks += counters.blocks[kind].load(kRelaxed);
    }
    return note(noted_[kind], not_negative(bytes), not_negative(blocks));
  }
  MemoryFigures figures(OtherMemory kind, Word bytes, Word blocks) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return note(other_[static_cast<unsigned>(kind)], bytes, blocks);
  }

 private:
  Mutex mutex_{LockRank::kAllocator};
  std::deque<Counters> all_ VM_GUARDED_BY(mutex_);
  std::vector<Counters*> free_ VM_GUARDED_BY(mutex_);
  MemoryFigures noted_[kKinds] VM_GUARDED_BY(mutex_);
  MemoryFigures other_[static_cast<unsigned>(OtherMemory::kKinds)] VM_GUARDED_BY(mutex_);
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

/// Returns whether the counter has grown past a multiple of a mebibyte.
bool add(Atomic<SWord>& count, SWord value) {
  const SWord old = count.load(kRelaxed);  // relaxed: written by this thread only
  count.store(old + value, kRelaxed);      // relaxed: as above
  return value > 0 && (old ^ (old + value)) >> kNotedBits != 0;
}

}  // namespace

void count_memory(MemoryUse kind, SWord bytes) {
  const auto index = static_cast<unsigned>(kind);
  Counters& own = own_counters();
  static_cast<void>(add(own.blocks[index], bytes < 0 ? -1 : 1));
  if (add(own.bytes[index], bytes)) [[unlikely]]
    counter_pool().figures(index);
}

void count_memory_resized(MemoryUse kind, SWord bytes) {
  static_cast<void>(add(own_counters().bytes[static_cast<unsigned>(kind)], bytes));
}

Word memory_in_use(MemoryUse kind) { return memory_figures(kind).bytes; }

MemoryFigures memory_figures(MemoryUse kind) {
  return counter_pool().figures(static_cast<unsigned>(kind));
}

MemoryFigures noted_memory(OtherMemory kind, Word bytes, Word blocks) {
  return counter_pool().figures(kind, bytes, blocks);
}

}  // namespace vm
