// catch, try and the instructions that raise. raise.h describes the registers after an exception
// was caught.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR(catch_, auto slot, Literal tag) {
  ++m.p->raising.catches;
  slot.set(m, tag);
  return Flow::kNext;
}

INSTR(try_, auto slot, Literal tag) {
  ++m.p->raising.catches;
  slot.set(m, tag);
  return Flow::kNext;
}

INSTR(try_end, auto slot) {
  --m.p->raising.catches;
  slot.set(m, Term::nil());
  return Flow::kNext;
}

INSTR(try_case, auto slot) {
  --m.p->raising.catches;
  slot.set(m, Term::nil());
  m.x0 = m.x1;
  m.x1 = m.x2;
  m.x2 = m.x3;
  return Flow::kNext;
}

INSTR_FAST(catch_end, auto slot) {
  if (m.x0.is_none()) [[unlikely]]
    return Flow::kSlow;
  --m.p->raising.catches;
  slot.set(m, Term::nil());
  return Flow::kNext;
}

INSTR_OUT_OF_LINE(try_case_end);
INSTR_OUT_OF_LINE(raise);
INSTR_OUT_OF_LINE(raw_raise);
INSTR_OUT_OF_LINE(build_stacktrace);
INSTR_OUT_OF_LINE(badmatch);
INSTR_OUT_OF_LINE(if_end);
INSTR_OUT_OF_LINE(case_end);
INSTR_OUT_OF_LINE(badrecord);
INSTR_OUT_OF_LINE(i_normal_exit);
INSTR_OUT_OF_LINE(i_continue_exit);

}  // namespace vm::instr
