// The sizes and flags that a new process gets where its options name none: what system_flag changes
// and system_info reports. Ownership: Vm. Threads: any, without locks. A process that is spawned
// while a flag changes may get the old value or the new one.
#pragma once

#include "vm/base/atomic.h"
#include "vm/heap/heap.h"
#include "vm/proc/spawn.h"

#include <optional>

namespace vm {

class HeapDefaults {
 public:
  Word min_heap_words() const { return min_heap_words_.load(kRelaxed); }
  Word min_virtual_heap_words() const { return min_virtual_heap_words_.load(kRelaxed); }
  Word fullsweep_after() const { return fullsweep_after_.load(kRelaxed); }
  MaxHeap max_heap() const;

  // Each sets a value and returns the one before. Sizes are rounded up to sizes that heaps have.
  Word set_min_heap_words(Word words);
  Word set_min_virtual_heap_words(Word words);
  Word set_fullsweep_after(Word count);
  /// Nothing, and no change: a limit below the least size of a heap.
  std::optional<MaxHeap> set_max_heap(const MaxHeap& limit);

  /// Milliseconds that each collection takes longer, so that tests can observe long ones; 0:
  /// nothing.
  Word collection_delay_ms() const { return collection_delay_ms_.load(kRelaxed); }
  void set_collection_delay_ms(Word ms) { collection_delay_ms_.store(ms, kRelaxed); }

  /// Whether new processes have the flag async_dist.
  bool async_dist() const { return async_dist_.load(kRelaxed); }
  void set_async_dist(bool on) { async_dist_.store(on, kRelaxed); }

  /// Options of a process that is spawned with none.
  SpawnOptions spawn_options() const;

 private:
  // relaxed, all of them: each is a number of its own, and nothing else is published by it.
  Atomic<Word> min_heap_words_{kMinHeapWords};
  Atomic<Word> min_virtual_heap_words_{kMinVirtualHeapWords};
  Atomic<Word> fullsweep_after_{kDefaultFullsweepAfter};
  Atomic<Word> max_heap_words_{0};  // 0: no limit
  Atomic<bool> max_heap_kill_{true};
  Atomic<bool> max_heap_error_logger_{true};
  Atomic<bool> max_heap_shared_binaries_{false};
  Atomic<Word> collection_delay_ms_{0};
  Atomic<bool> async_dist_{false};
};

}  // namespace vm
