// Words of a process's memory by where they lie: on the stack or in the heap. Types of their own,
// because the compiler may then assume that writing one kind does not change the other.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// A stack slot: a term, a code address (return address) or a catch tag. A type of its own, so that
/// the compiler knows that stack writes do not change the heap.
struct StackWord {
  Word bits;
  Term term() const { return Term::from_bits(bits); }
  void set(Term t) { bits = t.bits(); }
};
/// A heap slot, by the same reasoning.
struct HeapWord {
  Word bits;
};
static_assert(sizeof(StackWord) == sizeof(Word) && sizeof(HeapWord) == sizeof(Word),
              "slots are words");

/// Words between H and E that only the stack may take: a call pushes one return address without
/// asking, and so does a BIF that traps or waits. Whoever makes room (allocate, test_heap,
/// collections, HeapBuilder) leaves this many beyond what it needs.
inline constexpr Word kStackReserve = 4;

}  // namespace vm
