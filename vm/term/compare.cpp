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
constexpr int kLevels = 40;

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

// Of two floats, or of two big integers of one sign and size.
bool same_numbers(Term a, Term b, bool exact) {
  if (a.is_float() && !exact) return float_value(a) == float_value(b);
  const Big &x = a.as_boxed<Big>(), &y = b.as_boxed<Big>();
  return std::equal(x.limbs, x.limbs + x.size(), y.limbs);
}

template <bool kExact>
Look look_equal(Term a, Term b, int levels);

// Looks at two words as look_equal() does, and without a call where these tell: most tuples that
// differ do so in their first elements.
template <bool kExact>
[[gnu::always_inline]] inline Look look_equal_pair(Term a, Term b, int levels) {
  if (a == b) return Look::kSame;
  return may_be_equal(a, b, kExact) ? look_equal<kExact>(a, b, levels) : Look::kDiffers;
}

// The same for `count` pairs, at least one, but for the last, which it returns in `a` and `b`.
// kSame: that decides.
template <bool kExact>
[[gnu::always_inline]] inline Look look_equal_words(const Term* x, const Term* y, Word count,
                                                    int levels, Term* a, Term* b) {
  for (; count > 1; ++x, ++y, --count) {
    const Look look = look_equal_pair<kExact>(*x, *y, levels);
    if (look != Look::kSame) return look;
  }
  *a = *x, *b = *y;
  return Look::kSame;
}

// The same for two boxed objects that are no tuples. kSame: they are.
template <bool kExact>
[[gnu::noinline]] Look look_equal_objects(Term a, Term b, int levels) {
  const Subtag x = header_subtag(a.header()), y = header_subtag(b.header());
  if (is_bits(x) && is_bits(y)) return equal_bits(a, b) ? Look::kSame : Look::kDiffers;
  if (a.header() != b.header()) {
    if (x == y && (x == Subtag::kTuple || x == Subtag::kFlatMap)) return Look::kDiffers;
    return Look::kUnknown;
  }
  if (a.is_number()) return same_numbers(a, b, kExact) ? Look::kSame : Look::kDiffers;
  if (x != Subtag::kFlatMap) return Look::kUnknown;
  const auto &map = a.as_boxed<FlatMap>(), &other = b.as_boxed<FlatMap>();
  const Look keys = look_equal_pair<true>(map.keys, other.keys, levels);
  if (keys != Look::kSame || map.count() == 0) return keys;
  const Look values =
      look_equal_words<kExact>(map.values, other.values, map.count(), levels, &a, &b);
  return values == Look::kSame ? look_equal_pair<kExact>(a, b, levels) : values;
}

// Looks at two different words that may be equal, and for so many levels at their elements. The
// last element of a tuple and the tail of a list are on the level of what they are in.
template <bool kExact>
[[gnu::noinline]] Look look_equal(Term a, Term b, int levels) {
  if (--levels < 0) return Look::kUnknown;
  for (;;) {
    if (a.is_cons()) {
      if (!b.is_cons()) return Look::kDiffers;
      do {
        const Cons &x = a.as_cons(), &y = b.as_cons();
        const Look look = look_equal_pair<kExact>(x.head, y.head, levels);
        if (look != Look::kSame) return look;
        a = x.tail, b = y.tail;
        if (a == b) return Look::kSame;
      } while (a.is_cons() && b.is_cons());
    } else if (a.is_boxed() && b.is_boxed()) {
      if (a.header() != b.header() || !a.is_tuple())
        return look_equal_objects<kExact>(a, b, levels);
      const Tuple &x = a.as_tuple(), &y = b.as_tuple();
      if (x.arity() == 0) return Look::kSame;
      const Look look = look_equal_words<kExact>(x.elements, y.elements, x.arity(), levels, &a, &b);
      if (look != Look::kSame) return look;
      if (a == b) return Look::kSame;
    } else {
      // An immediate or a list equals a different word only if both are numbers (1 == 1.0).
      if (kExact || !a.is_number() || !b.is_number()) return Look::kDiffers;
      return compare_numbers(a, b, false) == 0 ? Look::kSame : Look::kDiffers;
    }
    if (!may_be_equal(a, b, kExact)) return Look::kDiffers;
  }
}

// Calls in tail position: the functions below need no frame.
[[gnu::noinline]] bool equal_below(Term a, Term b, bool exact) {
  const Look look = exact ? look_equal<true>(a, b, kLevels) : look_equal<false>(a, b, kLevels);
  return look == Look::kUnknown ? equal_deep(a, b, exact) : look == Look::kSame;
}

bool order_elements(const Tuple& a, const Tuple& b, bool exact, int levels, int* order);
bool order_cells(Term& a, Term& b, bool exact, int levels, int* order);
bool order_flat_maps(const FlatMap& a, const FlatMap& b, bool exact, int levels, int* order);

// Orders two different words that are not both small integers or atoms if a look at so many levels
// of their elements tells. False: it does not.
[[gnu::noinline]] bool order_others(Term a, Term b, bool exact, int levels, int* order) {
  if (a.is_cons() && b.is_cons()) return levels != 0 && order_cells(a, b, exact, levels - 1, order);
  if (a.is_tuple() && b.is_tuple()) {
    return levels != 0 && order_elements(a.as_tuple(), b.as_tuple(), exact, levels - 1, order);
  } else if (a.is_boxed() && b.is_boxed() && is_bits(header_subtag(a.header())) &&
             is_bits(header_subtag(b.header()))) {
    *order = compare_bits(bits_of(a), bits_of(b));
  } else if (a.is_boxed_as(Subtag::kFlatMap) && b.is_boxed_as(Subtag::kFlatMap)) {
    return levels != 0 &&
           order_flat_maps(a.as_boxed<FlatMap>(), b.as_boxed<FlatMap>(), exact, levels - 1, order);
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

// The same for flat maps. False also if their keys differ, but not in number.
bool order_flat_maps(const FlatMap& a, const FlatMap& b, bool exact, int levels, int* order) {
  const Word count = a.count();
  *order = order_of(count, b.count());
  if (*order != 0) return true;
  if (look_equal_pair<true>(a.keys, b.keys, levels) != Look::kSame) return false;
  // The values of the least key decide whose values differ. Keys do not lie in their order.
  const Term* keys = a.keys.as_tuple().elements;
  Word least = count;
  for (Word i = 0; i < count; ++i) {
    if (a.values[i] == b.values[i]) continue;
    if (least != count && compare_exact(keys[least], keys[i]) < 0) continue;
    int found = 0;
    if (!order_words(a.values[i], b.values[i], exact, levels, &found)) return false;
    if (found != 0) least = i, *order = found;
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
    if (!x.tail.is_cons() || !y.tail.is_cons()) return detail::order_tails(x.tail, y.tail, order);
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
  if (order_tuples_at_once<1>(a, b, &order)) return order;
  const bool is_known = order_elements(a.as_tuple(), b.as_tuple(), exact, kLevels - 1, &order);
  return is_known ? order : compare_deep(a, b, exact);
}

/// Of two lists, without a frame where two small integers or the lengths tell: as of two strings.
[[gnu::noinline]] int compare_lists(Term a, Term b, bool exact) {
  int order;
  return order_lists_at_once(a, b, &order) ? order : compare_others(a, b, exact);
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
      return order_tuples_at_once(a, b, &order) ? order : compare_tuples(a, b, exact);
    }
    if (is_short_binary(a) && is_short_binary(b))
      return order_of_short_binaries(a.as_boxed<HeapBinary>(), b.as_boxed<HeapBinary>());
  } else if (a.is_cons() && b.is_cons()) {
    return compare_lists(a, b, exact);
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
  return l == r || (may_be_equal(l, r, exact) && equal_below(a, b, exact));
}

}  // namespace

bool equal_slow(Term a, Term b, bool exact) {
  if (a.is_cons() && b.is_cons()) return equal_lists(a, b, exact);
  if (!a.is_boxed() || !b.is_boxed() || a.header() != b.header()) return equal_below(a, b, exact);
  if (a.is_tuple()) {
    const Look look = look_at_once(a.as_tuple(), b.as_tuple(), exact);
    return look == Look::kUnknown ? equal_below(a, b, exact) : look == Look::kSame;
  }
  if (is_short_binary(a) && is_short_binary(b))
    return same_short_binaries(a.as_boxed<HeapBinary>(), b.as_boxed<HeapBinary>());
  if (a.is_number()) return same_numbers(a, b, exact);
  return equal_below(a, b, exact);
}

}  // namespace detail

void sort_pairs(std::span<MapPair> pairs) {
  std::sort(pairs.begin(), pairs.end(),
            [](const MapPair& a, const MapPair& b) { return compare_exact(a.key, b.key) < 0; });
}

}  // namespace vm
