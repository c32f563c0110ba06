// Order and equality of terms, as the language defines them:
// number < atom < reference < fun < port < pid < tuple < map < nil < list < bitstring.
// Terms of any depth are compared without recursion on the native stack, except for maps inside
// keys of maps. Threads: any; nothing is allocated on heaps.
#pragma once

#include "vm/term/boxed.h"

namespace vm {

namespace detail {
int compare_slow(Term a, Term b, bool exact);
bool equal_slow(Term a, Term b, bool exact);
}  // namespace detail

/// Order as `<` and `==` see it: negative, zero or positive. Integers and floats are compared by
/// their exact values.
inline int compare(Term a, Term b) {
  if (a == b) return 0;
  if (Term::both_small(a, b)) return a.as_small() < b.as_small() ? -1 : 1;
  return detail::compare_slow(a, b, false);
}
/// Order of keys of maps: as compare(), but any integer is less than any float, and -0.0 is less
/// than 0.0. Zero means `=:=`.
inline int compare_exact(Term a, Term b) { return a == b ? 0 : detail::compare_slow(a, b, true); }

/// `==`.
inline bool equal(Term a, Term b) {
  if (a == b) return true;
  return (a.is_pointer() || b.is_pointer()) && detail::equal_slow(a, b, false);
}
/// `=:=`: as equal(), but 1 and 1.0 differ, and so do 0.0 and -0.0.
inline bool exactly_equal(Term a, Term b) {
  if (a == b) return true;
  return a.is_pointer() && b.is_pointer() && detail::equal_slow(a, b, true);
}

/// Order of bits: the first that differs decides, then the length.
int compare_bits(Bits a, Bits b);
/// Order of an integer (small or big) and a float, by their exact values. The float is no NaN.
int compare_integer_float(Term integer, double value);

}  // namespace vm
