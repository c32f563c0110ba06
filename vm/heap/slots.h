// StackWord and HeapWord: the words of a process's stack and heap. They are distinct types, so that
// the compiler may assume that a write to one does not change the other.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// A word of the stack: a term, a return address or a catch tag.
struct StackWord {
  Word bits;
  Term term() const { return Term::from_bits(bits); }
  void set(Term t) { bits = t.bits(); }
};
/// A word of the heap: a term, a header or raw data.
struct HeapWord {
  Word bits;
};
static_assert(sizeof(StackWord) == sizeof(Word) && sizeof(HeapWord) == sizeof(Word),
              "both have the size of a word");

/// The number of words between H and E that are reserved for the stack: a call, and a BIF that
/// traps or waits, pushes a return address without a check for space. All code that makes space
/// (allocate, test_heap, collections, HeapBuilder) keeps this many words free beyond what it needs.
inline constexpr Word kStackReserve = 4;

/// Whether `words` can be taken from a heap whose free words begin at `top`, without a collection.
/// `stack` is the lowest word of the stack.
inline bool has_heap_room(const HeapWord* top, const StackWord* stack, Word words) {
  const auto room = reinterpret_cast<const Byte*>(stack) - reinterpret_cast<const Byte*>(top);
  return room >= static_cast<SWord>((words + kStackReserve) * kWordBytes);
}

}  // namespace vm
