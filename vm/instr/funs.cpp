// Making closures: room is mostly there; where it is not, the closure is built in a fragment,
// because x registers beyond what the instruction names may be alive.
#include "vm/instr/funs.h"

namespace vm::instr {

INSTR_SLOW(make_fun3, FunRef entry, Any to, List free) {
  const Word words = 3 + free.count;
  auto* fun = reinterpret_cast<Term*>(m.take(words));
  fun[0] = Term::from_bits(make_header(Subtag::kFun, words - 1));
  fun[1] = Term::from_bits(entry.word);
  fun[2] = Term::from_bits(entry->arity - entry->num_free);
  for (Word i = 0; i < free.count; ++i) fun[3 + i] = free.any(i).get(m);
  to.set(m, Term::boxed(fun));
  return Flow::kNext;
}

}  // namespace vm::instr
