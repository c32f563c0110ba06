// The upper four bits of a prefix are the kind of the term. What follows has fewer bits where the
// term is the first element of another one.
#include "vm/term/order_prefix.h"

#include "vm/base/bits.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"
#include "vm/term/order_rank.h"

#include <algorithm>
#include <cmath>

namespace vm {
namespace {

constexpr unsigned kKindBits = 4;
constexpr unsigned kArityBits = 5;

constexpr Word ones(unsigned bits) { return (Word{1} << bits) - 1; }

/// The integer at or below a number, within `bits` bits.
Word integer_below(Term number, unsigned bits) {
  const SWord most = static_cast<SWord>(ones(bits - 1));
  SWord value;
  if (number.is_small()) {
    value = std::clamp(number.as_small(), -most - 1, most);
  } else if (number.is_float()) {
    const double below = std::floor(float_value(number));
    const double limit = std::ldexp(1.0, static_cast<int>(bits) - 1);
    value = below >= limit ? most : below < -limit ? -most - 1 : static_cast<SWord>(below);
  } else {
    value = number.as_boxed<Big>().negative() ? -most - 1 : most;
  }
  return static_cast<Word>(value + most + 1);
}

/// The first bytes of a bitstring, with zeros behind its end.
Word first_bytes(Term bitstring, unsigned bits) {
  const Bits view = bits_of(bitstring);
  const auto count = static_cast<unsigned>(std::min<Word>(view.bit_size, bits));
  if (count == 0) return 0;
  return read_bits(view.bytes, view.bit_offset, count) << (bits - count);
}

/// Elements that are small integers and bytes, one by one, up to the first other element.
Word first_elements(Term list, unsigned bits) {
  constexpr unsigned kByte = 8;
  constexpr Word kBelow = 0, kAbove = ones(kByte);  // elements below 0; at least 254, or no numbers
  Word result = 0;
  while (bits >= kByte && list.is_cons()) {
    const Term head = list.as_cons().head;
    bits -= kByte;
    Word code = kAbove;
    bool is_exact = false;
    if (head.is_small()) {
      const SWord value = head.as_small();
      is_exact = value >= 0 && value < static_cast<SWord>(kAbove) - 1;
      code = value < 0 ? kBelow : is_exact ? static_cast<Word>(value) + 1 : kAbove;
    } else if (head.is_float()) {
      const double value = float_value(head), below = std::floor(value);
      if (value < 0) {
        code = kBelow;
      } else if (below < static_cast<double>(kAbove) - 1) {
        code = static_cast<Word>(below) + 1;
        is_exact = below == value;
        // Above all lists that have the integer here.
        if (!is_exact) return (result << kByte | code) << bits | ones(bits);
      }
    } else if (head.is_big() && head.as_boxed<Big>().negative()) {
      code = kBelow;
    }
    result = result << kByte | code;
    if (!is_exact) return result << bits;
    list = list.as_cons().tail;
  }
  // A list that goes on is above one that ends or has another term there, except for a bitstring.
  const bool is_above = !list.is_cons() && rank_of(list) == kBits;
  return result << bits | (is_above ? ones(bits) : 0);
}

}  // namespace

Word order_prefix(Term t) {
  Word result = 0;
  unsigned bits = kWordBits;  // that are left
  for (;;) {
    const Rank kind = rank_of(t);
    bits -= kKindBits;
    result = result << kKindBits | kind;
    switch (kind) {
      case kNumber:
        return result << bits | integer_below(t, bits);
      case kAtom:
        return result << bits | atom_first_bytes(t) >> (kWordBits - bits);
      case kBits:
        return result << bits | first_bytes(t, bits);
      case kList:
        return result << bits | first_elements(t, bits);
      case kTuple: {
        const Tuple& tuple = t.as_tuple();
        bits -= kArityBits;
        result = result << kArityBits | std::min(tuple.arity(), ones(kArityBits));
        // Beyond, tuples of one prefix may differ in their arity, which is compared first.
        if (tuple.arity() == 0 || tuple.arity() >= ones(kArityBits) || bits < 3 * kKindBits)
          return result << bits;
        t = tuple.elements[0];
        break;
      }
      default:
        return result << bits;
    }
  }
}

}  // namespace vm
