// A walk over an I/O list in parts: its bytes and binaries in order. I/O lists may be nested to any
// depth, so the tails that wait are on a stack of the walk's own.
// Threads: any; the caller owns the terms, which stay where they are during the walk.
#pragma once

#include "vm/heap/binary.h"
#include "vm/term/boxed.h"
#include "vm/term/work_stack.h"

namespace vm {

class IodataWalk {
 public:
  enum class State : std::uint8_t { kMore, kEnd, kInvalid };

  /// A binary counts as an I/O list of itself.
  explicit IodataWalk(Term iodata) : rest_(iodata) {}

  /// Goes over up to `count` elements and calls `byte(Byte)` and `binary(Term)` for what it meets;
  /// `binary` returns false where the term may not be there. kMore: there are more elements.
  template <class OnByte, class OnBinary>
  State go_on(Word count, OnByte on_byte, OnBinary on_binary) {
    Term rest = rest_;  // in a register: most elements are bytes, which take few instructions
    while (true) {
      while (rest.is_cons()) {
        if (count-- == 0) {
          rest_ = rest;
          return State::kMore;
        }
        const Cons& cell = rest.as_cons();
        if (cell.head.is_byte()) [[likely]] {
          on_byte(static_cast<Byte>(cell.head.as_small()));
          rest = cell.tail;
        } else if (cell.head.is_cons()) {
          if (!cell.tail.is_nil()) stack_.push(cell.tail);
          rest = cell.head;
        } else if (cell.head.is_nil()) {
          rest = cell.tail;
        } else if (cell.head.is_bitstring()) {
          if (!on_binary(cell.head)) return State::kInvalid;
          rest = cell.tail;
        } else {
          return State::kInvalid;
        }
      }
      if (rest.is_bitstring()) {
        if (!on_binary(rest)) return State::kInvalid;
      } else if (!rest.is_nil()) {
        return State::kInvalid;
      }
      rest = Term::nil();
      if (stack_.empty()) {
        rest_ = rest;
        return State::kEnd;
      }
      rest = stack_.pop();
    }
  }

 private:
  Term rest_;
  WorkStack<Term, 16> stack_;
};

}  // namespace vm
