// The four items, each a relaxed number; a wrong value is rejected before anything changes.
#include "bif/process/heap_defaults.h"

#include "bif/data/numbers.h"
#include "vm/heap/heap.h"
#include "vm/term/map.h"

#include <algorithm>

namespace bif {

bool HeapDefaults::is_item(Term item) {
  return item == am::min_heap_size || item == am::min_bin_vheap_size || item == am::max_heap_size ||
         item == am::fullsweep_after;
}

const vm::Atomic<Word>* HeapDefaults::count(Term item) const {
  if (item == am::min_heap_size) return &min_heap_words_;
  if (item == am::min_bin_vheap_size) return &min_virtual_heap_words_;
  return &fullsweep_after_;
}

Term HeapDefaults::set(HeapBuilder& builder, Term item, Term value) {
  if (item == am::max_heap_size) return set_max_heap(builder, value);
  if (!value.is_small() || value.as_small() < 0) return Term::none();
  const auto wanted = static_cast<Word>(value.as_small());
  // OTP keeps a process's count of collections in 16 bits.
  if (item == am::fullsweep_after) {
    return number(fullsweep_after_.exchange(std::min<Word>(wanted, 0xFFFF), vm::kRelaxed));
  }
  auto& words = item == am::min_heap_size ? min_heap_words_ : min_virtual_heap_words_;
  return number(words.exchange(vm::next_heap_size(wanted), vm::kRelaxed));
}

Term HeapDefaults::set_max_heap(HeapBuilder& builder, Term value) {
  const vm::SpawnOptions now = spawn_options();
  MaxHeap wanted = max_heap_of(now);
  if (!read_max_heap(value, &wanted)) return Term::none();
  if (wanted.words != 0 && wanted.words < now.min_heap_words) return Term::none();
  const Term old = max_heap_map(builder);
  max_heap_words_.store(wanted.words, vm::kRelaxed);
  max_heap_kill_.store(wanted.kill, vm::kRelaxed);
  max_heap_error_logger_.store(wanted.error_logger, vm::kRelaxed);
  max_heap_shared_binaries_.store(wanted.shared_binaries, vm::kRelaxed);
  return old;
}

Term HeapDefaults::max_heap_map(HeapBuilder& builder) const {
  vm::MapPair pairs[] = {
      {am::size, number(max_heap_words_.load(vm::kRelaxed))},
      {am::kill, vm::make_boolean(max_heap_kill_.load(vm::kRelaxed))},
      {am::error_logger, vm::make_boolean(max_heap_error_logger_.load(vm::kRelaxed))},
      {am::include_shared_binaries,
       vm::make_boolean(max_heap_shared_binaries_.load(vm::kRelaxed))}};
  return vm::map_from_pairs(builder, pairs);
}

Term HeapDefaults::info(HeapBuilder& builder, Term item) const {
  if (item == am::max_heap_size) return max_heap_map(builder);
  return builder.tuple(item, number(count(item)->load(vm::kRelaxed)));
}

Term HeapDefaults::all(HeapBuilder& builder) const {
  const Term items[] = {
      builder.tuple(am::max_heap_size, number(max_heap_words_.load(vm::kRelaxed))),
      info(builder, am::min_bin_vheap_size), info(builder, am::min_heap_size),
      info(builder, am::fullsweep_after)};
  return builder.list_from(items);
}

vm::SpawnOptions HeapDefaults::spawn_options() const {
  vm::SpawnOptions options;
  options.min_heap_words = min_heap_words_.load(vm::kRelaxed);
  options.min_virtual_heap_words = min_virtual_heap_words_.load(vm::kRelaxed);
  options.fullsweep_after = fullsweep_after_.load(vm::kRelaxed);
  options.max_heap_words = max_heap_words_.load(vm::kRelaxed);
  options.max_heap_kill = max_heap_kill_.load(vm::kRelaxed);
  options.max_heap_error_logger = max_heap_error_logger_.load(vm::kRelaxed);
  options.max_heap_shared_binaries = max_heap_shared_binaries_.load(vm::kRelaxed);
  return options;
}

}  // namespace bif
