// The sizes of new processes as flags of the machine.
#include "bif/data/numbers.h"
#include "bif/system/system_flags.h"
#include "vm/proc/heap_defaults.h"
#include "vm/proc/max_heap.h"

namespace bif {
namespace {

BifResult set_max_heap_flag(Process& p, Term value) {
  vm::HeapDefaults& defaults = *p.vm.heap_defaults;
  vm::MaxHeap limit = defaults.max_heap();
  if (!vm::read_max_heap(value, &limit)) return p.badarg();
  const std::optional<vm::MaxHeap> old = defaults.set_max_heap(limit);
  if (!old) return p.badarg();
  HeapBuilder builder(p);
  return vm::max_heap_term(builder, *old);
}

}  // namespace

bool is_heap_flag(Term item) {
  return item == am::min_heap_size || item == am::min_bin_vheap_size || item == am::max_heap_size ||
         item == am::fullsweep_after;
}

BifResult set_heap_flag(Process& p, Term item, Term value) {
  if (item == am::max_heap_size) return set_max_heap_flag(p, value);
  if (!value.is_small() || value.as_small() < 0) return p.badarg();
  const auto wanted = static_cast<Word>(value.as_small());
  vm::HeapDefaults& defaults = *p.vm.heap_defaults;
  if (item == am::fullsweep_after) return number(defaults.set_fullsweep_after(wanted));
  if (item == am::min_heap_size) return number(defaults.set_min_heap_words(wanted));
  return number(defaults.set_min_virtual_heap_words(wanted));
}

Term heap_flag_info(Process& p, HeapBuilder& builder, Term item) {
  const vm::HeapDefaults& defaults = *p.vm.heap_defaults;
  if (item == am::max_heap_size) return vm::max_heap_term(builder, defaults.max_heap());
  const Word value = item == am::fullsweep_after ? defaults.fullsweep_after()
                     : item == am::min_heap_size ? defaults.min_heap_words()
                                                 : defaults.min_virtual_heap_words();
  return builder.tuple(item, number(value));
}

Term all_heap_flags(Process& p, HeapBuilder& builder) {
  const Term items[] = {
      builder.tuple(am::max_heap_size, number(p.vm.heap_defaults->max_heap().words)),
      heap_flag_info(p, builder, am::min_bin_vheap_size),
      heap_flag_info(p, builder, am::min_heap_size),
      heap_flag_info(p, builder, am::fullsweep_after)};
  return builder.list_from(items);
}

}  // namespace bif
