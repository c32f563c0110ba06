// GMP's functions on the limbs of the operands; the result is made where it stays.
#include "vm/term/long_arith.h"

#include "vm/term/magnitudes.h"

#include <algorithm>

namespace vm {
namespace {

/// The limbs of a result, behind the word of its header.
class Place {
 public:
  Place(HeapWord* top, const StackWord* stack) : top_(top), stack_(stack) {}
  bool has_room(Word limbs) const { return has_heap_room(top_, stack_, 1 + limbs); }
  Word* limbs() const { return reinterpret_cast<Word*>(top_) + 1; }
  WideResult nothing() const { return {Term::none(), top_}; }
  WideResult old(Term term) const { return {term, top_}; }
  /// The integer that has been written, perhaps with leading zeros.
  WideResult finish(Word size, bool negative) const {
    const Term small = small_of_limbs(limbs(), &size, negative);
    if (small.has_value()) return old(small);
    top_->bits = make_header(negative ? Subtag::kBigNegative : Subtag::kBigPositive, size);
    return {Term::boxed(top_), top_ + 1 + size};
  }

 private:
  HeapWord* top_;
  const StackWord* stack_;
};

/// a + b, or a - b if `negate_b`.
WideResult sum(Term a, Term b, const Place& place, bool negate_b) {
  if (!a.is_integer() || !b.is_integer()) return place.nothing();
  const IntegerView x(a), y(b);
  const bool y_negative = y.negative() != negate_b;
  const bool is_less = compare_magnitudes(x, y) < 0;
  const IntegerView &larger = is_less ? y : x, &smaller = is_less ? x : y;
  const bool negative = is_less ? y_negative : x.negative();
  const Word size = larger.size();
  if (size > kMostLongLimbs || !place.has_room(size + 1)) return place.nothing();
  Word* const to = place.limbs();
  to[size] = 0;
  if (smaller.is_zero()) {
    std::copy_n(larger.limbs(), size, to);
  } else if (x.negative() == y_negative) {
    to[size] = mpn_add(gmp(to), gmp(larger.limbs()), gmp_size(size), gmp(smaller.limbs()),
                       gmp_size(smaller.size()));
  } else {
    mpn_sub(gmp(to), gmp(larger.limbs()), gmp_size(size), gmp(smaller.limbs()),
            gmp_size(smaller.size()));
  }
  return place.finish(size + 1, negative);
}

WideResult product(Term a, Term b, const Place& place) {
  if (!a.is_integer() || !b.is_integer()) return place.nothing();
  const IntegerView x(a), y(b);
  const Word size = x.size() + y.size();
  if (size > kMostLongLimbs || !place.has_room(size)) return place.nothing();
  if (x.is_zero() || y.is_zero()) return place.old(Term::small(0));
  multiply_magnitudes(place.limbs(), x, y);
  return place.finish(size, x.negative() != y.negative());
}

enum class Wanted { kQuotient, kRemainder };

WideResult division(Term a, Term b, const Place& place, Wanted wanted) {
  if (!a.is_integer() || !b.is_integer() || b == Term::small(0)) return place.nothing();
  const IntegerView x(a), y(b);
  if (x.size() + y.size() > kMostLongLimbs) return place.nothing();
  const bool is_quotient = wanted == Wanted::kQuotient;
  if (compare_magnitudes(x, y) < 0) return place.old(is_quotient ? Term::small(0) : a);
  const Word size = is_quotient ? x.size() - y.size() + 1 : y.size();
  if (!place.has_room(size)) return place.nothing();
  Word other[kMostLongLimbs];  // what is not wanted
  Word* const quotient = is_quotient ? place.limbs() : other;
  Word* const remainder = is_quotient ? other : place.limbs();
  if (y.size() == 1) {
    remainder[0] = mpn_divrem_1(gmp(quotient), 0, gmp(x.limbs()), gmp_size(x.size()), y.limbs()[0]);
  } else {
    mpn_tdiv_qr(gmp(quotient), gmp(remainder), 0, gmp(x.limbs()), gmp_size(x.size()),
                gmp(y.limbs()), gmp_size(y.size()));
  }
  return place.finish(size, is_quotient ? x.negative() != y.negative() : x.negative());
}

}  // namespace

#define LONG_OPERATION(name, result) \
  VM_PRESERVE_MOST WideResult name(Term a, Term b, HeapWord* top, const StackWord* stack) { \
    const Place place(top, stack); \
    return result; \
  }
LONG_OPERATION(long_add, sum(a, b, place, false))
LONG_OPERATION(long_subtract, sum(a, b, place, true))
LONG_OPERATION(long_multiply, product(a, b, place))
LONG_OPERATION(long_div, division(a, b, place, Wanted::kQuotient))
LONG_OPERATION(long_rem, division(a, b, place, Wanted::kRemainder))
#undef LONG_OPERATION

}  // namespace vm
