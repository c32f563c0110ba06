// One table for all lists; that of system events is shorter.
#include "vm/proc/heap_figures.h"

#include "vm/proc/dictionary.h"
#include "vm/term/atom_table.h"

#include <vector>

namespace vm {

Term heap_figures(HeapBuilder& builder, const Process& p, HeapFigures which,
                  Word heap_block_words) {
  const struct {
    Term name;
    Word words;
    bool is_in_system_event;
  } figures[] = {
      {am::old_heap_block_size, p.old_words(), true},
      {am::heap_block_size, heap_block_words, true},
      {am::mbuf_size, p.fragment_words, true},
      {am::recent_size, static_cast<Word>(p.high_water - p.heap_start), false},
      {am::stack_size, p.stack_words(), true},
      {am::old_heap_size, p.old_used_words(), true},
      {am::heap_size, p.used_words(), true},
      {am::bin_vheap_size, p.off_heap.overhead_bytes() / kWordBytes, false},
      {am::bin_vheap_block_size, p.virtual_heap_limit, false},
      {am::bin_old_vheap_size, p.old_off_heap.overhead_bytes() / kWordBytes, false},
      {am::bin_old_vheap_block_size, p.old_virtual_heap_limit, false},
  };
  std::vector<Term> list;
  for (const auto& [name, words, is_in_system_event] : figures) {
    if (which == HeapFigures::kAll || is_in_system_event)
      list.push_back(builder.tuple(name, builder.unsigned_integer(words)));
  }
  return builder.list_from(list);
}

Word waiting_words(Process& p) {
  Word words = 0;
  if (p.flags.off_heap_messages) return words;
  for (Message* m = p.messages.first(); m != nullptr; m = MessageQueue::next_of(*m)) {
    words += m->terms().size();
    for (HeapFragment* f = m->more_fragments(); f != nullptr; f = f->next) words += f->used;
  }
  return words;
}

Word memory_bytes(Process& p) {
  Word bytes = sizeof(Process) + (p.heap_words() + p.old_words() + p.fragment_words) * kWordBytes;
  if (p.dictionary != nullptr) bytes += p.dictionary->memory_words() * kWordBytes;
  for (Message* m = p.messages.first(); m != nullptr; m = MessageQueue::next_of(*m)) {
    bytes += m->block_bytes();
    for (HeapFragment* f = m->more_fragments(); f != nullptr; f = f->next)
      bytes += sizeof(HeapFragment) + f->capacity * kWordBytes;
  }
  return bytes;
}

}  // namespace vm
