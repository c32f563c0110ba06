// What a look at the words of two tuples tells of their order and equality, without a call and
// without a look at what they contain: for most keys of tables and trees, all.
// Threads: any.
#pragma once

#include "vm/term/boxed.h"

namespace vm::detail {

/// Orders two terms if they are tuples of one arity and the same words up to two small integers,
/// which may be in tuples within them, kLevels deep. False: that does not tell.
template <int kLevels = 0>
[[gnu::always_inline]] inline bool order_tuples_at_once(Term a, Term b, int* order) {
  if (!a.is_boxed() || !b.is_boxed() || a.header() != b.header() || !a.is_tuple()) return false;
  const Tuple &x = a.as_tuple(), &y = b.as_tuple();
  *order = 0;
  for (Word i = 0; i < x.arity(); ++i) {
    const Term l = x.elements[i], r = y.elements[i];
    if (l == r) continue;
    if (Term::both_small(l, r)) {
      *order = l.as_small() < r.as_small() ? -1 : 1;
      return true;
    }
    if constexpr (kLevels == 0) {
      return false;
    } else {
      if (!order_tuples_at_once<kLevels - 1>(l, r, order)) return false;
      if (*order != 0) return true;
    }
  }
  return true;
}

/// Orders two lists that are the same up to these tails, which differ and are not both cells: the
/// shorter list comes first. False: that does not tell, as one is improper.
inline bool order_tails(Term a, Term b, int* order) {
  *order = a.is_nil() ? -1 : 1;
  return a.is_nil() ? b.is_cons() : b.is_nil() && a.is_cons();
}

/// Passes over the cells of two lists whose elements are the same words, as long as both go on.
[[gnu::always_inline]] inline void pass_same_words(Term& a, Term& b) {
  for (;;) {
    const Cons &x = a.as_cons(), &y = b.as_cons();
    if (x.head != y.head || x.tail == y.tail || !x.tail.is_cons() || !y.tail.is_cons()) return;
    a = x.tail, b = y.tail;
  }
}

/// Orders two lists if they are the same words up to two small integers or the end of one. False:
/// that does not tell; then `a` and `b` are the cells that do.
[[gnu::always_inline]] inline bool order_lists_at_once(Term& a, Term& b, int* order) {
  pass_same_words(a, b);
  const Cons &x = a.as_cons(), &y = b.as_cons();
  *order = 0;
  if (x.head == y.head) return x.tail == y.tail || order_tails(x.tail, y.tail, order);
  if (!Term::both_small(x.head, y.head)) return false;
  *order = x.head.as_small() < y.head.as_small() ? -1 : 1;
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
