// Between a MaxHeap and a map.
#include "vm/proc/max_heap.h"

#include "vm/term/atom_table.h"
#include "vm/term/map.h"

#include <utility>

namespace vm {
namespace {

bool read_words(Term value, Word* words) {
  if (!value.is_small() || value.as_small() < 0) return false;
  *words = static_cast<Word>(value.as_small());
  return true;
}

bool read_switch(Term map, Term key, bool* flag) {
  const Term value = map_get(map, key);
  if (value.is_none()) return true;
  *flag = value == am::true_;
  return value == am::true_ || value == am::false_;
}

}  // namespace

bool read_max_heap(Term value, MaxHeap* limit) {
  if (!value.is_map()) return read_words(value, &limit->words);
  const Term size = map_get(value, am::size);
  return size.has_value() && read_words(size, &limit->words) &&
         read_switch(value, am::kill, &limit->kill) &&
         read_switch(value, am::error_logger, &limit->error_logger) &&
         read_switch(value, am::include_shared_binaries, &limit->shared_binaries);
}

Term max_heap_term(HeapBuilder& builder, const MaxHeap& limit) {
  MapPair pairs[] = {{am::size, Term::small(static_cast<SWord>(limit.words))},
                     {am::kill, make_boolean(limit.kill)},
                     {am::error_logger, make_boolean(limit.error_logger)},
                     {am::include_shared_binaries, make_boolean(limit.shared_binaries)}};
  return map_from_pairs(builder, pairs);
}

}  // namespace vm
