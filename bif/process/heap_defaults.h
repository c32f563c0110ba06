// The defaults of a new process's heap, which system_flag/2 changes and system_info/1 returns.
// Threads: any, without locks. A process that is spawned while a flag changes may get the old value
// or the new one.
#pragma once

#include "bif/bif.h"
#include "bif/process/spawn_options.h"
#include "vm/base/atomic.h"

namespace bif {

class HeapDefaults {
 public:
  /// Is `item` one of min_heap_size, min_bin_vheap_size, max_heap_size and fullsweep_after?
  static bool is_item(Term item);

  /// Sets one item. Answers the value it had, as system_flag/2 does; none() for a wrong value,
  /// which changes nothing.
  Term set(HeapBuilder& builder, Term item, Term value);
  /// As system_info/1 has it: {Item, Count}, or a map for max_heap_size.
  Term info(HeapBuilder& builder, Term item) const;
  /// system_info(garbage_collection): all of them.
  Term all(HeapBuilder& builder) const;
  /// Options of a process that is spawned with none.
  vm::SpawnOptions spawn_options() const;

 private:
  const vm::Atomic<Word>* count(Term item) const;
  Term set_max_heap(HeapBuilder& builder, Term value);
  Term max_heap_map(HeapBuilder& builder) const;

  // relaxed, all of them: each is a number of its own, and nothing else is published by it.
  vm::Atomic<Word> min_heap_words_{vm::kMinHeapWords};
  vm::Atomic<Word> min_virtual_heap_words_{vm::kMinVirtualHeapWords};
  vm::Atomic<Word> fullsweep_after_{vm::kDefaultFullsweepAfter};
  vm::Atomic<Word> max_heap_words_{0};  // 0: no limit
  vm::Atomic<bool> max_heap_kill_{true};
  vm::Atomic<bool> max_heap_error_logger_{true};
  vm::Atomic<bool> max_heap_shared_binaries_{false};
};

}  // namespace bif
