// Creation of closures.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR_FAST(make_fun3, FunRef entry, auto to, List free) {
  const Word words = 3 + free.count;
  if (!m.has_room(words)) [[unlikely]]
    return Flow::kSlow;
  HeapWord* fun = m.H;
  m.H = fun + words;
  fun[0].bits = make_header(Subtag::kFun, words - 1);
  fun[1].bits = entry.word;
  fun[2].bits = entry->arity - entry->num_free;
  for (Word i = 0; i < free.count; ++i) fun[3 + i].bits = free.any(i).get(m).bits();
  to.set(m, Term::boxed(fun));
  return Flow::kNext;
}

}  // namespace vm::instr
