// Stack frames and heap space: allocate, test_heap, deallocate, trim, init_yregs.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR_FAST(allocate, Uint words, Uint live) {
  if (!m.has_room(words)) [[unlikely]]
    return Flow::kSlow;
  m.E -= words;
  return Flow::kNext;
}

INSTR_FAST(allocate_heap, Uint words, Uint heap, Uint live) {
  if (!m.has_room(words + heap)) [[unlikely]]
    return Flow::kSlow;
  m.E -= words;
  return Flow::kNext;
}

INSTR_FAST(test_heap, Uint heap, Uint live) {
  if (!m.has_room(heap)) [[unlikely]]
    return Flow::kSlow;
  return Flow::kNext;
}

INSTR(deallocate, Uint words) {
  m.E += words;
  return Flow::kNext;
}

INSTR(trim, Uint words) {
  m.E += words;
  return Flow::kNext;
}

INSTR(init_yregs, List registers) {
  for (Word i = 0; i < registers.count; ++i) Y{registers[i]}.set(m, Term::nil());
  return Flow::kNext;
}

}  // namespace vm::instr
