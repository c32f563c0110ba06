// One table for both lists; that of system events is shorter.
#include "tracing/heap_figures.h"

#include "vm/term/atom_table.h"

#include <vector>

namespace tracing {

vm::Term heap_figures(vm::HeapBuilder& builder, const vm::Process& p, HeapFigures which,
                      vm::Word heap_block_words) {
  const struct {
    vm::Term name;
    vm::Word words;
    bool is_in_system_event;
  } figures[] = {
      {vm::am::old_heap_block_size, p.old_words(), true},
      {vm::am::heap_block_size, heap_block_words, true},
      {vm::am::mbuf_size, p.fragment_words, true},
      {vm::am::recent_size, static_cast<vm::Word>(p.high_water - p.heap_start), false},
      {vm::am::stack_size, p.stack_words(), true},
      {vm::am::old_heap_size, p.old_used_words(), true},
      {vm::am::heap_size, p.used_words(), true},
      {vm::am::bin_vheap_size, p.off_heap.overhead_bytes() / vm::kWordBytes, false},
      {vm::am::bin_vheap_block_size, p.virtual_heap_limit, false},
      {vm::am::bin_old_vheap_size, p.old_off_heap.overhead_bytes() / vm::kWordBytes, false},
      {vm::am::bin_old_vheap_block_size, p.old_virtual_heap_limit, false},
  };
  std::vector<vm::Term> list;
  for (const auto& [name, words, is_in_system_event] : figures) {
    if (which == HeapFigures::kTrace || is_in_system_event)
      list.push_back(builder.tuple(name, builder.unsigned_integer(words)));
  }
  return builder.list_from(list);
}

}  // namespace tracing
