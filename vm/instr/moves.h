// Moves between registers, access to elements of tuples and lists, and their construction. A
// preceding test_heap has made space.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR(move, auto from, auto to) {
  to.set(m, from.get(m));
  return Flow::kNext;
}

INSTR(swap, auto a, auto b) {
  const Term first = a.get(m);
  a.set(m, b.get(m));
  b.set(m, first);
  return Flow::kNext;
}

INSTR(get_list, auto from, auto head, auto tail) {
  const Cons cell = from.get(m).as_cons();
  head.set(m, cell.head);
  tail.set(m, cell.tail);
  return Flow::kNext;
}

INSTR(get_hd, auto from, auto to) {
  to.set(m, from.get(m).as_cons().head);
  return Flow::kNext;
}

INSTR(get_tl, auto from, auto to) {
  to.set(m, from.get(m).as_cons().tail);
  return Flow::kNext;
}

INSTR(get_tuple_element, auto from, Uint index, auto to) {
  to.set(m, from.get(m).as_tuple().elements[index]);
  return Flow::kNext;
}

INSTR(set_tuple_element, auto value, auto tuple, Uint index) {
  tuple.get(m).as_tuple().elements[index] = value.get(m);
  return Flow::kNext;
}

INSTR(put_list, auto head, auto tail, auto to) {
  to.set(m, m.put_cons(head.get(m), tail.get(m)));
  return Flow::kNext;
}

INSTR(put_tuple2, auto to, List elements) {
  HeapWord* tuple = m.H;
  tuple->bits = make_header(Subtag::kTuple, elements.count);
  for (Word i = 0; i < elements.count; ++i) tuple[1 + i].bits = elements.any(i).get(m).bits();
  m.H = tuple + 1 + elements.count;
  to.set(m, Term::boxed(tuple));
  return Flow::kNext;
}

/// Copies the record. A preceding test_heap has made space for a whole copy. The hint that an
/// update in place may be possible is not used.
INSTR(update_record, Literal hint, Uint size, auto record, auto to, List updates) {
  HeapWord* copy = m.H;
  const Tuple& original = record.get(m).as_tuple();
  copy->bits = original.header;
  for (Word i = 0; i < size; ++i) copy[1 + i].bits = original.elements[i].bits();
  for (Word i = 0; i < updates.count; i += 2)
    copy[updates[i]].bits = updates.any(i + 1).get(m).bits();
  m.H = copy + 1 + size;
  to.set(m, Term::boxed(copy));
  return Flow::kNext;
}

}  // namespace vm::instr
