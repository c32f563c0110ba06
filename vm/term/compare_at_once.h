// What a look at the words of two tuples tells of their order and equality, without a call and
// without a look at what they contain: for most keys of tables and trees, all.
// Threads: any.
#pragma once

#include "vm/term/boxed.h"

namespace vm::detail {

/// Orders two tuples of one arity if they are the same words up to two small integers, which may be
/// in tuples within them, kLevels deep. False: that does not tell.
template <int kLevels = 0>
[[gnu::always_inline]] inline bool order_at_once(const Tuple& a, const Tuple& b, int* order) {
  *order = 0;
  for (Word i = 0; i < a.arity(); ++i) {
    const Term x = a.elements[i], y = b.elements[i];
    if (x == y) continue;
    if (Term::both_small(x, y)) {
      *order = x.as_small() < y.as_small() ? -1 : 1;
      return true;
    }
    if constexpr (kLevels == 0) {
      return false;
    } else {
      if (!x.is_boxed() || !y.is_boxed() || x.header() != y.header() || !x.is_tuple() ||
          !order_at_once<kLevels - 1>(x.as_tuple(), y.as_tuple(), order))
        return false;
      if (*order != 0) return true;
    }
  }
  return true;
}

/// Orders two lists if they are the same words up to two small integers or the end of one. False:
/// that does not tell.
[[gnu::always_inline]] inline bool order_at_once(const Cons& a, const Cons& b, int* order) {
  const Cons *x = &a, *y = &b;
  for (; x->head == y->head; x = &x->tail.as_cons(), y = &y->tail.as_cons()) {
    *order = 0;
    if (x->tail == y->tail) return true;
    if (x->tail.is_cons() && y->tail.is_cons()) continue;
    *order = x->tail.is_nil() ? -1 : 1;  // the shorter list comes first
    return x->tail.is_nil() ? y->tail.is_cons() : y->tail.is_nil() && x->tail.is_cons();
  }
  if (!Term::both_small(x->head, y->head)) return false;
  *order = x->head.as_small() < y->head.as_small() ? -1 : 1;
  return true;
}

enum class Look : Byte {
  kSame,
  kDiffers,
  kUnknown,  // what differs lies deeper, or is no tuple or list
};

/// Whether two different words may be equal, `exact`, as by `=:=`: an immediate equals a different
/// word only if both are numbers (1 == 1.0).
inline bool may_be_equal(Term a, Term b, bool exact) {
  return exact ? Term::both_pointers(a, b) : Term::any_pointer(a, b);
}

/// Whether two tuples of one arity are equal: `exact`, as by `=:=`.
[[gnu::always_inline]] inline Look look_at_once(const Tuple& a, const Tuple& b, bool exact) {
  Look all = Look::kSame;
  for (Word i = 0; i < a.arity(); ++i) {
    const Term x = a.elements[i], y = b.elements[i];
    if (x == y) continue;
    if (!may_be_equal(x, y, exact)) return Look::kDiffers;
    all = Look::kUnknown;
  }
  return all;
}

}  // namespace vm::detail
