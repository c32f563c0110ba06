// Moves between registers, access to elements of tuples and lists, and their construction. A
// preceding test_heap has made space.
#pragma once

#include "vm/instr/machine.h"
#include "vm/term/atom_table.h"

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

/// True if the tuple has been built since the last collection.
inline bool is_young(const Machine& m, const Tuple& tuple) {
  // One comparison for both ends.
  const auto begin = reinterpret_cast<Word>(m.p->high_water);
  return reinterpret_cast<Word>(&tuple) - begin < reinterpret_cast<Word>(m.H) - begin;
}
/// True if the new elements of positions and sources are immediate terms.
[[gnu::always_inline]] inline bool are_immediate(const Machine& m, List updates) {
  // Immediate terms have all bits of their tag set, and so have all together.
  Word bits = Term::nil().bits();
  for (Word i = 0; i < updates.count; i += 2) bits &= updates.any(i + 1).get(m).bits();
  return Term::from_bits(bits).is_immediate();
}

/// Copies elements of a tuple, word by word: they have often just been written one by one, and a
/// load of several would wait until all are in the cache. Of a number that compiled code knows
/// there are no jumps, and of others a few.
[[gnu::always_inline]] inline void copy_elements(HeapWord* to, const Term* from, Word count) {
  const auto copy = [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
    ((to[kAt].bits = from[kAt].bits()), ...);
    to += sizeof...(kAt);
    from += sizeof...(kAt);
  };
  while (count >= 16) [[unlikely]] {
    copy(std::make_index_sequence<16>());
    count -= 16;
  }
  if ((count & 8) != 0) copy(std::make_index_sequence<8>());
  if ((count & 4) != 0) copy(std::make_index_sequence<4>());
  if ((count & 2) != 0) copy(std::make_index_sequence<2>());
  if ((count & 1) != 0) copy(std::make_index_sequence<1>());
}

/// Copies the record. A preceding test_heap has made space for a whole copy. With the hint
/// `inplace` the program has no other reference to it: a young one, which refers to nothing
/// younger, is changed itself. The new elements must be immediate then, so that no file makes a
/// cyclic term.
INSTR(update_record, Literal hint, Uint size, auto record, auto to, List updates) {
  HeapWord* copy = m.H;
  const Term source = record.get(m);
  Tuple& original = source.as_tuple();
  if (hint == am::inplace && is_young(m, original) && are_immediate(m, updates)) {
    for (Word i = 0; i < updates.count; i += 2)
      original.elements[updates[i] - 1] = updates.any(i + 1).get(m);
    to.set(m, source);
    return Flow::kNext;
  }
  copy->bits = original.header;
  copy_elements(copy + 1, original.elements, size);
  for (Word i = 0; i < updates.count; i += 2)
    copy[updates[i]].bits = updates.any(i + 1).get(m).bits();
  m.H = copy + 1 + size;
  to.set(m, Term::boxed(copy));
  return Flow::kNext;
}

}  // namespace vm::instr
