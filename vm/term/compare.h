// The order and equality of terms that the language defines:
// number < atom < reference < fun < port < pid < tuple < record < map < nil < list < bitstring.
// Terms of any depth are compared without recursion on the native stack, except for maps that are
// keys of maps. Nothing is allocated on heaps.
// Threads: any.
#pragma once

#include "vm/term/boxed.h"

#include <span>

namespace vm {

struct MapPair;

namespace detail {
int compare_slow(Term a, Term b, bool exact);
bool equal_slow(Term a, Term b, bool exact);
}  // namespace detail

/// The order of `<` and `==`: negative, zero or positive. Integers and floats are compared by their
/// exact values.
inline int compare(Term a, Term b) {
  if (a == b) return 0;
  if (Term::both_small(a, b)) return a.as_small() < b.as_small() ? -1 : 1;
  return detail::compare_slow(a, b, false);
}
/// The order of map keys: like compare(), but any integer is less than any float, and -0.0 is less
/// than 0.0. Zero means `=:=`.
inline int compare_exact(Term a, Term b) { return a == b ? 0 : detail::compare_slow(a, b, true); }

/// `==`.
inline bool equal(Term a, Term b) {
  if (a == b) return true;
  return Term::any_pointer(a, b) && detail::equal_slow(a, b, false);
}
/// `=:=`: like equal(), but 1 and 1.0 differ, and so do 0.0 and -0.0.
inline bool exactly_equal(Term a, Term b) {
  if (a == b) return true;
  return Term::both_pointers(a, b) && detail::equal_slow(a, b, true);
}

/// Sorts the pairs of a map by key in the order of compare_exact().
void sort_pairs(std::span<MapPair> pairs);

/// The order of bitstrings: the first bit that differs decides, then the length.
int compare_bits(const Bits& a, const Bits& b);
/// The order of an integer (small or big) and a float by their exact values. The float is not NaN.
int compare_integer_float(Term integer, double value);

}  // namespace vm
