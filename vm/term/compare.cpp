// Order and equality: a first look at two terms, without a work stack. Most comparisons end there;
// compare_deep.cpp has the others.
#include "vm/term/compare.h"

#include "vm/term/atom_table.h"
#include "vm/term/compare_at_once.h"
#include "vm/term/compare_deep.h"
#include "vm/term/compare_leaves.h"
#include "vm/term/map.h"
#include "vm/term/order_rank.h"
#include "vm/term/short_binary.h"

#include <algorithm>

namespace vm {
namespace {

// Recursion: a first look goes down so many levels of tuples and lists.
constexpr int kLevels = 10;

using detail::Look, detail::may_be_equal;

bool is_bits(Subtag subtag) {
  return subtag == Subtag::kHeapBinary || subtag == Subtag::kSubBinary;
}

// Whether two ranges of bytes are the same. Keys of maps are short: no call for them.
bool same_bytes(const Byte* a, const Byte* b, Word size) {
  constexpr Word kShort = 32;
  if (size > kShort) return std::memcmp(a, b, size) == 0;
  const auto word = [](const Byte* at) {
    Word value;
    std::memcpy(&value, at, sizeof value);
    return value;
  };
  if (size >= kWordBytes) {
    for (Word at = 0; at < size - kWordBytes; at += kWordBytes) {
      if (word(a + at) != word(b + at)) return false;
    }
    return word(a + size - kWordBytes) == word(b + size - kWordBytes);
  }
  for (Word at = 0; at < size; ++at) {
    if (a[at] != b[at]) return false;
  }
  return true;
}

// Not inline: the comparison of tuples would save registers for it.
[[gnu::noinline]] bool equal_bits(Term a, Term b) {
  const Bits x = bits_of(a), y = bits_of(b);
  if (x.bit_size != y.bit_size) return false;
  if (x.is_byte_aligned() && y.is_byte_aligned() && x.bit_size % 8 == 0)
    return same_bytes(x.bytes, y.bytes, x.bit_size / 8);
  return compare_bits(x, y) == 0;
}

Look look_equal_elements(const Tuple& a, const Tuple& b, bool exact, int levels);
Look look_equal_flat_maps(const FlatMap& a, const FlatMap& b, bool exact, int levels);
Look look_equal_cells(Term& a, Term& b, bool exact, int levels);

// Looks at two different words and, for so many levels, at their elements.
Look look_equal(Term a, Term b, bool exact, int levels) {
  if (!a.is_boxed() || !b.is_boxed()) {
    if (a.is_cons() && b.is_cons())
      return levels == 0 ? Look::kUnknown : look_equal_cells(a, b, exact, levels - 1);
    // An immediate or a list equals a different word only if both are numbers (1 == 1.0).
    if (exact || !a.is_number() || !b.is_number()) return Look::kDiffers;
    return compare_numbers(a, b, false) == 0 ? Look::kSame : Look::kDiffers;
  }
  const Subtag x = header_subtag(a.header()), y = header_subtag(b.header());
  if (is_bits(x) && is_bits(y)) return equal_bits(a, b) ? Look::kSame : Look::kDiffers;
  if (x != y || (x != Subtag::kTuple && x != Subtag::kFlatMap)) return Look::kUnknown;
  if (a.header() != b.header()) return Look::kDiffers;
  if (levels == 0) return Look::kUnknown;
  if (x == Subtag::kFlatMap)
    return look_equal_flat_maps(a.as_boxed<FlatMap>(), b.as_boxed<FlatMap>(), exact, levels - 1);
  return look_equal_elements(a.as_tuple(), b.as_tuple(), exact, levels - 1);
}

// The same for so many words each of two objects.
[[gnu::always_inline]] inline Look look_equal_words(const Term* a, const Term* b, Word count,
                                                    bool exact, int levels) {
  Look all = Look::kSame;
  for (Word i = 0; i < count; ++i) {
    const Term x = a[i], y = b[i];
    if (x == y) continue;
    // Without a call: most tuples that differ do so in their first elements.
    if (!may_be_equal(x, y, exact)) return Look::kDiffers;
    const Look look = look_equal(x, y, exact, levels);
    if (look == Look::kDiffers) return look;
    if (look == Look::kUnknown) all = look;
  }
  return all;
}

// The same for the elements of two tuples of one arity.
Look look_equal_elements(const Tuple& a, const Tuple& b, bool exact, int levels) {
  return look_equal_words(a.elements, b.elements, a.arity(), exact, levels);
}

// The same for two flat maps with as many keys, which are always compared as by `=:=`.
Look look_equal_flat_maps(const FlatMap& a, const FlatMap& b, bool exact, int levels) {
  Look keys = Look::kSame;
  if (a.keys != b.keys) {
    keys = look_equal_elements(a.keys.as_tuple(), b.keys.as_tuple(), true, levels);
    if (keys == Look::kDiffers) return keys;
  }
  const Look values = look_equal_words(a.values, b.values, a.count(), exact, levels);
  return values == Look::kSame ? keys : values;
}

// Passes over the cells of two lists whose elements are the same words, as long as both go on.
void pass_same_words(Term& a, Term& b) {
  for (;;) {
    const Cons &x = a.as_cons(), &y = b.as_cons();
    if (x.head != y.head || x.tail == y.tail || !x.tail.is_cons() || !y.tail.is_cons()) return;
    a = x.tail, b = y.tail;
  }
}

// Passes over the cells of two lists whose elements are the same. kUnknown: those at which it ends
// decide.
Look look_equal_cells(Term& a, Term& b, bool exact, int levels) {
  for (;;) {
    const Cons &x = a.as_cons(), &y = b.as_cons();
    if (x.head != y.head) {
      if (!may_be_equal(x.head, y.head, exact)) return Look::kDiffers;
      const Look look = look_equal(x.head, y.head, exact, levels);
      if (look != Look::kSame) return look;
    }
    if (x.tail == y.tail) return Look::kSame;
    if (!x.tail.is_cons() || !y.tail.is_cons()) return look_equal(x.tail, y.tail, exact, levels);
    a = x.tail, b = y.tail;
  }
}

bool order_elements(const Tuple& a, const Tuple& b, bool exact, int levels, int* order);
bool order_cells(Term& a, Term& b, bool exact, int levels, int* order);

// Orders two different words that are not both small integers or atoms if a look at so many levels
// of their elements tells. False: it does not.
[[gnu::noinline]] bool order_others(Term a, Term b, bool exact, int levels, int* order) {
  if (a.is_cons() && b.is_cons()) return levels != 0 && order_cells(a, b, exact, levels - 1, order);
  if (a.is_tuple() && b.is_tuple()) {
    return levels != 0 && order_elements(a.as_tuple(), b.as_tuple(), exact, levels - 1, order);
  } else if (a.is_boxed() && b.is_boxed() && is_bits(header_subtag(a.header())) &&
             is_bits(header_subtag(b.header()))) {
    *order = compare_bits(bits_of(a), bits_of(b));
  } else if (a.is_number() && b.is_number()) {
    *order = compare_numbers(a, b, exact);
  } else {
    *order = order_of<int>(rank_of(a), rank_of(b));
    return *order != 0;
  }
  return true;
}

// The same for any two different words.
[[gnu::always_inline]] inline bool order_words(Term a, Term b, bool exact, int levels, int* order) {
  if (Term::both_small(a, b)) {
    *order = order_of(a.as_small(), b.as_small());
  } else if (a.is_atom() && b.is_atom()) {
    *order = compare_atoms(a, b);
  } else {
    return order_others(a, b, exact, levels, order);
  }
  return true;
}

// The same for tuples.
bool order_elements(const Tuple& a, const Tuple& b, bool exact, int levels, int* order) {
  const Word arity = a.arity();
  *order = order_of(arity, b.arity());
  if (*order != 0) return true;
  for (Word i = 0; i < arity; ++i) {
    if (a.elements[i] == b.elements[i]) continue;
    if (!order_words(a.elements[i], b.elements[i], exact, levels, order)) return false;
    if (*order != 0) break;
  }
  return true;
}

// The same for lists. False: the cells at which it ends decide.
bool order_cells(Term& a, Term& b, bool exact, int levels, int* order) {
  for (;;) {
    const Cons &x = a.as_cons(), &y = b.as_cons();
    *order = 0;
    if (x.head != y.head && !order_words(x.head, y.head, exact, levels, order)) return false;
    if (*order != 0 || x.tail == y.tail) return true;
    if (!x.tail.is_cons() || !y.tail.is_cons()) {
      // The shorter list comes first.
      *order = x.tail.is_nil() ? -1 : 1;
      return x.tail.is_nil() ? y.tail.is_cons() : y.tail.is_nil() && x.tail.is_cons();
    }
    a = x.tail, b = y.tail;
  }
}

}  // namespace

namespace detail {
namespace {

// What the functions below do not see at once. Calls in tail position: they need no frame.
[[gnu::noinline]] int compare_others(Term a, Term b, bool exact) {
  int order;
  // What both lists have in common is passed over once.
  const bool is_known = a.is_cons() && b.is_cons() ? order_cells(a, b, exact, kLevels - 1, &order)
                                                   : order_words(a, b, exact, kLevels, &order);
  return is_known ? order : compare_deep(a, b, exact);
}
// Of two tuples of one arity.
[[gnu::noinline]] int compare_tuples(Term a, Term b, bool exact) {
  int order;
  const bool is_known = order_elements(a.as_tuple(), b.as_tuple(), exact, kLevels - 1, &order);
  return is_known ? order : compare_deep(a, b, exact);
}
[[gnu::noinline]] bool equal_tuples(Term a, Term b, bool exact) {
  const Look look = look_equal_elements(a.as_tuple(), b.as_tuple(), exact, kLevels - 1);
  return look == Look::kUnknown ? equal_deep(a, b, exact) : look == Look::kSame;
}
[[gnu::noinline]] bool equal_others(Term a, Term b, bool exact) {
  const Look look = a.is_cons() && b.is_cons() ? look_equal_cells(a, b, exact, kLevels - 1)
                                               : look_equal(a, b, exact, kLevels);
  return look == Look::kUnknown ? equal_deep(a, b, exact) : look == Look::kSame;
}

/// Orders a term and a number: all other terms are greater.
int order_to_number(Term a, Term number, bool exact) {
  return a.is_number() ? compare_numbers(a, number, exact) : 1;
}

}  // namespace

int compare_slow(Term a, Term b, bool exact) {
  // Keys of tables and trees: tuples that small integers tell apart, and short binaries.
  if (a.is_boxed() && b.is_boxed()) {
    if (a.header() == b.header() && a.is_tuple()) {
      int order;
      return order_at_once(a.as_tuple(), b.as_tuple(), &order) ? order
                                                               : compare_tuples(a, b, exact);
    }
    if (is_short_binary(a) && is_short_binary(b))
      return order_of_short_binaries(a.as_boxed<HeapBinary>(), b.as_boxed<HeapBinary>());
  } else if (a.is_atom() && b.is_atom()) {
    return compare_atoms(a, b);
  }
  if (b.is_number()) return order_to_number(a, b, exact);
  if (a.is_number()) return -order_to_number(b, a, exact);
  return compare_others(a, b, exact);
}

namespace {

/// Of two lists, without a frame where the words at which they part tell.
bool equal_lists(Term a, Term b, bool exact) {
  pass_same_words(a, b);
  const Cons &x = a.as_cons(), &y = b.as_cons();
  const bool is_head = x.head != y.head;
  const Term l = is_head ? x.head : x.tail, r = is_head ? y.head : y.tail;
  return l == r || (may_be_equal(l, r, exact) && equal_others(a, b, exact));
}

/// Of two floats, or of two big integers of one sign and size.
bool same_numbers(Term a, Term b, bool exact) {
  if (a.is_float() && !exact) return float_value(a) == float_value(b);
  const Big &x = a.as_boxed<Big>(), &y = b.as_boxed<Big>();
  return std::equal(x.limbs, x.limbs + x.size(), y.limbs);
}

}  // namespace

bool equal_slow(Term a, Term b, bool exact) {
  if (a.is_cons() && b.is_cons()) return equal_lists(a, b, exact);
  if (!a.is_boxed() || !b.is_boxed() || a.header() != b.header()) return equal_others(a, b, exact);
  if (a.is_tuple()) {
    const Look look = look_at_once(a.as_tuple(), b.as_tuple(), exact);
    return look == Look::kUnknown ? equal_tuples(a, b, exact) : look == Look::kSame;
  }
  if (is_short_binary(a) && is_short_binary(b))
    return same_short_binaries(a.as_boxed<HeapBinary>(), b.as_boxed<HeapBinary>());
  if (a.is_number()) return same_numbers(a, b, exact);
  return equal_others(a, b, exact);
}

}  // namespace detail

void sort_pairs(std::span<MapPair> pairs) {
  std::sort(pairs.begin(), pairs.end(),
            [](const MapPair& a, const MapPair& b) { return compare_exact(a.key, b.key) < 0; });
}

}  // namespace vm
