// Arithmetic on any combination of numbers. Two smalls are computed with machine integers. Other
// integers are treated as sign and magnitude (IntegerView). If either operand is a float, both are
// converted to floats.
#include "vm/term/arith.h"

#include "vm/term/big.h"
#include "vm/term/compare.h"
#include "vm/term/limbs.h"
#include "vm/term/magnitudes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vm {
namespace {

ArithResult float_result(HeapBuilder& builder, double value) {
  if (!std::isfinite(value)) return Err(ArithError::kBadArith);
  return builder.float_(value);
}

ArithResult integer_result(HeapBuilder& builder, const Word* limbs, Word size, bool negative) {
  const Term result = make_integer(builder, limbs, size, negative);
  if (result.is_none()) return Err(ArithError::kSystemLimit);
  return result;
}

// The limbs of a result in its place: as many words as the operation may need, of which finish()
// gives back what the value does not.
class ResultLimbs {
 public:
  ResultLimbs(HeapBuilder& builder, Word size)
      : builder_(builder), words_(builder.alloc(size + 1)), size_(size) {}
  Word* data() { return reinterpret_cast<Word*>(words_ + 1); }
  Word& operator[](Word i) { return data()[i]; }

  ArithResult finish(bool negative) {
    Word size = size_;
    const Term small = small_of_limbs(data(), &size, negative);
    if (small.has_value() || size > kMaxBigLimbs) {
      builder_.shrink_to(words_);
      return small.has_value() ? ArithResult(small) : Err(ArithError::kSystemLimit);
    }
    words_[0] =
        Term::from_bits(make_header(negative ? Subtag::kBigNegative : Subtag::kBigPositive, size));
    builder_.shrink_to(words_ + 1 + size);
    return Term::boxed(words_);
  }

 private:
  HeapBuilder& builder_;
  Term* words_;
  Word size_;
};

ArithResult add_magnitudes(HeapBuilder& builder, const IntegerView& a, const IntegerView& b,
                           bool negative) {
  const IntegerView &x = a.size() >= b.size() ? a : b, &y = a.size() >= b.size() ? b : a;
  ResultLimbs sum(builder, x.size() + 1);
  sum[x.size()] = y.is_zero() ? (std::copy_n(x.limbs(), x.size(), sum.data()), 0)
                              : mpn_add(gmp(sum.data()), gmp(x.limbs()), gmp_size(x.size()),
                                        gmp(y.limbs()), gmp_size(y.size()));
  return sum.finish(negative);
}

// Converts an integer of at most one limb; returns false for a longer one.
bool to_int128(Term t, __int128* value) {
  if (t.is_small()) {
    *value = t.as_small();
    return true;
  }
  const Big& big = t.as_boxed<Big>();
  if (big.size() > 1) return false;
  *value = big.negative() ? -static_cast<__int128>(big.limbs[0]) : __int128{big.limbs[0]};
  return true;
}

// a + b, or a - b if `negate_b`.
ArithResult add_integers(HeapBuilder& builder, Term a, Term b, bool negate_b) {
  if (Term::both_small(a, b))
    return builder.integer(negate_b ? a.as_small() - b.as_small() : a.as_small() + b.as_small());
  if (__int128 u, v; to_int128(a, &u) && to_int128(b, &v))
    return make_integer_128(builder, negate_b ? u - v : u + v);
  const IntegerView x(a), y(b);
  const bool y_negative = y.negative() != negate_b;
  if (x.negative() == y_negative || y.is_zero()) return add_magnitudes(builder, x, y, x.negative());
  if (x.is_zero()) return add_magnitudes(builder, x, y, y_negative);
  const int order = compare_magnitudes(x, y);
  if (order == 0) return Term::small(0);
  const IntegerView &larger = order > 0 ? x : y, &smaller = order > 0 ? y : x;
  ResultLimbs difference(builder, larger.size());
  mpn_sub(gmp(difference.data()), gmp(larger.limbs()), gmp_size(larger.size()),
          gmp(smaller.limbs()), gmp_size(smaller.size()));
  return difference.finish(order > 0 ? x.negative() : y_negative);
}

ArithResult multiply_integers(HeapBuilder& builder, Term a, Term b) {
  if (Term::both_small(a, b))
    return make_integer_128(builder, static_cast<__int128>(a.as_small()) * b.as_small());
  const IntegerView x(a), y(b);
  if (x.is_zero() || y.is_zero()) return Term::small(0);
  if (x.size() + y.size() > kMaxBigLimbs + 1) return Err(ArithError::kSystemLimit);
  ResultLimbs product(builder, x.size() + y.size());
  multiply_magnitudes(product.data(), x, y);
  return product.finish(x.negative() != y.negative());
}

enum class Division { kQuotient, kRemainder };

ArithResult divide_integers(HeapBuilder& builder, Term a, Term b, Division which) {
  if (!a.is_integer() || !b.is_integer() || b == Term::small(0)) return Err(ArithError::kBadArith);
  if (Term::both_small(a, b)) {
    return builder.integer(which == Division::kQuotient ? a.as_small() / b.as_small()
                                                        : a.as_small() % b.as_small());
  }
  const IntegerView x(a), y(b);
  if (compare_magnitudes(x, y) < 0) return which == Division::kQuotient ? Term::small(0) : a;
  const Word quotient_size = x.size() - y.size() + 1;
  if (which == Division::kQuotient) {
    ResultLimbs quotient(builder, quotient_size);
    if (y.size() == 1) {
      mpn_divrem_1(gmp(quotient.data()), 0, gmp(x.limbs()), gmp_size(x.size()), y.limbs()[0]);
    } else {
      Limbs remainder(y.size());
      mpn_tdiv_qr(gmp(quotient.data()), gmp(remainder.data()), 0, gmp(x.limbs()),
                  gmp_size(x.size()), gmp(y.limbs()), gmp_size(y.size()));
    }
    return quotient.finish(x.negative() != y.negative());
  }
  ResultLimbs remainder(builder, y.size());
  if (y.size() == 1) {
    remainder[0] = mpn_mod_1(gmp(x.limbs()), gmp_size(x.size()), y.limbs()[0]);
  } else {
    Limbs quotient(quotient_size);
    mpn_tdiv_qr(gmp(quotient.data()), gmp(remainder.data()), 0, gmp(x.limbs()), gmp_size(x.size()),
                gmp(y.limbs()), gmp_size(y.size()));
  }
  return remainder.finish(x.negative());
}

struct Doubles {
  double a, b;
};
// Converts both operands to floats. Returns false if either is not a number or out of range.
bool to_doubles(Term a, Term b, Doubles* out) {
  return number_to_double(a, &out->a) && number_to_double(b, &out->b);
}

// --- Bitwise operations, on two's complement numbers of a common length ---

void to_twos_complement(const IntegerView& view, Word* out, Word size) {
  std::copy_n(view.limbs(), view.size(), out);
  std::fill(out + view.size(), out + size, 0);
  if (view.negative()) mpn_neg(gmp(out), gmp(out), gmp_size(size));
}

template <typename Op>
ArithResult bitwise(HeapBuilder& builder, Term a, Term b, Op op) {
  if (!a.is_integer() || !b.is_integer()) return Err(ArithError::kBadArith);
  if (Term::both_small(a, b)) {
    return Term::small(
        static_cast<SWord>(op(static_cast<Word>(a.as_small()), static_cast<Word>(b.as_small()))));
  }
  if (__int128 u, v; to_int128(a, &u) && to_int128(b, &v)) {
    const Word low = op(static_cast<Word>(u), static_cast<Word>(v));
    const Word high = op(static_cast<Word>(u >> 64), static_cast<Word>(v >> 64));
    return make_integer_128(
        builder, static_cast<__int128>(static_cast<unsigned __int128>(high) << 64 | low));
  }
  const IntegerView x(a), y(b);
  const IntegerView &longer = x.size() >= y.size() ? x : y, &shorter = x.size() >= y.size() ? y : x;
  const Word size = longer.size() + 1;  // one limb for the sign
  ResultLimbs u(builder, size);
  if (!x.negative() && !y.negative()) {
    Word i = 0;
    for (; i < shorter.size(); ++i) u[i] = op(longer.limbs()[i], shorter.limbs()[i]);
    for (; i < longer.size(); ++i) u[i] = op(longer.limbs()[i], Word{0});
    u[i] = 0;
    return u.finish(false);
  }
  Limbs v(size);
  to_twos_complement(longer, u.data(), size);
  to_twos_complement(shorter, v.data(), size);
  for (Word i = 0; i < size; ++i) u[i] = op(u[i], v[i]);
  const bool negative = u[size - 1] >> 63;
  if (negative) mpn_neg(gmp(u.data()), gmp(u.data()), gmp_size(size));
  return u.finish(negative);
}

ArithResult shift_left(HeapBuilder& builder, const IntegerView& x, Word shift) {
  if (x.is_zero()) return Term::small(0);
  const Word whole = shift / 64;
  const auto part = static_cast<unsigned>(shift % 64);
  if (whole > kMaxBigLimbs) return Err(ArithError::kSystemLimit);
  const Word size = x.size() + whole + 1;
  ResultLimbs result(builder, size);
  std::fill_n(result.data(), whole, 0);
  if (part == 0) {
    std::copy_n(x.limbs(), x.size(), result.data() + whole);
    result[size - 1] = 0;
  } else {
    result[size - 1] =
        mpn_lshift(gmp(result.data() + whole), gmp(x.limbs()), gmp_size(x.size()), part);
  }
  return result.finish(x.negative());
}

// Rounds towards minus infinity.
ArithResult shift_right(HeapBuilder& builder, const IntegerView& x, Word shift) {
  const Word whole = shift / 64;
  const auto part = static_cast<unsigned>(shift % 64);
  if (whole >= x.size()) return Term::small(x.negative() ? -1 : 0);
  const Word size = x.size() - whole;
  ResultLimbs result(builder, size + 1);
  Word lost = 0;
  if (part == 0) {
    std::copy_n(x.limbs() + whole, size, result.data());
  } else {
    lost = mpn_rshift(gmp(result.data()), gmp(x.limbs() + whole), gmp_size(size), part);
  }
  for (Word i = 0; i < whole && lost == 0; ++i) lost = x.limbs()[i];
  result[size] = 0;
  if (x.negative() && lost != 0)
    mpn_add_1(gmp(result.data()), gmp(result.data()), gmp_size(size + 1), 1);
  return result.finish(x.negative());
}

enum class Direction { kLeft, kRight };

ArithResult shift(HeapBuilder& builder, Term a, Term amount, Direction direction) {
  if (!a.is_integer() || !amount.is_integer()) return Err(ArithError::kBadArith);
  const IntegerView x(a), by(amount);
  const bool left = (direction == Direction::kLeft) != by.negative();
  constexpr Word kFar = Word{1} << 40;  // more bits than any integer has
  const Word distance = by.is_zero()                            ? 0
                        : by.size() > 1 || by.limbs()[0] > kFar ? kFar
                                                                : by.limbs()[0];
  return left ? shift_left(builder, x, distance) : shift_right(builder, x, distance);
}

}  // namespace

ArithResult arith_add(HeapBuilder& builder, Term a, Term b) {
  if (a.is_integer() && b.is_integer()) return add_integers(builder, a, b, false);
  Doubles d;
  if (!to_doubles(a, b, &d)) return Err(ArithError::kBadArith);
  return float_result(builder, d.a + d.b);
}

ArithResult arith_subtract(HeapBuilder& builder, Term a, Term b) {
  if (a.is_integer() && b.is_integer()) return add_integers(builder, a, b, true);
  Doubles d;
  if (!to_doubles(a, b, &d)) return Err(ArithError::kBadArith);
  return float_result(builder, d.a - d.b);
}

ArithResult arith_multiply(HeapBuilder& builder, Term a, Term b) {
  if (a.is_integer() && b.is_integer()) return multiply_integers(builder, a, b);
  Doubles d;
  if (!to_doubles(a, b, &d)) return Err(ArithError::kBadArith);
  return float_result(builder, d.a * d.b);
}

ArithResult arith_divide(HeapBuilder& builder, Term a, Term b) {
  Doubles d;
  if (!to_doubles(a, b, &d) || d.b == 0) return Err(ArithError::kBadArith);
  return float_result(builder, d.a / d.b);
}

ArithResult arith_div(HeapBuilder& builder, Term a, Term b) {
  return divide_integers(builder, a, b, Division::kQuotient);
}

ArithResult arith_rem(HeapBuilder& builder, Term a, Term b) {
  return divide_integers(builder, a, b, Division::kRemainder);
}

ArithResult arith_negate(HeapBuilder& builder, Term a) {
  if (a.is_float()) return builder.float_(-float_value(a));
  if (!a.is_integer()) return Err(ArithError::kBadArith);
  const IntegerView view(a);
  return integer_result(builder, view.limbs(), view.size(), !view.negative());
}

ArithResult arith_abs(HeapBuilder& builder, Term a) {
  if (a.is_float()) return std::signbit(float_value(a)) ? builder.float_(-float_value(a)) : a;
  if (!a.is_integer()) return Err(ArithError::kBadArith);
  const IntegerView view(a);
  return view.negative() ? integer_result(builder, view.limbs(), view.size(), false)
                         : ArithResult(a);
}

ArithResult arith_band(HeapBuilder& builder, Term a, Term b) {
  return bitwise(builder, a, b, [](Word x, Word y) { return x & y; });
}

ArithResult arith_bor(HeapBuilder& builder, Term a, Term b) {
  return bitwise(builder, a, b, [](Word x, Word y) { return x | y; });
}

ArithResult arith_bxor(HeapBuilder& builder, Term a, Term b) {
  return bitwise(builder, a, b, [](Word x, Word y) { return x ^ y; });
}

ArithResult arith_bnot(HeapBuilder& builder, Term a) {
  if (!a.is_integer()) return Err(ArithError::kBadArith);
  if (a.is_small()) return Term::small(~a.as_small());
  return add_integers(builder, Term::small(-1), a, true);  // bnot A = -1 - A
}

ArithResult arith_bsl(HeapBuilder& builder, Term a, Term amount) {
  return shift(builder, a, amount, Direction::kLeft);
}

ArithResult arith_bsr(HeapBuilder& builder, Term a, Term amount) {
  return shift(builder, a, amount, Direction::kRight);
}

namespace {

/// Rounds a float that is small enough, without the functions of libm: most processors for which
/// this is compiled have no instruction for them.
SWord rounded_to_small(double value, Rounding rounding) {
  const auto whole = static_cast<SWord>(value);
  const double rest = value - static_cast<double>(whole);  // exact; of the sign of value
  switch (rounding) {
    case Rounding::kTruncate:
      return whole;
    case Rounding::kNearest:
      return whole + (rest >= 0.5) - (rest <= -0.5);
    case Rounding::kDown:
      return whole - (rest < 0);
    case Rounding::kUp:
      return whole + (rest > 0);
  }
  VM_UNREACHABLE();
}

}  // namespace

ArithResult arith_to_integer(HeapBuilder& builder, Term number, Rounding rounding) {
  if (number.is_integer()) return number;
  if (!number.is_float()) return Err(ArithError::kBadArith);
  double value = float_value(number);
  if (std::abs(value) < 0x1p58) return Term::small(rounded_to_small(value, rounding));
  switch (rounding) {
    case Rounding::kTruncate:
      break;
    case Rounding::kNearest:
      value = std::round(value);
      break;
    case Rounding::kDown:
      value = std::floor(value);
      break;
    case Rounding::kUp:
      value = std::ceil(value);
      break;
  }
  return integer_from_double(builder, value);
}

}  // namespace vm
