// Frames and heap space, out of line: the cases that must collect first.
#include "vm/instr/frames.h"

namespace vm::instr {

INSTR_SLOW(allocate, Uint words, Uint live) {
  m.ensure(words, live);
  m.E -= words;
  return Flow::kNext;
}

INSTR_SLOW(allocate_heap, Uint words, Uint heap, Uint live) {
  m.ensure(words + heap, live);
  m.E -= words;
  return Flow::kNext;
}

INSTR_SLOW(test_heap, Uint heap, Uint live) {
  m.ensure(heap, live);
  return Flow::kNext;
}

}  // namespace vm::instr
