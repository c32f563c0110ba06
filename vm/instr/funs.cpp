// Creation of closures, out of line: if there is no heap space, the closure is built in a fragment.
// The instruction cannot collect, because x registers that it does not name may be live.
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
