// Select instructions: a jump to one of many labels by a value.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

/// Without a branch for each step, of which the processor would guess every other one wrong.
INSTR(select_val, auto a, Label, List choices) {
  const Word wanted = a.get(m).bits();
  Word at = 0;  // of the last choice that is not above `wanted`, if there is one
  for (Word left = choices.count / 2; left > 1;) {
    const Word half = left / 2;
    // (A choice between two values becomes a branch again.)
    at += 2 * half & -Word{choices[at + 2 * half] <= wanted};
    left -= half;
  }
  return choices[at] == wanted ? m.go(Label{choices[at + 1]}.address()) : Flow::kFail;
}

INSTR(select_val_few, auto a, Label, List choices) {
  const Word wanted = a.get(m).bits();
  for (Word i = 0; i < choices.count; i += 2) {
    if (choices[i] == wanted) return m.go(Label{choices[i + 1]}.address());
  }
  return Flow::kFail;
}

INSTR(jump_on_val, auto a, Label, Literal base, List labels) {
  const Term t = a.get(m);
  if (!t.is_small()) return Flow::kFail;
  const Word index = static_cast<Word>(t.as_small()) - static_cast<Word>(Term(base).as_small());
  if (index >= labels.count) return Flow::kFail;
  return m.go(Label{labels[index]}.address());
}

/// The source is known to be a tuple.
INSTR(select_tuple_arity, auto a, Label, List choices) {
  const Word arity = header_words(a.get(m).header());
  for (Word i = 0; i < choices.count; i += 2) {
    if (choices[i] == arity) return m.go(Label{choices[i + 1]}.address());
  }
  return Flow::kFail;
}

}  // namespace vm::instr
