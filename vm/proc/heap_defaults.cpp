// Each value is a relaxed number; a wrong one is refused before anything changes.
#include "vm/proc/heap_defaults.h"

#include "vm/proc/max_heap.h"

#include <algorithm>

namespace vm {

MaxHeap HeapDefaults::max_heap() const {
  return {max_heap_words_.load(kRelaxed), max_heap_kill_.load(kRelaxed),
          max_heap_error_logger_.load(kRelaxed), max_heap_shared_binaries_.load(kRelaxed)};
}

Word HeapDefaults::set_min_heap_words(Word words) {
  return min_heap_words_.exchange(next_heap_size(words), kRelaxed);
}

Word HeapDefaults::set_min_virtual_heap_words(Word words) {
  return min_virtual_heap_words_.exchange(next_heap_size(words), kRelaxed);
}

Word HeapDefaults::set_fullsweep_after(Word count) {
  // OTP keeps a process's count of collections in 16 bits.
  return fullsweep_after_.exchange(std::min<Word>(count, 0xFFFF), kRelaxed);
}

std::optional<MaxHeap> HeapDefaults::set_max_heap(const MaxHeap& limit) {
  if (!allows(limit, min_heap_words())) return std::nullopt;
  const MaxHeap old = max_heap();
  max_heap_words_.store(limit.words, kRelaxed);
  max_heap_kill_.store(limit.kill, kRelaxed);
  max_heap_error_logger_.store(limit.error_logger, kRelaxed);
  max_heap_shared_binaries_.store(limit.shared_binaries, kRelaxed);
  return old;
}

SpawnOptions HeapDefaults::spawn_options() const {
  SpawnOptions options;
  options.min_heap_words = min_heap_words();
  options.min_virtual_heap_words = min_virtual_heap_words();
  options.fullsweep_after = fullsweep_after();
  options.max_heap = max_heap();
  options.async_dist = async_dist();
  return options;
}

}  // namespace vm
